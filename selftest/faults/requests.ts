import { tokenText } from '#mock/http/bearer';
import { isObject, type Json, type JsonObject, member } from '#mock/http/json';
import { refreshTokenOf } from '#mock/oauth-token/grant-checks';
import { type Call, textMember } from '#mock/operation';
import type { World } from '#mock/world/world';

/** Selects a request if its access token was sent before. */
export const tokenSentAgain = (): When => times(2, (call) => tokenText(call) ?? '');

/** Returns the request with another value as its body. */
export const withBody = (call: Call, value: Json): Call => ({ ...call, body: { ...call.body, value } });

/** Selects requests. */
export type When = (call: Call) => boolean;

/** Selects every request. */
export const always: When = () => true;

/** Selects the requests that several conditions select. */
export function all(...conditions: When[]): When {
  return (call) => conditions.every((condition) => condition(call));
}

/** Selects the requests that one of several conditions selects. */
export function any(...conditions: When[]): When {
  return (call) => conditions.some((condition) => condition(call));
}

/** Selects the requests that no condition selects. */
export function none(...conditions: When[]): When {
  return (call) => !any(...conditions)(call);
}

/** Returns the value at a path of the body, such as `items.0.quantity`. */
export function valueAt({ body }: Call, path: string): Json | undefined {
  const step = (value: Json | undefined, name: string) =>
    Array.isArray(value) ? value[Number(name)] : member(value, name);
  return path.split('.').reduce(step, body.value);
}

/** Returns a text field of the body; empty where there is none. */
export const textAt = (call: Call, name: string): string => textMember(call, name) ?? '';

/** Selects the bodies that have something at the path. */
export function has(path: string): When {
  return (call) => valueAt(call, path) !== undefined;
}

/** Selects the bodies that have nothing at the path. */
export const lacks = (path: string): When => none(has(path));

/** Selects the bodies whose value at the path passes a test. */
export function where(path: string, test: (value: Json) => boolean): When {
  return (call) => {
    const value = valueAt(call, path);
    return value !== undefined && test(value);
  };
}

/** Selects the bodies whose value at the path, as a text, matches. */
export const matches = (path: string, pattern: RegExp): When => where(path, (value) => pattern.test(`${value}`));

/** Selects the bodies that have exactly this value at the path. */
export function is(path: string, value: Json): When {
  return (call) => valueAt(call, path) === value;
}

/** Selects the bodies whose value at the path has this type. */
export function isOfType(path: string, type: 'string' | 'number' | 'boolean' | 'object'): When {
  return where(path, (value) => typeof value === type);
}

/** Selects the bodies whose value at the path has another type than this. */
export function isNotOfType(path: string, type: 'string' | 'number' | 'boolean'): When {
  return where(path, (value) => typeof value !== type);
}

/** Selects the bodies whose value at the path is a list. */
export const isListAt = (path: string): When => where(path, (value) => Array.isArray(value));

/** Selects the bodies whose value at the path is a negative number. */
export const isNegative = (path: string): When => where(path, (value) => typeof value === 'number' && value < 0);

/** Selects the bodies whose value at the path is as long as a common limit of database columns. */
export const isLong = (path: string): When => where(path, (value) => `${value}`.length >= 255);

/** Selects the bodies whose text at the path exceeds the limit of some readers. */
export function isVeryLong(path: string): When {
  return (call) => textAt(call, path).length >= 10_000;
}

/** Selects the bodies whose text matches. */
export function bodyMatches(pattern: RegExp): When {
  return ({ body }) => pattern.test(body.text);
}

/** Selects the requests that have a header. */
export function hasHeader(name: string): When {
  return ({ headers }) => headers[name] !== undefined;
}

export const hasCharset: When = ({ headers }) => `${headers['content-type']}`.includes('charset');
export const closesConnection: When = ({ headers }) => headers.connection === 'close';
export const hasLines: When = ({ body }) => body.text.includes('\n');
export const hasEscapes = bodyMatches(/\\u00/);
export const isMalformed: When = ({ body }) => body.value === undefined;
export const isList: When = ({ body }) => Array.isArray(body.value);
export const isNull: When = ({ body }) => body.value === null;
export const isEmptyObject: When = ({ body }) => isObject(body.value) && Object.keys(body.value).length === 0;

export const hasScope = has('scope');
export const hasFlag = has('test_token');
export const hasRedirect = has('redirect_uri');
export const hasVerifier = has('code_verifier');
export const byCode = is('grant_type', 'authorization_code');
export const byRefreshToken = is('grant_type', 'refresh_token');
export const byClient = is('grant_type', 'client_credentials');

/** Selects a request from the given occurrence of its key on. A rule may look at one request more than once. */
export function times(from: number, keyOf: (call: Call) => string | undefined): When {
  const worlds = new WeakMap<World, Map<string, Set<Call['body']>>>();
  return (call) => {
    const key = keyOf(call);
    if (key === undefined) return false;
    const keys = worlds.get(call.world) ?? new Map<string, Set<Call['body']>>();
    const bodies = keys.get(key) ?? new Set();
    worlds.set(call.world, keys.set(key, bodies.add(call.body)));
    return [...bodies].indexOf(call.body) >= from - 1;
  };
}

/** Selects the renewals of a user from the given number on. */
export function renewal(from: number): When {
  return times(from, (call) => (byRefreshToken(call) ? `${refreshTokenOf(call)?.userId}` : undefined));
}

/** Selects a request if its token, path and body were sent before. */
export function sentAgain(): When {
  return times(2, ({ headers, path, body }) => `${headers.authorization} ${JSON.stringify(path)} ${body.text}`);
}

/** Returns the request with fields of its body replaced. */
export function withFields(call: Call, fields: JsonObject): Call {
  const { value } = call.body;
  return isObject(value) ? withBody(call, { ...value, ...fields }) : call;
}
