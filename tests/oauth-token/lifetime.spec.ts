import { setTimeout as sleep } from 'node:timers/promises';
import { covers, withCreation } from '#api/covers';
import { type Exchange, getField, getText, isSuccess } from '#api/exchange';
import type { RequirementId } from '#api/register';
import { usualPreference } from '#assertions/control/controls';
import { type Call, eachCase, expect, type Given, settings, test } from '#assertions/test';
import { madeUp } from '#factories/near-misses/texts';
import { agreement, testUser, tokenRequest } from '#factories/request-bodies';
import { createUnknownId, seededWord } from '#redaction/made-up-values';
import { skipBecauseOfControl, tryOptional } from '#run/skip';
import { listOtherPlaces } from '../cases/request-contexts.ts';
import { requireToken } from './issued.ts';

/** Milliseconds before a code or a token is used again: more than a second, far less than hours. */
const wait = { smoke: 0, standard: 1_010, full: 20_000 }[settings.DEPTH];

const lifetime = covers('TOK-05');
const creatingEach = withCreation('test-users', 2, withCreation('wallet-agreements', 2, lifetime));

test(
  'accepts an access token again, on each operation and after rejections',
  withCreation('checkout-preferences', 3, creatingEach),
  async ({ call, provoke, given, tag }) => {
    const { access_token: token } = await given('an access token');
    for (const time of ['first', 'after the rejections']) {
      const creations = listCreations(`${tag}-${time.length}`); // a seller's references may have to differ
      for (const [endpoint, body] of creations)
        await expect(await call(endpoint, { token, body }), time).toBeAccepted();
      for (const [endpoint, body] of creations) await provoke(endpoint, { token, text: JSON.stringify(body).slice(1) });
      await provokeDeletions(provoke, token);
    }
    // The reference does not show if a token may delete another seller's order; if not, it must stay valid.
    const order = await tryOptional(() => given('an open in-store order'));
    if (order) {
      const { access_token: _, ...path } = order;
      await call('instore-orders', { token, path });
    }
    const last = await call('checkout-preferences', { token, body: usualPreference(tag) });
    await expect(last, "after another seller's order").toBeAccepted();
  },
);

function listCreations(tag: string) {
  return [
    ['checkout-preferences', usualPreference(tag)],
    ['test-users', testUser(tag)],
    ['wallet-agreements', agreement(tag)],
  ] as const;
}

async function provokeDeletions(provoke: Call, token: string): Promise<void> {
  await provoke('instore-orders', { token, path: { user_id: 'unknown', external_pos_id: createUnknownId('pos') } });
  const ids = { device_id: createUnknownId('device'), payment_intent_id: createUnknownId('intent') };
  const cancelled = await provoke('point-payment-intents', { token, path: ids });
  await expect(cancelled).toHold('no 401, which is for an invalid token', cancelled.status !== 401);
}

const exposing = withCreation('checkout-preferences', 1, covers('TOK-56'));

