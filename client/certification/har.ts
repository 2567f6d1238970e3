import type { TransportFailure } from '#api/cause';
import { clientIdsIn, writeHar } from '#reporters/har';
import type { ExchangeLine } from '#run/channel-table';
import { registerDigest } from '#run/register-digest';
import { textOfReply } from '../wire/coding.ts';
import type { Header, Reply } from '../wire/traffic.ts';
import type { Exchange, Played } from './played.ts';

/** Writes what a client sent and was answered, by scenario, with stand-ins for its secrets. */
export function writeClientHar(played: readonly Played[]): void {
  const lines = played.flatMap(({ scenario, exchanges }) =>
    exchanges.map((exchange) => lineOf(scenario?.id ?? 'observed', exchange)),
  );
  const values = played.flatMap(({ exchanges }) => exchanges.map(({ json }) => json));
  writeHar(lines, clientIdsIn(values), { subject: 'client', register: registerDigest('client'), lost: 0 });
}

function lineOf(scope: string, { record, target, headers, body, reply }: Exchange): ExchangeLine {
  const { scheme, host, port, method, at, answeredAt } = record;
  const url = `${scheme}://${host}:${port}${target}`;
  const milliseconds = Date.parse(answeredAt) - Date.parse(at);
  const failure = failureOf(reply);
  return {
    scope,
    of: 'service',
    at: Date.parse(at),
    request: { method, url, headers: fields(headers), ...(body === '' ? {} : { body }) },
    answer: { status: reply.status, headers: fields(reply.headers), text: textOfReply(reply), milliseconds },
    ...(failure ? { failure } : {}),
  };
}

/** Returns what the gate kept of its answer on purpose. */
function failureOf({ delivery }: Reply): TransportFailure | undefined {
  if (delivery === 'half') return { lack: 'cut short', code: 'broken', words: 'the gate cut the answer off' };
  return delivery === 'reset' ? { lack: 'broken', code: 'reset', words: 'the gate reset the connection' } : undefined;
}

/** Joins the values of a repeated header field, as HTTP does. */
function fields(headers: readonly Header[]): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    joined[key] = joined[key] === undefined ? value : `${joined[key]}, ${value}`;
  }
  return joined;
}
