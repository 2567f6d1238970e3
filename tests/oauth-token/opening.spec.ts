import { covers, withCapability, withCreation } from '#api/covers';
import { type Exchange, getIdentity, getSentField, getText, isSuccess } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { usualPreference, validRequest } from '#assertions/control/controls';
import { type Call, expect, type Given, settings, test } from '#assertions/test';
import { everyOrder } from '#factories/combinations';
import { madeUp, withOtherEnd } from '#factories/near-misses/texts';
import { agreement, type Grant, type GrantType, testUser, tokenRequest } from '#factories/request-bodies';
import type { CallOptions } from '#http/request';
import { skipBecauseOfControl, tryOptional } from '#run/skip';
import {
  byCode,
  byRefreshToken,
  eachRenewal,
  eachUnmarked,
  expectToOpen,
  isOffered,
  RENEWALS,
  requestRenewals,
  stateOf,
  usualGrants,
} from './issued.ts';

type Creating = 'checkout-preferences' | 'test-users' | 'wallet-agreements';

const creating = (endpoint: Creating, count = 1) => withCreation(endpoint, count, covers('TOK-19'));

for (const { what, place, endpoint } of [
  { what: 'a code that was renewed since', place: 0, endpoint: 'test-users' },
  { what: 'a code that was renewed since', place: 0, endpoint: 'wallet-agreements' },
  { what: 'a renewal that was renewed since', place: 1, endpoint: 'wallet-agreements' },
  { what: 'a second renewal', place: 2, endpoint: 'test-users' },
] as const)
  test(`opens ${endpoint} twice with the token of ${what}`, creating(endpoint, 2), async ({ call, given, tag }) => {
    const issued =
      (await requestRenewals(call, given))[place]?.exchange ?? (await requestToken('authorization_code', call, given));
    await expect(issued).toBeAccepted();

    for (const mark of [tag, `${tag}-2`]) {
      const response = await create(endpoint, issued, call, given, mark);
      await expectToOpen(issued, response, endpoint === 'test-users');
    }
  });

for (const endpoint of ['checkout-preferences', 'wallet-agreements', 'test-users'] as const)
  test(`opens ${endpoint} with a token of any grant`, creating(endpoint), async ({ call, given, tag }) => {
    const own = await requestToken('client_credentials', call, given);
    const issued = isOffered(own) ? own : await requestToken('authorization_code', call, given);
    await expect(issued).toBeAccepted();

    const response = await create(endpoint, issued, call, given, tag);

    // The reference does not show which resources an application owns (2.1), nor who may create test users (7).
    await expectToOpen(issued, response, issued === own || endpoint === 'test-users');
  });

const renewing = creating('checkout-preferences', RENEWALS + 2);

test('opens a creation with the token of each renewal', renewing, async ({ call, given, tag }) => {
  const { open, opened } = createOpener(call, tag);
  await eachRenewal(call, await given('an authorization code'), async ({ name, exchange }) => {
    if (name !== 'the code') await open(exchange);
  });
  if (opened.length === 0) skipBecauseOfControl('TOK-01');
});

for (const { grant, words, count } of [
  { ...byCode, count: 2 },
  { ...byRefreshToken, count: 1 },
]) {
  const title = `opens a creation with the token of ${words} sent with the unmarked fields`;

  test(title, creating('checkout-preferences', count), async ({ call, given, tag }) => {
    const { open, opened } = createOpener(call, tag);
    await eachUnmarked(grant, call, given, ({ exchange }) => open(exchange));
    if (opened.length === 0) await open(await requestToken(grant, call, given));
    if (opened.length === 0) skipBecauseOfControl('TOK-01');
  });
}

const ofScopes = creating('checkout-preferences');

for (const { grant, words, state } of usualGrants)
  test(`opens a creation with the token of ${words} for every scope`, ofScopes, async ({ call, given, tag }) => {
    const body = tokenRequest(grant, await given(state));
    const asked = await call('oauth-token', { body: { ...body, scope: 'offline_access read write' } });
    // The reference does not show if a scope may be requested (2.1).
    const issued = isSuccess(asked.status) ? asked : await requestToken(grant, call, given);
    if (!isSuccess(issued.status)) return skipBecauseOfControl('TOK-01');

    await expectToOpen(issued, await create('checkout-preferences', issued, call, given, tag));
  });

async function requestToken(grant: GrantType, call: Call, given: Given): Promise<Exchange> {
  return call('oauth-token', { body: tokenRequest(grant, await given(stateOf[grant])) });
}

/** Creates a resource with an issued token; an agreement has the number of the token's own client. */
async function create(endpoint: Creating, issued: Exchange, call: Call, given: Given, tag: string): Promise<Exchange> {
  const token = getText(issued.json, 'access_token');
  if (endpoint === 'checkout-preferences') return call(endpoint, { token, body: usualPreference(tag) });
  if (endpoint === 'test-users') return call(endpoint, { token, body: testUser(tag) });
  const client = String(getSentField(issued, 'client_id'));
  const platform = (await tryOptional(() => given('an access token')))?.x_platform_id;
  const headers = platform === undefined ? {} : { headers: { 'x-platform-id': platform } };
  const query = /^\d+$/.test(client) ? { query: { 'client.id': client } } : {};
  return call(endpoint, { token, body: agreement(tag), ...headers, ...query });
}

