import { covers, withCreation } from '#api/covers';
import { type Exchange, getSentField, getText, isSuccess } from '#api/exchange';
import type { Call } from '#assertions/call';
import { usualPreference } from '#assertions/control/controls';
import { expect } from '#assertions/expect';
import type { Given } from '#assertions/given';
import { settings } from '#assertions/settings';
import { test } from '#assertions/test';
import { everyOrder } from '#factories/combinations';
import { madeUp, withOtherEnd } from '#factories/near-misses/texts';
import { agreement, type Grant, type GrantType, testUser, tokenRequest } from '#factories/request-bodies';
import type { CallOptions } from '#http/request';
import { skipBecauseOfControl, tryOptional } from '#run/skip';
import { eachRenewal, eachUnmarked, expectToOpen, type Issued, isOffered, renewals, stateOf } from './issued.ts';

/** Creates the request that a token opens; an agreement has the number of the token's own client. */
const creations = {
  'checkout-preferences': (tag: string): CallOptions => ({ body: usualPreference(tag) }),
  'test-users': (tag: string): CallOptions => ({ body: testUser(tag) }),
  'wallet-agreements': (tag: string, client: string, platform?: string): CallOptions => ({
    body: agreement(tag),
    ...(platform === undefined ? {} : { headers: { 'x-platform-id': platform } }),
    ...(/^\d+$/.test(client) ? { query: { 'client.id': client } } : {}),
  }),
} as const;

const opened = [
  { grant: 'a code that was renewed since', issue: ofChain(0), endpoint: 'test-users' },
  { grant: 'a code that was renewed since', issue: ofChain(0), endpoint: 'wallet-agreements' },
  { grant: 'a renewal that was renewed since', issue: ofChain(1), endpoint: 'wallet-agreements' },
  { grant: 'a second renewal', issue: ofChain(2), endpoint: 'test-users' },
  { grant: 'client_credentials', issue: plainly('client_credentials'), endpoint: 'checkout-preferences' },
  { grant: 'client_credentials', issue: plainly('client_credentials'), endpoint: 'wallet-agreements' },
  { grant: 'client_credentials', issue: plainly('client_credentials'), endpoint: 'test-users' },
] as const;

for (const { grant, issue, endpoint } of opened) {
  const covering = withCreation(endpoint, 1, covers('TOK-19'));

  test(`opens ${endpoint} with the token of ${grant}`, covering, async ({ call, given, tag }) => {
    const issued = await issue(call, given);
    if (grant === 'client_credentials' && !isOffered(issued)) return;
    await expect(issued).toBeAccepted();

    const known = endpoint === 'wallet-agreements' ? await tryOptional(() => given('an access token')) : undefined;
    const request = creations[endpoint](tag, String(getSentField(issued, 'client_id')), known?.x_platform_id);
    const response = await call(endpoint, { ...request, token: getText(issued.json, 'access_token') });

    // The reference does not show who may create test users, and which resources an application owns (7, 2.1).
    const mayBeForbidden = endpoint === 'test-users' || grant === 'client_credentials';
    await expectToOpen(issued, response, mayBeForbidden);
  });
}

type Issue = (call: Call, given: Given, use: (issued: Pick<Issued, 'exchange'>) => Promise<void>) => Promise<void>;

/** Tokens from an unusual request. */
const unusual: readonly { words: string; many: number; issue: Issue }[] = [
  { words: 'each renewal', many: 4, issue: byRenewals },
  { words: 'a code beside what is not marked', many: 2, issue: besideUnmarked('authorization_code') },
  { words: 'a code that asks for every scope', many: 1, issue: withEveryScope },
  { words: 'a refresh token beside what is not marked', many: 1, issue: besideUnmarked('refresh_token') },
];

for (const { words, many, issue } of unusual) {
  const details = withCreation('checkout-preferences', many, covers('TOK-19'));

  test(`opens a creation with the token of ${words}`, details, async ({ call, given, tag }) => {
    let count = 0;
    await issue(call, given, async ({ exchange }) => {
      if (!isSuccess(exchange.status)) return; // judged where it is requested
      count += 1;
      const token = getText(exchange.json, 'access_token');
      const { body } = creations['checkout-preferences'](`${tag}-${count}`);
      const opened = await call('checkout-preferences', { token, body });
      await expectToOpen(exchange, opened);
    });
    if (count === 0) skipBecauseOfControl('TOK-01');
  });
}

/** Requests a token with only the fields that a grant needs. */
function plainly(grant: GrantType) {
  return async (call: Call, given: Given): Promise<Exchange> =>
    call('oauth-token', { body: tokenRequest(grant, await given(stateOf[grant])) });
}