// The reference does not show what makes a token invalid before it expires (2.1): a service may revoke an exposed one.
test('accepts an access token that was sent as something else', exposing, async ({ call, provoke, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const body = usualPreference(tag);
  const basic = { headers: { authorization: `Basic ${token}` } };
  for (const place of [...listOtherPlaces(token), basic]) await provoke('checkout-preferences', { body, ...place });
  const grant = await tryOptional(() => given('an authorization code'));
  if (grant) await call('oauth-token', { body: tokenRequest('authorization_code', { ...grant, code: token }) });

  await expect(await call('checkout-preferences', { token, body })).toBeAccepted();
});

const creatingTwo = withCreation('test-users', 1, withCreation('wallet-agreements', 1, covers('TOK-56')));

test('creates what was rejected with a wrong token', creatingTwo, async ({ call, provoke, given, tag }) => {
  const { access_token: right } = await given('an access token');
  for (const [endpoint, body, id] of [
    ['test-users', testUser(tag), 'USR-13'],
    ['wallet-agreements', agreement(tag), 'WAL-13'],
  ] as const) {
    const wrong = await provoke(endpoint, { token: madeUp(right), body });
    if (isSuccess(wrong.status)) skipBecauseOfControl(id);
    await expect(await call(endpoint, { token: right, body }), endpoint).toBeAccepted();
  }
});

/** States whose access token is sent once to the operation of the state and must still be valid after that. */
const used = [
  ['a queued payment intent', 'point-payment-intents', {}],
  ['a queued payment intent', 'point-payment-intents', { headers: { 'x-test-scope': 'sandbox' } }],
  ['a payment intent whose cancellation conflicts', 'point-payment-intents', { expected: 409 }],
  ['a payment intent whose cancellation fails inside the service', 'point-payment-intents', { expected: 500 }],
  ['an open in-store order', 'instore-orders', {}],
  ['an in-store order whose deletion fails inside the service', 'instore-orders', { expected: 500 }],
  ['an access token that may not create test users', 'test-users', { expected: 403 }],
  ['an access token with which creating a test user finds no resource', 'test-users', { expected: 404 }],
  ['an access token with which creating a test user fails inside the service', 'test-users', { expected: 500 }],
] as const;

const creatingOfEach = withCreation('checkout-preferences', used.length, lifetime);

test('accepts an access token after what its state is about', creatingOfEach, async ({ call, provoke, given, tag }) => {
  const body = usualPreference(tag);

  const exercised = await eachCase(used, async ([state, endpoint, expected]) => {
    const values = await tryOptional(() => given(state));
    if (values === undefined) return false;
    const { access_token: token, ...path } = values;
    if (endpoint === 'test-users') await provoke(endpoint, { token, body: testUser(tag), ...expected });
    else await call(endpoint, { token, path, ...expected });

    const response = await call('checkout-preferences', { token, body });

    // The reference does not show which tokens may create a preference (5): another, unused token shows it.
    const isOpen = async () =>
      isSuccess((await call('checkout-preferences', { token: (await given(state)).access_token, body })).status);
    const isDead = !isSuccess(response.status) && (await isOpen());
    await expect.soft(response, state).toHold('an access token that is good until it expires', !isDead);
    return true;
  });
  if (!exercised.includes(true)) await given(used[0][0]);
});

/** Renews the tokens of a code after a while in which its access token was used; sent once, so that two tests wait once. */
const renewUsed = (call: Call, given: Given, tag: string) =>
  call.once('a renewal after use', async () => {
    const grant = await given('an authorization code');
    const code = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
    const refresh_token = requireToken(code, 'refresh_token');
    await getOpener(call, `${tag}-used`)(code, 'of the code');
    await call('oauth-token', { body: tokenRequest('client_credentials', grant) }); // judged by TOK-11
    await sleep(wait);
    const body = tokenRequest('refresh_token', { ...grant, refresh_token });
    return [{ name: 'after its access token was used', exchange: await call('oauth-token', { body }) }];
  });

const issuing = withCreation('checkout-preferences', 10, lifetime);

test('accepts every issued access token until it expires', issuing, async ({ call, given, tag }) => {
  const use = getOpener(call, tag);
  const grant = await given('an authorization code');
  const ofClient = tokenRequest('client_credentials', grant);
  const first = await call('oauth-token', { body: ofClient });
  await use(first, 'of the client, before its code');
  const code = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
  await use(code, 'of the code');
  const ofCode = { ...grant, refresh_token: requireToken(code, 'refresh_token') };
  const renewal = await call('oauth-token', { body: tokenRequest('refresh_token', ofCode) });
  await use(renewal, 'of the renewal');
  await use(code, 'of the code, after its renewal');
  const refresh_token = getText(renewal.json, 'refresh_token') || ofCode.refresh_token;
  for (const wrong of [{ client_secret: madeUp(grant.client_secret) }, { scope: seededWord('scope') }])
    await call('oauth-token', { body: { ...tokenRequest('refresh_token', { ...grant, refresh_token }), ...wrong } });
  const second = await call('oauth-token', { body: ofClient });
  await use(second, 'of the client, the second');
  await call('oauth-token', { body: { ...ofClient, client_secret: madeUp(grant.client_secret) } });
  await call('oauth-token', { body: { ...ofClient, test_token: 'true' } });
  const issued = [first, second].filter(({ status }) => isSuccess(status));
  for (const exchange of issued)
    await expect(exchange).toHold('the expires_in of its first token', getLife(exchange) === getLife(issued[0]));
  await renewUsed(call, given, tag);
  for (const exchange of [...issued, code, renewal]) await use(exchange, 'at the end');
});

test('exchanges a code that is not fresh, after its client got a token', covers('TOK-01'), async ({ call, given }) => {
  const grant = await given('an authorization code', settings.DEPTH === 'full' ? 61_000 : wait); // some end it after a minute
  await call('oauth-token', { body: tokenRequest('client_credentials', grant) });

  await expect(await call('oauth-token', { body: tokenRequest('authorization_code', grant) })).toBeAccepted();
});

const scope = seededWord('scope');

const asExchange = (body: unknown) =>
  JSON.stringify(body).replace('refresh_token', 'authorization_code').replace('refresh_token', 'code');

/** Changes that are rejected, and the requirement of the rejection; the last one is malformed JSON. */
const rejections: readonly { id: RequirementId; change?: object; write?: (body: unknown) => string }[] = [
  { id: 'TOK-21', change: { client_secret: undefined } },
  { id: 'TOK-34', write: asExchange },
  { id: 'TOK-29', change: { client_secret: seededWord('secret') } },
  { id: 'TOK-30', change: { grant_type: seededWord('type') } },
  { id: 'TOK-42', change: { scope } },
  { id: 'TOK-24', change: { [seededWord('parameter')]: 'text' } },
  { id: 'TOK-26', write: (body) => JSON.stringify(body).slice(0, -1) },
];

test('renews after each rejection', covers('TOK-56'), async ({ call, given }) => {
  const { client_id, client_secret } = (await tryOptional(() => given('another application'))) ?? {};
  const another = client_id ? [{ id: 'TOK-39', change: { client_id, client_secret } } as const] : [];
  const accepted = await eachCase([...rejections, ...another], async ({ id, change, ...sent }) => {
    const body = tokenRequest('refresh_token', await given('a refresh token'));
    const rejected = await call('oauth-token', { body: { ...body, ...change }, ...sent });
    if (isSuccess(rejected.status)) return [id];

    const renewed = await call('oauth-token', { body });
    await expect.soft(renewed, id).toBeAccepted();
    const isGranted = getText(renewed.json, 'scope').split(' ').includes(scope);
    await expect.soft(renewed, id).toHold('no scope of a rejected request', !isGranted);
    return [];
  });
  // What is accepted used its token up: the others are judged, and it shows under its own requirement.
  for (const id of accepted.flat()) skipBecauseOfControl(id);
});

const renewing = withCreation('checkout-preferences', 1, covers('TOK-10'));

test('renews access after its access token was used', renewing, async ({ call, given, tag }) => {
  // 2.1: it renews an invalid or expired access token, so it is valid for at least as long.
  await eachCase(await renewUsed(call, given, tag), async ({ exchange }) => expect.soft(exchange).toBeAccepted());
});

/** Returns a function that sends an issued token: a token that opened a creation before must open it again. */
function getOpener(call: Call, tag: string) {
  const opened = new Set<string>();
  let count = 0;
  return async ({ json }: Exchange, name: string): Promise<void> => {
    const token = getText(json, 'access_token');
    if (token === '') return;
    count += 1;
    const response = await call('checkout-preferences', { token, body: usualPreference(`${tag}-${count}`) });
    const isDead = !isSuccess(response.status) && opened.has(token);
    if (isSuccess(response.status)) opened.add(token);
    await expect(response, name).toHold('an access token that is good until it expires', !isDead);
  };
}

const getLife = (exchange: Exchange | undefined) => getField(exchange?.json, 'expires_in');
