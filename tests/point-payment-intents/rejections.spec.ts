import { covers } from '#api/covers';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { madeUp } from '#factories/near-miss';
import { nearIds, unusualIds } from '#factories/near-misses/ids';
import { canNameInDeletion } from '#safety/deletions';
import { tokenRejections } from '../cases/token-rejections.ts';

const label = 'bad_request';
/** A rejection holds with the optional header too (4): nothing is said of one that it takes back. */
const scopes = [{}, { 'x-test-scope': 'sandbox' }];

test('refuses a made-up token', covers('PNT-10'), async ({ call, given }) => {
  const { access_token, ...path } = await given('a queued payment intent');

  const response = await call('point-payment-intents', { token: madeUp(access_token), path });

  await expect(response).toBeError(401, { label });
});

for (const { state, id, status } of [
  { state: 'an expired access token', id: 'PNT-11', status: 401 },
  { state: 'an access token of an unregistered integrator', id: 'PNT-12', status: 403 },
] as const) {
  test(`refuses ${state}`, covers(id), async ({ call, given }) => {
    const { access_token: _, ...path } = await given('a queued payment intent');
    const { access_token } = await given(state);

    for (const headers of scopes) {
      const response = await call('point-payment-intents', { token: access_token, path, headers, expected: status });
      await expect(response).toBeError(status, { label });
    }
  });
}

for (const { state, id, status } of [
  { state: 'a payment intent whose cancellation conflicts', id: 'PNT-13', status: 409 },
  { state: 'a payment intent whose cancellation fails inside the service', id: 'PNT-14', status: 500 },
] as const) {
  test(`answers ${status} to ${state}`, covers(id), async ({ call, given }) => {
    const { access_token: token, ...path } = await given(state);

    for (const headers of scopes) {
      const response = await call('point-payment-intents', { token, path, headers, expected: status });
      await expect(response).toBeError(status, { label });
    }
  });
}

test('refuses a cancellation without a token', covers('PNT-15'), async ({ call, given }) => {
  const { access_token: _, ...path } = await given('a queued payment intent');

  const response = await call('point-payment-intents', { path });

  await expect(response).toBeError('4xx');
});

test('does nothing where the token is refused', covers('PNT-25'), async ({ call, given }) => {
  const { access_token: token, ...path } = await given('a queued payment intent');
  await call('point-payment-intents', { token: madeUp(token), path });
  await call('point-payment-intents', { path });

  await expect(await call('point-payment-intents', { token, path })).toBeAccepted();
});

test('answers a refusal in JSON', covers('PNT-04'), async ({ call, given }) => {
  const { access_token, ...path } = await given('a queued payment intent');

  await expect(await call('point-payment-intents', { token: madeUp(access_token), path })).toBeJson();
});

for (const { name, words, covering } of [
  { name: 'device_id', words: 'device', covering: covers('PNT-16') },
  { name: 'payment_intent_id', words: 'own id', covering: covers('PNT-21') },
] as const) {
  test(`leaves a payment intent alone whose ${words} is almost right`, covering, async ({ call, given }) => {
    const { access_token: token, ...path } = await given('a queued payment intent');

    const misses = [...nearIds(path[name]), ...unusualIds];
    const others = misses.map((near) => ({ ...near, other: { ...path, [name]: near.value } }));
    await eachCase(
      others.filter(({ other }) => canNameInDeletion(other)),
      async (near, turn) => {
        const headers = scopes[turn % scopes.length];
        const response = await call('point-payment-intents', { token, path: near.other, ...(headers && { headers }) });
        await expect.soft(response, near.name).toBeError('4xx');
      },
    );

    // It is still there to be cancelled.
    await expect(await call('point-payment-intents', { token, path })).toBeAccepted();
  });
}

const tokenTests = tokenRejections('point-payment-intents', {
  missing: { covering: covers('PNT-15'), error: ['4xx'] },
  madeUp: { covering: covers('PNT-10'), error: [401, { label: 'bad_request' }] },
  expired: { covering: covers('PNT-11'), error: [401, { label: 'bad_request' }] },
  forbidden: {
    state: 'an access token of an unregistered integrator',
    covering: covers('PNT-12'),
    error: [403, { label: 'bad_request' }],
  },
  otherScheme: { covering: covers('PNT-20'), error: ['4xx'] },
});

for (const { title, covering, body } of tokenTests) test(title, covering, body);