/** Returns a response of a chain of renewals; its token is good until it expires, also after later ones (3). */
function ofChain(place: number) {
  return async (call: Call, given: Given): Promise<Exchange> => {
    const issued = (await renewals(call, given))[place];
    return issued?.exchange ?? plainly('authorization_code')(call, given);
  };
}

async function byRenewals(...[call, given, use]: Parameters<Issue>): Promise<void> {
  await eachRenewal(call, await given('an authorization code'), async (issued) => {
    if (issued.name !== 'the code') await use(issued);
  });
}

/** Uses the tokens of requests with unmarked fields or, if none is accepted, that of the plain request. */
function besideUnmarked(grant: GrantType): Issue {
  return async (call, given, use) => {
    let some = false;
    await eachUnmarked(grant, call, given, async (issued) => {
      some ||= isSuccess(issued.exchange.status);
      await use(issued);
    });
    if (!some) await use({ exchange: await plainly(grant)(call, given) });
  };
}

/** Uses the token of a request for every scope or, if it is rejected (2.1: not shown), that of the plain request. */
async function withEveryScope(...[call, given, use]: Parameters<Issue>): Promise<void> {
  const body = tokenRequest('authorization_code', await given('an authorization code'));
  const exchange = await call('oauth-token', { body: { ...body, scope: 'offline_access read write' } });
  await use({ exchange: isSuccess(exchange.status) ? exchange : await plainly('authorization_code')(call, given) });
}

/** The data that a step needs; a renewal changes the grant for later steps. */
interface Walk {
  readonly call: Call;
  readonly provoke: Call;
  readonly given: Given;
  readonly tag: string;
  readonly token: string;
  grant: Grant;
}

type Step = (walk: Walk) => Promise<void>;

const { DEPTH } = settings;

/** Every operation with valid and invalid requests. */
const steps: Readonly<Record<string, Step>> = {
  'a renewal': async (walk) => {
    const { call, given, grant } = walk;
    const renewed = await call('oauth-token', { body: tokenRequest('refresh_token', grant) });
    await expect(renewed).toBeAccepted();
    // The reference does not show if a refresh token works twice (3): without a new one, another grant takes over.
    const refresh_token = getText(renewed.json, 'refresh_token');
    const isNew = refresh_token !== '' && refresh_token !== grant.refresh_token;
    walk.grant = isNew ? { ...grant, refresh_token } : await given('a refresh token');
  },
  'a wrong client_secret': async ({ call, grant }) => {
    const body = tokenRequest('refresh_token', { ...grant, client_secret: madeUp(grant.client_secret) });
    await expect(await call('oauth-token', { body })).toBeError(400);
  },
  'malformed JSON': async ({ call }) => {
    await expect(await call('oauth-token', { text: '{"grant_type": ' })).toBeError(400);
  },
  'a preference': ({ call, token, tag }) =>
    expectAccepted(call, 'checkout-preferences', { token, body: usualPreference(tag) }),
  'a token with another end': async ({ provoke, token, tag }) => {
    const body = usualPreference(tag);
    const response = await provoke('checkout-preferences', { token: withOtherEnd(token), body });
    await expect(response).toBeError('4xx');
  },
  'a test user': ({ call, token, tag }) => expectAccepted(call, 'test-users', { token, body: testUser(tag) }),
  'an agreement': ({ call, token, tag }) => expectAccepted(call, 'wallet-agreements', { token, body: agreement(tag) }),
  'a cancellation': async ({ call, given }) => {
    const { access_token: token, ...path } = await given('a queued payment intent');
    await expectAccepted(call, 'point-payment-intents', { token, path });
  },
  'a deletion': async ({ call, given }) => {
    const { access_token: token, ...path } = await given('an open in-store order');
    await expectAccepted(call, 'instore-orders', { token, path });
  },
};

async function expectAccepted(call: Call, ...request: Parameters<Call>): Promise<void> {
  await expect(await call(...request)).toBeAccepted();
}

const length = { smoke: 1, standard: 2, full: 3 }[DEPTH];
const order = everyOrder(Object.values(steps), length);

/** A test of so many steps takes about ten seconds where each response takes 150 ms. */
const MOST = 50;

for (let first = 0; first < order.length; first += MOST) {
  const walk = order.slice(Math.max(0, first - length + 1), first + MOST); // begins with the steps before its first
  const count = (name: string) => walk.filter((step) => step === steps[name]).length;
  const users = withCreation('test-users', count('a test user'), covers('TOK-56'));
  const agreements = withCreation('wallet-agreements', count('an agreement'), users);
  const details = withCreation('checkout-preferences', count('a preference'), agreements);
  const title = `answers each operation after each other as if it came alone, from step ${first + 1}`;

  test(title, details, async ({ call, provoke, given, tag }) => {
    const { access_token: token } = await given('an access token');
    const walked: Walk = { call, provoke, given, tag, token, grant: await given('a refresh token') };

    for (const step of walk) await step(walked);
  });
}
