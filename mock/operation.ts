import { field, isObject, type Json, type JsonObject, type Reading } from './http/json.ts';
import { reject, succeed, type Wire } from './http/wire.ts';
import type { Variation } from './variations.ts';
import type { World } from './world/world.ts';

/** One request as the rules see it. */
export type Call = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | string[]>>;
  body: Reading;
  world: World;
  choices: Variation;
};

/** One rule: where it fails, the request is rejected with this status and code. */
export type Check = { name: string; status: number; code: string; fails: (call: Call) => boolean };

/** Returns a rule with the status and code of its rejection. */
export function rule(status: number, code: string, name: string, fails: Check['fails']): Check {
  return { name, status, code, fails };
}

/** One operation: its rules in order, the effect and response of a success, and the last change of the response. */
export type Operation = {
  status: number;
  checks: readonly Check[];
  perform: (call: Call) => JsonObject | undefined;
  wire?: (wire: Wire, call: Call) => Wire;
};

/** Checks the rules in order, then rejects or performs the request. */
export function response(operation: Operation, call: Call): Wire {
  const failed = operation.checks.find((check) => check.fails(call));
  const wire = failed ? reject(failed, call.choices) : succeed(operation.status, operation.perform(call), call.choices);
  return operation.wire?.(wire, call) ?? wire;
}

/** Returns the rules that a variation has, which reject in the same way. */
export function rulesThatApply(
  rejection: Pick<Check, 'status' | 'code'>,
  rows: readonly (readonly [applies: boolean, name: string, fails: Check['fails']])[],
): Check[] {
  return rows.filter(([applies]) => applies).map(([, name, fails]) => ({ ...rejection, name, fails }));
}

/** Returns one text field of the request's body. */
export function textField(call: Call, name: string): string | undefined {
  const value = bodyField(call, name);
  return typeof value === 'string' ? value : undefined;
}

/** Returns one field of the request's body. */
export const bodyField = (call: Call, name: string): Json | undefined => field(call.body.value, name);

/** Returns the token rules and the others, in the variation's order. */
export function inOrder(choices: Variation, tokens: readonly Check[], others: readonly Check[]): Check[] {
  return choices.checkOrder === 'token first' ? [...tokens, ...others] : [...others, ...tokens];
}

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** Returns the rules for every JSON body that apply before its fields are checked. */
export function bodyChecks(code: string, { requestMediaType, requestParameters }: Variation): Check[] {
  const status = requestMediaType === 'not looked at' ? 400 : requestMediaType;
  const parameterStatus = requestParameters === 'accepted' ? 400 : requestParameters;
  return [
    rule(status, code, 'a media type that is not JSON', otherMediaType),
    rule(parameterStatus, code, 'a media type with a parameter', hasParameter),
    rule(400, code, 'a body that is no JSON text', ({ body }) => body.value === undefined),
    rule(400, code, 'a body that is no JSON object', ({ body: { value } }) => value !== undefined && !isObject(value)),
  ];
}

function otherMediaType(call: Call): boolean {
  const type = call.headers['content-type'];
  const looked = call.choices.requestMediaType !== 'not looked at';
  return looked && typeof type === 'string' && !jsonType.test(type);
}

function hasParameter({ headers, choices }: Call): boolean {
  return choices.requestParameters !== 'accepted' && `${headers['content-type']}`.includes(';');
}
