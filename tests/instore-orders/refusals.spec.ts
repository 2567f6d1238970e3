import { covers } from '#api/covers';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { madeUp } from '#factories/near-miss';

for (const [name, user_id] of [
  ['of letters', () => 'abc'],
  ['that begins with digits', () => '12abc'],
  ['that is its own with a letter behind', (own: string) => `${own}x`],
] as const) {
  test(`refuses a user_id ${name}`, covers('ORD-10'), async ({ call, given }) => {
    const { access_token, ...path } = await given('an open in-store order');

    for (const time of ['first', 'second']) {
      const response = await call('instore-orders', {
        token: access_token,
        path: { ...path, user_id: user_id(path.user_id) },
      });

      await expect(response, `the ${time} time`).toBeError(400, 'invalid_collectorId');
    }
  });
}

test('refuses an empty external_pos_id', covers('ORD-11'), async ({ call, given }) => {
  const { access_token, user_id } = await given('an open in-store order');

  const response = await call('instore-orders', {
    token: access_token,
    path: { user_id, external_pos_id: '' },
  });

  await expect(response).toBeError(400, 'invalid_externalPosId');
});

test('refuses a made-up token', covers('ORD-12'), async ({ call, given }) => {
  const { access_token, ...path } = await given('an open in-store order');

  const response = await call('instore-orders', { token: madeUp(access_token), path });

  await expect(response).toBeError(400, 'invalid_access_token');
});

test('refuses an expired token', covers('ORD-13'), async ({ call, given }) => {
  const { access_token: _, ...path } = await given('an open in-store order');
  const { access_token } = await given('an expired access token');

  const response = await call('instore-orders', { token: access_token, path });

  await expect(response).toBeError(400, 'invalid_access_token');
});

test('answers 500 where the deletion fails inside the service', covers('ORD-14'), async ({ call, given }) => {
  const { access_token, ...path } = await given('an in-store order whose deletion fails inside the service');

  const response = await call('instore-orders', { token: access_token, path, expected: 500 });

  await expect(response).toBeError(500, 'in_store_order_creation_error');
});

test('refuses a deletion without a token', covers('ORD-15'), async ({ call, given }) => {
  const { access_token: _, ...path } = await given('an open in-store order');

  const response = await call('instore-orders', { path });

  await expect(response).toBeError('4xx');
});

// Whether an order that was deleted can be deleted is not shown; where it cannot, what was refused and done shows.
test('does nothing where the token is refused', covers('ORD-25'), async ({ call, given }) => {
  const { access_token: token, ...path } = await given('an open in-store order');
  await call('instore-orders', { token: madeUp(token), path });
  await call('instore-orders', { path });

  await expect(await call('instore-orders', { token, path })).toBeAccepted();
});

test('answers a refusal in JSON', covers('ORD-03'), async ({ call, given }) => {
  const { access_token, ...path } = await given('an open in-store order');

  await expect(await call('instore-orders', { token: madeUp(access_token), path })).toBeJson();
});