/** Returns a function that opens a creation with each token of a test right away: the next one may end it. */
function createOpener(call: Call, tag: string) {
  const opened: Exchange[] = [];
  const open = async (issued: Exchange) => {
    if (!isSuccess(issued.status)) return; // judged where it is requested
    opened.push(issued);
    const request = { token: getText(issued.json, 'access_token'), body: usualPreference(`${tag}-${opened.length}`) };
    await expectToOpen(issued, await call('checkout-preferences', request));
  };
  return { open, opened };
}

/** The data that a step needs; a renewal changes the grant for later steps, and shows its user. */
interface Walk {
  readonly call: Call;
  readonly provoke: Call;
  readonly given: Given;
  readonly token: string;
  tag: string;
  grant: Grant;
  user?: unknown;
}

type Step = (walk: Walk) => Promise<void>;

function accepted(endpoint: Endpoint, getRequest: (walk: Walk) => CallOptions | Promise<CallOptions>): Step {
  return async (walk) => expect(await walk.call(endpoint, await getRequest(walk))).toBeAccepted();
}

/** Every operation with valid and invalid requests, by name. */
const steps: Readonly<Record<string, Step>> = {
  'a renewal': async (walk) => {
    const { call, given, grant } = walk;
    const renewed = await call('oauth-token', { body: tokenRequest('refresh_token', grant) });
    await expect(renewed).toConform('oauth-token/response');
    const user = getIdentity(renewed, 'user_id');
    await expect(renewed).toHold('the user_id of the renewal before', (walk.user ?? user) === user);
    // The reference does not show if a refresh token works twice (3): without a new one, another grant takes over.
    const refresh_token = getText(renewed.json, 'refresh_token');
    const isNew = refresh_token !== '' && refresh_token !== grant.refresh_token;
    walk.grant = isNew ? { ...grant, refresh_token } : await given('a refresh token');
    walk.user = isNew ? user : undefined;
  },
  'a wrong credential': async ({ call, grant }) => {
    for (const name of ['refresh_token', 'client_secret'] as const) {
      const body = tokenRequest('refresh_token', { ...grant, [name]: madeUp(grant[name] ?? '') });
      await expect(await call('oauth-token', { body }), name).toBeError(400);
    }
  },
  'malformed JSON': async ({ call }) => {
    await expect(await call('oauth-token', { text: '{"grant_type": ' })).toBeError(400);
  },
  'a preference': accepted('checkout-preferences', ({ token, tag }) => ({ token, body: usualPreference(tag) })),
  'a token with another end': async ({ provoke, token, tag }) => {
    const body = usualPreference(tag);
    const response = await provoke('checkout-preferences', { token: withOtherEnd(token), body });
    await expect(response).toBeError('4xx');
  },
  'a test user': accepted('test-users', ({ token, tag }) => ({ token, body: testUser(tag) })),
  'an agreement': accepted('wallet-agreements', ({ token, tag }) => ({ token, body: agreement(tag) })),
  'a cancellation': accepted('point-payment-intents', ({ given, tag }) =>
    validRequest('point-payment-intents', given, tag),
  ),
  'a deletion': accepted('instore-orders', ({ given, tag }) => validRequest('instore-orders', given, tag)),
};

/** The number of steps in a row that are tried in every order. */
const length = { smoke: 1, standard: 2, full: 3 }[settings.DEPTH];
const order = everyOrder(Object.entries(steps), length);

/** A test of so many steps takes about ten seconds where each response takes 150 ms. */
const MOST_STEPS = 50;

for (let first = 0; first < order.length; first += MOST_STEPS) {
  const before = Math.min(first, length - 1); // the last steps of the test before, so that no order is cut in two
  const part = order.slice(first - before, first + MOST_STEPS);
  const count = (name: string) => part.filter(([each]) => each === name).length;
  const rejecting = withCapability(['credentials', 'identity', 'validation'], covers('TOK-56'));
  const users = withCreation('test-users', count('a test user'), rejecting);
  const agreements = withCreation('wallet-agreements', count('an agreement'), users);
  const details = withCreation('checkout-preferences', count('a preference'), agreements);
  const title = `answers each operation after each other as if it came alone, from step ${first + 1}`;

  test(title, details, async ({ call, provoke, given, tag }) => {
    const { access_token: token } = await given('an access token');
    const walk: Walk = { call, provoke, given, tag, token, grant: await given('a refresh token') };

    for (const [turn, [, step]] of part.entries()) {
      walk.tag = `${tag}-${turn}`; // a seller's references and descriptions may have to differ
      await step(walk);
    }
  });
}
