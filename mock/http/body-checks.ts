import type { Call, Check } from '../operation.ts';
import { isObject } from './json.ts';

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** The rules that every JSON body meets before its members are looked at. */
export function bodyChecks(code: string, call: Pick<Call, 'choices'>): Check[] {
  const looked = call.choices.requestMediaType;
  const status = looked === 'not looked at' ? 400 : looked;
  return [
    { name: 'a media type that is not JSON', status, code, fails: otherMediaType },
    { name: 'a body that is no JSON text', status: 400, code, fails: (c) => c.body.value === undefined },
    { name: 'a body that is no JSON object', status: 400, code, fails: noObject },
  ];
}

function otherMediaType(call: Call): boolean {
  const type = call.headers['content-type'];
  const looked = call.choices.requestMediaType !== 'not looked at';
  return looked && typeof type === 'string' && !jsonType.test(type);
}

function noObject(call: Call): boolean {
  return call.body.value !== undefined && !isObject(call.body.value);
}
