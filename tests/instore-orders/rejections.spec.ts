import { covers } from '#api/covers';
import { isSuccess } from '#api/exchange';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { alikeNumbers, nearIds, noNumbers, otherNumbers, unusualIds } from '#factories/near-misses/identifiers';
import { madeUp, nearMisses } from '#factories/near-misses/texts';
import { skipBecauseOfControl, tryOptional } from '#run/skip';
import { expectHandled, listedFailure } from '../cases/questions.ts';
import { tokenRejections } from '../cases/rejections.ts';
import { preferred, wrongTokens } from '../cases/request-contexts.ts';

for (const [name, user_id] of [
  ['of letters', () => 'abc'],
  ['that begins with digits', () => '12abc'],
  ['that is its own as a BigInt literal', (own: string) => `${own}n`],
] as const) {
  test(`rejects a user_id ${name}`, covers('ORD-10'), async ({ call, given }) => {
    const { access_token: token, ...own } = await given('an open in-store order');
    const path = { ...own, user_id: user_id(own.user_id) };

    await expect(await call('instore-orders', { token, path })).toBeError(400, 'invalid_collectorId');
    // The reference shows no query: its own rejection may come first.
    const again = await call('instore-orders', { token, path, query: { user_id: own.user_id } });
    await expect(again, 'with the right one in the query').toBeError('4xx');
  });
}

test('rejects an empty user_id', covers('ORD-10'), async ({ call, given }) => {
  const { access_token: token, external_pos_id } = await given('an open in-store order');

  const response = await call('instore-orders', { token, path: { user_id: '', external_pos_id } });

  // A router may know no path with an empty part.
  await expect(response).toHold('a rejection', !isSuccess(response.status));
});

const codes = ['invalid_collectorId', 'invalid_externalPosId'] as const;

for (const [name, id, change, code] of [
  ['an empty external_pos_id', 'ORD-11', { external_pos_id: '' }, codes[1]],
  // The reference does not show which of the two is reported first.
  ['a user_id of letters without an external_pos_id', 'ORD-10', { user_id: 'abc', external_pos_id: '' }, codes],
] as const)
  test(`rejects ${name}, after another rejection`, covers(id), async ({ call, given }) => {
    const { access_token: token, ...path } = await given('an open in-store order');
    await call('instore-orders', { token, path: { ...path, user_id: 'abc' } });

    const response = await call('instore-orders', { token, path: { ...path, ...change } });

    await expect(response).toBeError(400, code);
  });

test('answers 500 where the deletion fails inside the service', covers('ORD-14'), async ({ call, given }) => {
  const { access_token: token, ...path } = await given('an in-store order whose deletion fails inside the service');

  for (const [time, headers] of [
    ['first', {}],
    ['second', preferred],
  ] as const) {
    const response = await call('instore-orders', { token, path, headers, expected: 500 });
    await expect(response, `the ${time} time`).toBeError(500, listedFailure);
  }
});

// The reference does not show if a deleted order can be deleted again; if not, a deletion despite a rejection shows.
test('does nothing where the token is rejected', covers('ORD-25'), async ({ call, given }) => {
  const { access_token: token, ...path } = await given('an open in-store order');
  const expired = await tryOptional(() => given('an expired access token'));
  const attempts = [
    ['ORD-12', { token: madeUp(token) }],
    ['ORD-15', {}],
    ['ORD-20', { headers: { authorization: `Basic ${token}` } }],
    ['ORD-13', expired && { token: expired.access_token }],
  ] as const;
  for (const [id, request] of attempts) {
    const response = request && (await call('instore-orders', { ...request, path }));
    if (response && isSuccess(response.status)) skipBecauseOfControl(id);
  }

  await expect(await call('instore-orders', { token, path })).toBeAccepted();
});

test('answers a rejection in JSON', covers('ORD-03'), async ({ call, given }) => {
  const { access_token, ...path } = await given('an open in-store order');

  await eachCase(await wrongTokens(given, access_token), async (wrong) => {
    await expect.soft(await call('instore-orders', { ...wrong, path })).toBeJson();
  });
});

for (const [title, id, ways, isHandled] of [
  ['rejects a user_id that is almost a number', 'ORD-10', noNumbers, false],
  ['handles a user_id that only some take for a number', 'ORD-21', alikeNumbers, true],
] as const)
  test(title, covers(id), async ({ call, given, canNameInDeletion }) => {
    const { access_token: token, ...path } = await given('an open in-store order');

    const others = nearMisses(ways, path.user_id)
      .map(({ name, value }) => ({ name, other: { ...path, user_id: value } }))
      .filter(({ other }) => canNameInDeletion(other));
    await eachCase(others, async ({ name, other }) => {
      const response = await call('instore-orders', { token, path: other });
      if (isHandled) await expectHandled(response, name);
      else await expect.soft(response, name).toBeError(400, 'invalid_collectorId');
    });
  });

// The reference does not show if an unknown order can be deleted; if not, the order of the right id must remain.
test(
  'leaves an order alone whose path is almost right',
  covers('ORD-22'),
  async ({ call, given, canNameInDeletion }) => {
    const { access_token: token, ...path } = await given('an open in-store order');
    const others = [
      ...[...nearIds(path.external_pos_id), ...unusualIds].map(({ name, value }) => ({
        name,
        other: { ...path, external_pos_id: value },
      })),
      ...nearMisses(otherNumbers, path.user_id).map(({ name, value }) => ({
        name: `of the user_id ${name}`,
        other: { ...path, user_id: value },
      })),
    ].filter(({ other }) => canNameInDeletion(other));
    await eachCase(others, async ({ name, other }) => {
      await expectHandled(await call('instore-orders', { token, path: other }), name);
    });

    await expect(await call('instore-orders', { token, path })).toBeAccepted();
  },
);

for (const { name, covering, run } of [
  ...tokenRejections('instore-orders', {
    missing: [covers('ORD-15'), '4xx'],
    madeUp: [covers('ORD-12'), 400, 'invalid_access_token'],
    expired: [covers('ORD-13'), 400, 'invalid_access_token'],
    otherScheme: [covers('ORD-20'), '4xx'],
    listedFailure,
  }),
])
  test(`rejects ${name}`, covering, run);
