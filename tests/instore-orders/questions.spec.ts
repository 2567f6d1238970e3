import { covers } from '#api/covers';
import { isSuccess } from '#api/exchange';
import { getShape, summarizeResponse } from '#api/reply';
import { expect } from '#assertions/expect';
import { record } from '#assertions/observe';
import { test } from '#assertions/test';
import { madeUp } from '#factories/near-miss';
import { twoSellers } from '../cases/other-seller.ts';

test('What does deleting an order twice answer?', covers('ORD-02', 'ORD-60'), async ({ call, given }) => {
  const { access_token: token, ...path } = await given('an open in-store order');
  await expect(await call('instore-orders', { token, path })).toBeAccepted();

  const again = await call('instore-orders', { token, path });

  const isBare = !isSuccess(again.status) || again.text === '';
  await expect(again).toHold('no body at all where it succeeds again', isBare);
  record(summarizeResponse(again));
});

test('What does deleting an order that never was answer?', covers('ORD-61'), async ({ call, given }) => {
  const { access_token, ...path } = await given('an open in-store order');
  const never = { ...path, external_pos_id: madeUp(path.external_pos_id) };

  record(summarizeResponse(await call('instore-orders', { token: access_token, path: never })));
});

test('Which status does a deletion have?', covers('ORD-62'), async ({ baseline }) => {
  record({ status: (await baseline('instore-orders')).status });
});

test('What is the shape of a deletion error?', covers('ORD-63'), async ({ call, given }) => {
  const { access_token, ...path } = await given('an open in-store order');

  record(getShape((await call('instore-orders', { token: madeUp(access_token), path })).json));
});

test("What does deleting another seller's order answer?", covers('ORD-24', 'ORD-65'), async ({ call, given }) => {
  const { order, other } = await twoSellers(given);
  const { access_token: _, ...path } = order;

  const response = await call('instore-orders', { token: other.access_token, path });

  record(summarizeResponse(response));
  await expect(response).toBeError('4xx');
});
