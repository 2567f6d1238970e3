import { covers } from '#api/covers';
import { isSuccess } from '#api/exchange';
import { expect } from '#assertions/expect';
import { record } from '#assertions/observe';
import { test } from '#assertions/test';
import { madeUp } from '#factories/near-miss';
import { expectSomeOfThree } from '../cases/at-once.ts';

test('deletes an open order', covers('ORD-01'), async ({ baseline }) => {
  await expect(await baseline('instore-orders')).toBeAccepted();
});

test('deletes two open orders, the earlier one first', covers('ORD-01', 'ORD-02'), async ({ call, given }) => {
  const orders = [await given('an open in-store order'), await given('an open in-store order')];

  for (const { access_token: token, ...path } of orders)
    await expect(await call('instore-orders', { token, path })).toBeAccepted();
});

test('answers a deletion without any body', covers('ORD-02'), async ({ baseline }) => {
  const response = await baseline('instore-orders');

  await expect(response).toBeAccepted();
  await expect(response).toHold('no body at all', response.text === '');
});

// The reference does not show if an unknown order can be deleted; if not, a deletion without effect shows.
test('rejects a second deletion where it rejects one of nothing', covers('ORD-16'), async ({ call, given }) => {
  const { access_token, ...path } = await given('an open in-store order');
  const nothing = { ...path, external_pos_id: madeUp(path.external_pos_id) };
  const never = await call('instore-orders', { token: access_token, path: nothing });
  await call('instore-orders', { token: access_token, path });

  const second = await call('instore-orders', { token: access_token, path });

  const consistent = isSuccess(never.status) || !isSuccess(second.status);
  await expect(second).toHold('a rejection, as for an order that never was', consistent);
});

test(
  'How many of three deletions at once of one order succeed?',
  covers('ORD-23', 'ORD-64'),
  async ({ call, given }) => {
    const { access_token: token, ...path } = await given('an open in-store order');

    const send = () => call('instore-orders', { token, path });
    // 7: the listed status for a failed deletion is 500.
    record(await expectSomeOfThree(send, 'in_store_order_creation_error'));
  },
);
