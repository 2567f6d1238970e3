import { covers, withCreation } from '#api/covers';
import { getText } from '#api/exchange';
import type { Call } from '#assertions/call';
import { usualPreference } from '#assertions/control/controls';
import { expect } from '#assertions/expect';
import type { Given } from '#assertions/given';
import { test } from '#assertions/test';
import { agreement } from '#factories/agreement';
import { everyOrder } from '#factories/every-order';
import { madeUp } from '#factories/near-miss';
import { testUser } from '#factories/test-user';
import { type Grant, tokenRequest } from '#factories/token-request';
import { settings } from '#run/context';

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

const { DEPTH } = settings();

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
    const wrong = { client_secret: madeUp(grant.client_secret), refresh_token: madeUp(grant.refresh_token ?? '') };
    const body = tokenRequest('refresh_token', { ...grant, ...wrong });
    await expect(await call('oauth-token', { body })).toBeError(400);
  },
  'malformed JSON': async ({ call }) => {
    await expect(await call('oauth-token', { text: '{"grant_type": ' })).toBeError(400);
  },
  'a preference': async ({ call, token, tag }) => {
    const body = usualPreference(tag);
    await expect(await call('checkout-preferences', { token, body })).toBeAccepted();
  },
  'a made-up token': async ({ provoke, token, tag }) => {
    const body = usualPreference(tag);
    const response = await provoke('checkout-preferences', { token: madeUp(token), body });
    await expect(response).toBeError('4xx');
  },
  'a test user': async ({ call, token, tag }) => {
    await expect(await call('test-users', { token, body: testUser(tag) })).toBeAccepted();
  },
  'an agreement': async ({ call, token, tag }) => {
    await expect(await call('wallet-agreements', { token, body: agreement(tag) })).toBeAccepted();
  },
  'a cancellation': async ({ call, given }) => {
    const { access_token: own, ...path } = await given('a queued payment intent');
    await expect(await call('point-payment-intents', { token: own, path })).toBeAccepted();
  },
  'a deletion': async ({ call, given }) => {
    const { access_token: own, ...path } = await given('an open in-store order');
    await expect(await call('instore-orders', { token: own, path })).toBeAccepted();
  },
};

const length = { smoke: 1, standard: 2, full: 3 }[DEPTH];
const walk = everyOrder(Object.values(steps), length);
const ofEach = walk.filter((step) => step === steps['a test user']).length;

const covering = withCreation(
  'checkout-preferences',
  ofEach,
  withCreation('test-users', ofEach, withCreation('wallet-agreements', ofEach, covers('TOK-56'))),
);

test('answers each operation after each other as if it came alone', covering, async ({ call, provoke, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const walked: Walk = { call, provoke, given, tag, token, grant: await given('a refresh token') };

  for (const step of walk) await step(walked);
});
