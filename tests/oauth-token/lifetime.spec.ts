import { setTimeout as sleep } from 'node:timers/promises';
import { covers, withCreation } from '#api/covers';
import { type Exchange, getText, isSuccess } from '#api/exchange';
import type { Call } from '#assertions/call';
import { usualPreference } from '#assertions/control/controls';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { agreement } from '#factories/agreement';
import { madeUp } from '#factories/near-miss';
import { testUser } from '#factories/test-user';
import { type Grant, tokenRequest } from '#factories/token-request';
import { settings } from '#run/context';
import { createUnknownId } from '#run/made-up-values';
import { tryOptional } from '#run/skip';
import { tokenIn } from './issued.ts';

/** Milliseconds before a code or a token is used again: more than a second, far less than hours. */
const wait = { smoke: 0, standard: 1_100, full: 20_000 }[settings().DEPTH];

const lifetime = covers('TOK-05');
const creatingEach = withCreation('test-users', 2, withCreation('wallet-agreements', 2, lifetime));

test(
  'accepts an access token again, on each operation and after rejections',
  withCreation('checkout-preferences', 3, creatingEach),
  async ({ call, provoke, given, tag }) => {
    const { access_token: token } = await given('an access token');
    const bodies = {
      'checkout-preferences': usualPreference(tag),
      'test-users': testUser(tag),
      'wallet-agreements': agreement(tag),
    } as const;
    const endpoints = ['checkout-preferences', 'test-users', 'wallet-agreements'] as const;

    for (const time of ['first', 'after the rejections']) {
      for (const endpoint of endpoints)
        await expect(await call(endpoint, { token, body: bodies[endpoint] }), time).toBeAccepted();
      for (const endpoint of endpoints)
        await provoke(endpoint, { token, text: JSON.stringify(bodies[endpoint]).slice(1) });
      await provoke('instore-orders', { token, path: { user_id: 'unknown', external_pos_id: createUnknownId('pos') } });
      const ids = { device_id: createUnknownId('device'), payment_intent_id: createUnknownId('intent') };
      await provoke('point-payment-intents', { token, path: ids });
    }
    const last = await call('checkout-preferences', { token, body: bodies['checkout-preferences'] });
    await expect(last, 'at the end').toBeAccepted();
  },
);

/** States whose access token is sent once to the operation of the state and must still be valid after that. */
const used = [
  { state: 'a queued payment intent', endpoint: 'point-payment-intents' },
  { state: 'a payment intent whose cancellation conflicts', endpoint: 'point-payment-intents', expected: 409 },
  {
    state: 'a payment intent whose cancellation fails inside the service',
    endpoint: 'point-payment-intents',
    expected: 500,
  },
  { state: 'an open in-store order', endpoint: 'instore-orders' },
  { state: 'an in-store order whose deletion fails inside the service', endpoint: 'instore-orders', expected: 500 },
  { state: 'an access token that may not create test users', endpoint: 'test-users', expected: 403 },
  { state: 'an access token with which creating a test user finds no resource', endpoint: 'test-users', expected: 404 },
  {
    state: 'an access token with which creating a test user fails inside the service',
    endpoint: 'test-users',
    expected: 500,
  },
] as const;

test(
  'accepts an access token after what its state is about',
  withCreation('checkout-preferences', used.length, lifetime),
  async ({ call, provoke, given, tag }) => {
    const body = usualPreference(tag);

    await eachCase(used, async ({ state, endpoint, ...expected }) => {
      const values = await tryOptional(() => given(state));
      if (values === undefined) return;
      const { access_token: token, ...path } = values;
      if (endpoint === 'test-users') await provoke(endpoint, { token, body: testUser(tag), ...expected });
      else await call(endpoint, { token, path, ...expected });

      const response = await call('checkout-preferences', { token, body });

      // The reference does not show which tokens may create a preference (5): another, unused token shows it.
      const isOpen = async () =>
        isSuccess((await call('checkout-preferences', { token: (await given(state)).access_token, body })).status);
      const isDead = !isSuccess(response.status) && (await isOpen());
      await expect.soft(response, state).toHold('an access token that is good until it expires', !isDead);
    });
  },
);

const issuing = withCreation('checkout-preferences', 9, lifetime);

test('accepts every issued access token until it expires', issuing, async ({ call, given, tag }) => {
  const use = openerOf(call, tag);
  const grant = await given('an authorization code');
  const code = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
  await use(code, 'of the code');
  const renewal = await call('oauth-token', {
    body: tokenRequest('refresh_token', { ...grant, refresh_token: tokenIn(code, 'refresh_token') }),
  });
  await use(renewal, 'of the renewal');
  await use(code, 'of the code, after its renewal');
  const own = await tryOptional(() => given('an application'));
  const twice = own ? await askTwice(call, own) : [];
  for (const exchange of twice) await use(exchange, 'of the client');
  await sleep(wait);
  for (const exchange of [code, renewal, ...twice]) await use(exchange, 'at the end');
});

test('exchanges a code that is not fresh', covers('TOK-01'), async ({ call, given }) => {
  const body = tokenRequest('authorization_code', await given('an authorization code'));
  await sleep(wait);

  await expect(await call('oauth-token', { body })).toBeAccepted();
});

test(
  'renews access after its access token was used',
  withCreation('checkout-preferences', 1, covers('TOK-10')),
  async ({ call, given, tag }) => {
    const grant = await given('an authorization code');
    const code = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
    const refresh_token = tokenIn(code, 'refresh_token');
    await openerOf(call, tag)(code, 'of the code');
    await sleep(wait);

    const renewal = await call('oauth-token', { body: tokenRequest('refresh_token', { ...grant, refresh_token }) });

    // 2.1: it renews an invalid or expired access token, so it is valid for at least as long.
    await expect(renewal).toBeAccepted();
  },
);

/** Returns a function that sends an issued token: a token that opened a creation before must open it again. */
function openerOf(call: Call, tag: string) {
  const opened = new Set<string>();
  return async ({ json }: Exchange, name: string): Promise<void> => {
    const token = getText(json, 'access_token');
    if (token === '') return;
    const response = await call('checkout-preferences', { token, body: usualPreference(tag) });
    const isDead = !isSuccess(response.status) && opened.has(token);
    if (isSuccess(response.status)) opened.add(token);
    await expect(response, name).toHold('an access token that is good until it expires', !isDead);
  };
}

/** Requests two tokens of an application and, with a wrong secret, fails to get a third. */
async function askTwice(call: Call, application: Grant): Promise<Exchange[]> {
  const body = tokenRequest('client_credentials', application);
  const first = await call('oauth-token', { body });
  const second = await call('oauth-token', { body });
  await call('oauth-token', { body: { ...body, client_secret: madeUp(application.client_secret) } });
  return [first, second].filter(({ status }) => isSuccess(status));
}
