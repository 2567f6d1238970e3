import { getField, getText } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { isObject } from '#api/values/json';
import { type Exchange, headerOf, type Played } from '../played.ts';
import { answered, inScenario, type Judge, requestsOf, unsent } from './judgement.ts';

/** Headers that the reference lists, and those that belong to HTTP itself. */
const listedHeaders =
  /^(?:host|connection|content-type|content-length|transfer-encoding|authorization|x-test-scope|x-platform-id|accept|user-agent|accept-encoding|te|expect|keep-alive|proxy-.*)$/;

/** A question that the requests of an operation answer, where there are any. */
export function asks(
  endpoint: Endpoint,
  answer: (own: readonly [Exchange, ...Exchange[]], played: Played) => unknown,
): Judge {
  return (played) => {
    const [first, ...others] = requestsOf(played, endpoint);
    return first ? answered(answer([first, ...others], played)) : unsent(played);
  };
}

/** A question that any request answers. */
export function asksAny(answer: (first: Exchange, all: readonly Exchange[]) => unknown): Judge {
  return (played) => {
    const [first] = played.exchanges;
    return first ? answered(answer(first, played.exchanges)) : unsent(played);
  };
}

/** Returns how often a request is sent where it fails, and what the caller is told at last. */
export function triesOf(endpoint: Endpoint): Judge {
  return inScenario((played) => {
    const own = requestsOf(played, endpoint);
    if (own.length === 0) return unsent(played);
    return answered({ sent: own.length, told: played.said?.outcome ?? 'nothing' });
  });
}

/** Members that the grant does not need. */
export const optionalMembers: Judge = asks('oauth-token', ([{ json }]) => {
  const needed = ['grant_type', 'client_id', 'client_secret', 'code', 'refresh_token'];
  return Object.keys(isObject(json) ? json : {})
    .filter((name) => !needed.includes(name))
    .sort();
});

/** Returns what the client sends besides what the caller gave. */
export function addedMembers(endpoint: Endpoint): Judge {
  return asks(endpoint, ([{ json }], { scenario }) => addedTo(json, scenario?.input.body, '').sort());
}

function addedTo(sent: unknown, given: unknown, pointer: string): string[] {
  if (Array.isArray(sent))
    return [...new Set(sent.flatMap((one, index) => addedTo(one, getField(given, String(index)), `${pointer}/*`)))];
  if (!isObject(sent)) return given === undefined ? [pointer] : [];
  return Object.entries(sent).flatMap(([name, one]) => addedTo(one, getField(given, name), `${pointer}/${name}`));
}

/** Tells whether an id is sent or refused; one that is sent otherwise than it was given is a breach, told elsewhere. */
export const refusedIds: Judge = inScenario((played) => {
  if (played.exchanges.length > 0) return answered('sent');
  return played.said?.outcome === 'error' ? answered('refused') : unsent(played);
});

/** The x-test-scope that is sent. */
export const sentTestScope: Judge = asks(
  'point-payment-intents',
  ([exchange]) => headerOf(exchange, 'x-test-scope') ?? 'none',
);

/** Tells whether what is answered 500 is sent again, and with which key. */
export const againWithKey: Judge = asks('checkout-preferences', ([first, ...more]) => ({
  again: more.length > 0,
  key: headerOf(first, 'x-idempotency-key') !== undefined,
}));

/** Tells whether a token serves for more than one request. */
export const tokenReuse: Judge = (played) => {
  const tokens = requestsOf(played, 'oauth-token').length;
  const others = played.exchanges.length - tokens;
  if (others < 2) return unsent(played);
  return answered(tokens < others ? 'a token for many requests' : 'a token for each request');
};

/** Tells whether the client has a grant at all. */
export const knowsGrant: Judge = inScenario((played) => {
  const sent = requestsOf(played, 'oauth-token').map(({ json }) => getText(json, 'grant_type'));
  if (sent.length > 0) return answered(sent[0]);
  return played.said?.outcome === 'unsupported' ? answered('no') : unsent(played);
});

/** Tells whether the client waits for a late answer. */
export const waits: Judge = inScenario((played, { operation }) => {
  const own = requestsOf(played, operation);
  if (own.length === 0) return unsent(played);
  return answered(played.said?.outcome === 'done' && own.length === 1 ? 'it waits' : 'it gives up, or sends again');
});

/** The version of HTTP. */
export const protocol: Judge = asksAny(({ record }) => record.protocol);

/** The headers that the reference does not list. */
export const furtherHeaders: Judge = asksAny((_, all) => {
  const names = all.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase()));
  return [...new Set(names)].filter((name) => !listedHeaders.test(name)).sort();
});
