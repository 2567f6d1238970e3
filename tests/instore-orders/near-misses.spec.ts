import { covers } from '#api/covers';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { nearMisses } from '#factories/near-miss';
import { alikeNumbers, nearIds, noNumbers } from '#factories/near-misses/ids';
import { mayBeNamed } from '#safety/deletions';

test('refuses a user_id that is almost a number', covers('ORD-10'), async ({ call, given }) => {
  const { access_token: token, ...path } = await given('an open in-store order');

  const others = nearMisses(noNumbers, path.user_id).filter(({ value }) =>
    mayBeNamed({ ...path, user_id: value }),
  );
  await eachCase(others, async ({ value: user_id, name }) => {
    const response = await call('instore-orders', { token, path: { ...path, user_id } });
    await expect.soft(response, name).toBeError(400, 'invalid_collectorId');
  });
});

test('handles a user_id that only some take for a number', covers('ORD-21'), async ({ call, given }) => {
  const { access_token: token, ...path } = await given('an open in-store order');

  const others = nearMisses(alikeNumbers, path.user_id).filter(({ value }) =>
    mayBeNamed({ ...path, user_id: value }),
  );
  await eachCase(others, async ({ value: user_id, name }) => {
    const response = await call('instore-orders', { token, path: { ...path, user_id } });
    // 7: the 500 that is listed for a deletion that failed may stand for an order that is not there.
    if (response.status === 500)
      await expect.soft(response, name).toBeError(500, 'in_store_order_creation_error');
    else await expect.soft(response, name).toBeHandled();
  });
});

// Whether an order that never was can be deleted is not shown; where it cannot, the order of the right id must be left.
test(
  'leaves an order alone whose external_pos_id is almost right',
  covers('ORD-22'),
  async ({ call, given }) => {
    const { access_token: token, ...path } = await given('an open in-store order');
    for (const { value: external_pos_id } of nearIds(path.external_pos_id)) {
      const other = { ...path, external_pos_id };
      if (mayBeNamed(other)) await call('instore-orders', { token, path: other });
    }

    await expect(await call('instore-orders', { token, path })).toBeAccepted();
  },
);
