import { tokenText } from '#mock/http/bearer';
import type { Call } from '#mock/operation';
import type { World } from '#mock/world/world';

/** Returns the access token of a request; empty where there is none. */
export const getToken = (call: Call): string => tokenText(call) ?? '';

/** Selects a request if its access token was sent before. */
export const tokenSentAgain = (): When => times(2, getToken);

export type When = (call: Call) => boolean;

export const always: When = () => true;

/** Selects the requests that several conditions select. */
export const all =
  (...conditions: When[]): When =>
  (call) =>
    conditions.every((condition) => condition(call));

/** Selects the requests that one of several conditions selects. */
export const any =
  (...conditions: When[]): When =>
  (call) =>
    conditions.some((condition) => condition(call));

/** Selects the requests that no condition selects. */
export const none =
  (...conditions: When[]): When =>
  (call) =>
    !any(...conditions)(call);

export const hasHeader =
  (name: string): When =>
  ({ headers }) =>
    headers[name] !== undefined;

export const inSpanish: When = ({ headers }) => `${headers['accept-language']}`.startsWith('es');

export const inPortuguese: When = ({ headers }) => `${headers['accept-language']}`.startsWith('pt');

export const prefersHtml: When = ({ headers }) => `${headers.accept}`.includes('text/html');

export const hasCharset: When = ({ headers }) => `${headers['content-type']}`.includes('charset');

export const closesConnection: When = ({ headers }) => headers.connection === 'close';

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

/** Selects a request if its token, path and body were sent before. */
export function sentAgain(): When {
  return times(2, ({ headers, path, body }) => `${headers.authorization} ${JSON.stringify(path)} ${body.text}`);
}

/** Selects the request right after one that a condition selects. */
export function after(condition: When): When {
  const isNext = new WeakSet<World>();
  return (call) => {
    const follows = isNext.delete(call.world);
    if (condition(call)) isNext.add(call.world);
    return follows && !condition(call);
  };
}
