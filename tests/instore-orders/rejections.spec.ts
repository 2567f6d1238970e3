import { covers } from '#api/covers';
import { isSuccess } from '#api/exchange';
import { eachCase, expect, test } from '#assertions/test';
import {
  alikeNumbers,
  joinedAlike,
  nearIds,
  noNumbers,
  otherNumbers,
  replaceId,
  unusualIds,
} from '#factories/near-misses/identifiers';
import { nearMisses } from '#factories/near-misses/texts';
import { tryOptional } from '#run/skip';
import { tokenRejections } from '../cases/rejections.ts';
import { preferred, preferredOtherwise } from '../cases/request-contexts.ts';
import { jsonRejection, rejectionWithoutEffect } from '../cases/shared-tests.ts';

test('rejects a user_id of letters', covers('ORD-10'), async ({ call, given }) => {
  const { access_token: token, ...own } = await given('an open in-store order');
  const path = { ...own, user_id: 'abc' };

  await expect(await call('instore-orders', { token, path })).toBeError(400, 'invalid_collectorId');
  // The reference shows no query: its own rejection may come first.
  const again = await call('instore-orders', { token, path, query: { user_id: own.user_id } });
  await expect(again, 'with the right one in the query').toBeError('4xx');
});

test('rejects an empty user_id', covers('ORD-10'), async ({ call, given }) => {
  const { access_token: token, external_pos_id } = await given('an open in-store order');

  const response = await call('instore-orders', { token, path: { user_id: '', external_pos_id } });

  // A router may know no path with an empty part.
  await expect(response).toHold('a rejection', !isSuccess(response.status));
});

/** The reference does not show which of the two is reported first. */
const either = ['invalid_collectorId', 'invalid_externalPosId'] as const;

for (const { name, id, change, code } of [
  { name: 'an empty external_pos_id', id: 'ORD-11', change: {}, code: 'invalid_externalPosId' },
  { name: 'a user_id of letters without an external_pos_id', id: 'ORD-10', change: { user_id: 'abc' }, code: either },
] as const)
  test(`rejects ${name}, after another rejection`, covers(id), async ({ call, given }) => {
    const { access_token: token, ...path } = await given('an open in-store order');
    await call('instore-orders', { token, path: { ...path, user_id: 'abc' } });

    for (const headers of [{}, preferred]) {
      const response = await call('instore-orders', {
        token,
        headers,
        path: { ...path, ...change, external_pos_id: '' },
      });
      await expect(response).toBeError(400, code);
    }
  });

test('answers 500 where the deletion fails inside the service', covers('ORD-14'), async ({ call, given }) => {
  const { access_token: token, ...path } = await given('an in-store order whose deletion fails inside the service');

  for (const [time, headers] of Object.entries({
    'the first time': {},
    'the second time': preferred,
    'as a page': preferredOtherwise,
  })) {
    const response = await call('instore-orders', { token, path, headers, expected: 500 });
    await expect(response, time).toBeError(500, 'in_store_order_creation_error');
  }
});

const rules = {
  missing: ['ORD-15', '4xx'],
  unknown: ['ORD-12', 400, 'invalid_access_token'],
  expired: ['ORD-13', 400, 'invalid_access_token'],
  otherScheme: ['ORD-20', '4xx'],
} as const;

for (const [title, details, body] of [
  ...tokenRejections('instore-orders', rules),
  // The reference does not show if a deleted order can be deleted again; if not, a deletion despite a rejection shows.
  rejectionWithoutEffect('instore-orders', 'ORD-25', rules),
  jsonRejection('instore-orders', 'ORD-03'),
])
  test(title, details, body);

for (const { title, id, ways, code } of [
  { title: 'rejects a user_id that is almost a number', id: 'ORD-10', ways: noNumbers, code: 'invalid_collectorId' },
  { title: 'handles a user_id that only some take for a number', id: 'ORD-21', ways: alikeNumbers, code: undefined },
] as const)
  test(title, covers(id), async ({ call, given, canNameInDeletion }) => {
    const { access_token: token, ...own } = await given('an open in-store order');
    const misses = replaceId(own, 'user_id', nearMisses(ways, own.user_id));
    const others = misses.filter(({ path }) => canNameInDeletion(path));

    await eachCase(others, async ({ name, path }) => {
      const response = await call('instore-orders', { token, path, headers: preferred });
      if (code) await expect.soft(response, name).toBeError(400, code);
      else await expect.soft(response, name).toBeHandled();
    });
  });

/** Returns paths that are almost that of an order. */
const listOthers = (path: Readonly<Record<'user_id' | 'external_pos_id', string>>) => [
  ...replaceId(path, 'external_pos_id', [...nearIds(path.external_pos_id), ...unusualIds]),
  ...replaceId(path, 'user_id', nearMisses(otherNumbers, path.user_id)),
  ...joinedAlike(path, 'user_id', 'external_pos_id'),
];

// The reference does not show if an unknown order can be deleted; if not, the order of the right id must remain.
test(
  'leaves an order alone whose path is almost right',
  covers('ORD-22'),
  async ({ call, given, canNameInDeletion }) => {
    const { access_token: token, ...own } = await given('an open in-store order');
    const others = listOthers(own).filter(({ path }) => canNameInDeletion(path));
    await eachCase(others, async ({ name, path }) => {
      await expect.soft(await call('instore-orders', { token, path }), name).toBeHandled();
    });
    const response = await call('instore-orders', { token, path: own });

    // An order for each path shows which of them deleted it.
    for (const { name } of isSuccess(response.status) ? [] : others) {
      const fresh = await tryOptional(() => given('an open in-store order'));
      if (!fresh) break;
      const { access_token: token, ...order } = fresh;
      for (const { path } of listOthers(order).filter((near) => near.name === name && canNameInDeletion(near.path)))
        await call('instore-orders', { token, path });
      await expect(await call('instore-orders', { token, path: order }), name).toBeAccepted();
    }
    await expect(response).toBeAccepted();
  },
);
