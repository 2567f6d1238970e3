import { getField, getText } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { isObject } from '#api/values/json';
import {
  answer,
  type Exchange,
  getHeader,
  type Judge,
  judgeScenario,
  listRequests,
  notSent,
  type Played,
} from '../played.ts';

/** Holds headers that the reference lists, and those that belong to HTTP itself. */
const listedHeaders =
  /^(?:host|connection|content-type|content-length|transfer-encoding|authorization|x-test-scope|x-platform-id|accept|user-agent|accept-encoding|te|expect|keep-alive|proxy-.*)$/;

/** Returns a judge of a question that is decided by the requests of an operation. */
export function askRequests(
  endpoint: Endpoint,
  ask: (own: readonly [Exchange, ...Exchange[]], played: Played) => unknown,
): Judge {
  return (played) => {
    const [first, ...others] = listRequests(played, endpoint);
    return first ? answer(ask([first, ...others], played)) : notSent(played);
  };
}

/** Returns a judge of a question that is decided by any request. */
export function askAnyRequest(ask: (first: Exchange, all: readonly Exchange[]) => unknown): Judge {
  return (played) => {
    const [first] = played.exchanges;
    return first ? answer(ask(first, played.exchanges)) : notSent(played);
  };
}

/** Records the number of requests after failures, and the report to the caller. */
export function countTries(endpoint: Endpoint): Judge {
  return judgeScenario((played) => {
    const own = listRequests(played, endpoint);
    if (own.length === 0) return notSent(played);
    return answer({ sent: own.length, told: played.report?.outcome ?? 'nothing' });
  });
}

/** Lists fields that the grant does not need. */
export const askOptionalFields: Judge = askRequests('oauth-token', ([{ json }]) => {
  const needed = ['grant_type', 'client_id', 'client_secret', 'code', 'refresh_token'];
  return Object.keys(isObject(json) ? json : {})
    .filter((name) => !needed.includes(name))
    .sort();
});

/** Records the fields that the client sends and the caller did not give. */
export function askAddedFields(endpoint: Endpoint): Judge {
  return askRequests(endpoint, ([{ json }], { scenario }) => addedTo(json, scenario?.input.body, '').sort());
}

function addedTo(sent: unknown, given: unknown, pointer: string): string[] {
  if (Array.isArray(sent))
    return [...new Set(sent.flatMap((one, index) => addedTo(one, getField(given, String(index)), `${pointer}/*`)))];
  if (!isObject(sent)) return given === undefined ? [pointer] : [];
  return Object.entries(sent).flatMap(([name, one]) => addedTo(one, getField(given, name), `${pointer}/${name}`));
}

/** Records whether an id is sent or rejected; sending a changed id violates another requirement. */
export const askRejectedIds: Judge = judgeScenario((played) => {
  if (played.exchanges.length > 0) return answer('sent');
  return played.report?.outcome === 'error' ? answer('refused') : notSent(played);
});

/** Records the x-test-scope that is sent. */
export const sentTestScope: Judge = askRequests(
  'point-payment-intents',
  ([exchange]) => getHeader(exchange, 'x-test-scope') ?? 'none',
);

/** Records whether a request is sent again after 500, and with which key. */
export const againWithKey: Judge = askRequests('checkout-preferences', ([first, ...more]) => ({
  again: more.length > 0,
  key: getHeader(first, 'x-idempotency-key') !== undefined,
}));

/** Records whether a token serves for several requests. */
export const tokenReuse: Judge = (played) => {
  const tokens = listRequests(played, 'oauth-token').length;
  const others = played.exchanges.length - tokens;
  if (others < 2) return notSent(played);
  return answer(tokens < others ? 'a token for many requests' : 'a token for each request');
};

/** Records whether the client has a grant at all. */
export const knowsGrant: Judge = judgeScenario((played) => {
  const sent = listRequests(played, 'oauth-token').map(({ json }) => getText(json, 'grant_type'));
  if (sent.length > 0) return answer(sent[0]);
  return played.report?.outcome === 'unsupported' ? answer('no') : notSent(played);
});

/** Records whether the client waits for a late response. */
export const waits: Judge = judgeScenario((played, { operation }) => {
  const own = listRequests(played, operation);
  if (own.length === 0) return notSent(played);
  return answer(played.report?.outcome === 'done' && own.length === 1 ? 'it waits' : 'it gives up, or sends again');
});

/** Records the version of HTTP. */
export const protocol: Judge = askAnyRequest(({ record }) => record.protocol);

/** Lists the headers that the reference does not list. */
export const furtherHeaders: Judge = askAnyRequest((_, all) => {
  const names = all.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase()));
  return [...new Set(names)].filter((name) => !listedHeaders.test(name)).sort();
});
