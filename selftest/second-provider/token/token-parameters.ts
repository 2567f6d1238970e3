import type { Form } from '../choices.ts';
import { bodyOf, isObject, repeatsField } from '../http/json-text.ts';
import type { Call } from '../http/replies.ts';

/** The parameters of a token request that have a value. */
export type Given = Readonly<Record<string, string>>;

const named = ['client_id', 'client_secret', 'grant_type', 'code', 'code_verifier', 'redirect_uri', 'refresh_token'];
const known = new Set([...named, 'test_token', 'scope']);

/** Parameters of 2.1 that belong to another grant than the requested one. */
const strays = new Map(
  Object.entries({
    authorization_code: ['refresh_token'],
    refresh_token: ['code', 'redirect_uri'],
    client_credentials: ['code', 'redirect_uri', 'refresh_token'],
  }),
);

/** Returns the parameters of the request; undefined if it is malformed or repeats one (7, invalid_request). */
export function readParameters(call: Call): Given | undefined {
  const body = bodyOf(call);
  if (body === undefined || !isObject(body.value) || repeatsField(call.text)) return undefined;
  const entries = Object.entries(body.value).filter(([key, value]) => !known.has(key) || !isMissing(call.form, value));
  const given = entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  return given.length < entries.length ? undefined : Object.fromEntries(given);
}

function isMissing({ token }: Form, value: unknown): boolean {
  return value === null || (value === '' && token.emptyText === 'missing');
}

/** Returns true if a parameter is missing, unknown, or not accepted in this grant by the form. */
export function areWrong({ token }: Form, given: Given): boolean {
  const needed = ['client_id', 'client_secret', 'grant_type', ...neededBy(given.grant_type)];
  const rejected = token.strayFields === 'rejected' ? (strays.get(given.grant_type ?? '') ?? []) : [];
  const missing = needed.some((name) => given[name] === undefined);
  return missing || Object.keys(given).some((name) => !known.has(name) || rejected.includes(name));
}

const neededBy = (grant?: string) => (grant === 'authorization_code' ? ['code'] : []);
