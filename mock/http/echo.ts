import { type Call, textMember } from '../operation.ts';
import type { Wire } from './wire.ts';

/** An answer that holds what was asked, where the variation sends it back; one without a body stays without. */
export function echoed(wire: Wire, call: Call): Wire {
  const text = wire.text.trimEnd();
  const echo = echoes[call.choices.echo](call);
  if (echo === undefined || !text.endsWith('}') || repeatsASecret(wire, call)) return wire;
  const comma = text === '{}' ? '' : ',';
  return { ...wire, text: `${text.slice(0, -1)}${comma}"received":${echo}}` };
}

const echoes = {
  none: () => undefined,
  'of the body': bodyOf,
  'of the body as text': ({ body }: Call) => JSON.stringify(body.text),
  'of everything': (call: Call) => {
    const { headers, path, query } = call;
    return `{"headers":${JSON.stringify(headers)},"path":${JSON.stringify(path)},"query":${JSON.stringify(query)},"body":${bodyOf(call) ?? null}}`;
  },
};

function bodyOf({ body }: Call): string | undefined {
  return body.value === undefined ? undefined : body.text;
}

/** No error of the token operation repeats the client_secret. */
function repeatsASecret({ status }: Wire, call: Call): boolean {
  return status >= 400 && (textMember(call, 'client_secret') ?? '') !== '';
}
