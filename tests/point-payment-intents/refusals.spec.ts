import { covers } from '#api/covers';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { madeUp } from '#factories/near-miss';

const label = 'bad_request';

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

    // Nothing is said of a refusal that x-test-scope takes back (4).
    for (const headers of [{}, { 'x-test-scope': 'sandbox' }]) {
      const response = await call('point-payment-intents', {
        token: access_token,
        path,
        headers,
        expected: status,
      });
      await expect(response).toBeError(status, { label });
    }
  });
}

for (const { state, id, status } of [
  { state: 'a payment intent whose cancellation conflicts', id: 'PNT-13', status: 409 },
  { state: 'a payment intent whose cancellation fails inside the service', id: 'PNT-14', status: 500 },
] as const) {
  test(`answers ${status} to ${state}`, covers(id), async ({ call, given }) => {
    const { access_token, ...path } = await given(state);

    const response = await call('point-payment-intents', { token: access_token, path, expected: status });

    await expect(response).toBeError(status, { label });
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
