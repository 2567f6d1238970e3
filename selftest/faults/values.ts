import { field, type Json } from '#mock/http/json';
import { refreshTokenOf } from '#mock/oauth-token/checks';
import { type Call, textField } from '#mock/operation';
import { none, times, type When } from './requests.ts';

/** Returns the value at a path of the body, such as `items.0.quantity`. */
export function valueAt({ body }: Call, path: string): Json | undefined {
  const step = (value: Json | undefined, name: string) =>
    Array.isArray(value) ? value[Number(name)] : field(value, name);
  return path.split('.').reduce(step, body.value);
}

/** Returns a text field of the body; empty where there is none. */
export const textAt = (call: Call, name: string): string => textField(call, name) ?? '';

/** Selects the bodies that have something at the path. */
export const has =
  (path: string): When =>
  (call) =>
    valueAt(call, path) !== undefined;

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
export const is =
  (path: string, value: Json): When =>
  (call) =>
    valueAt(call, path) === value;

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

/** Selects the bodies whose text at the path is longer than columns of 64 KiB and counters of 16 bits hold. */
export const isVeryLong =
  (path: string): When =>
  (call) =>
    textAt(call, path).length > 65_535;

export const hasScope = has('scope');

export const hasFlag = has('test_token');

export const hasRedirect = has('redirect_uri');

export const hasPkce = has('code_verifier');

export const byCode = is('grant_type', 'authorization_code');

export const byRefresh = is('grant_type', 'refresh_token');

export const byClient = is('grant_type', 'client_credentials');

/** Selects the renewals of a user from the given number on. */
export function renewal(from: number): When {
  return times(from, (call) => (byRefresh(call) ? `${refreshTokenOf(call)?.userId}` : undefined));
}
