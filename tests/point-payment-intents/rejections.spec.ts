import { covers } from '#api/covers';
import { eachCase, expect, test } from '#assertions/test';
import { joinedAlike, nearIds, replaceId, unusualIds } from '#factories/near-misses/identifiers';
import { tokenRejections } from '../cases/rejections.ts';
import { preferredOtherwise } from '../cases/request-contexts.ts';
import { jsonRejection, rejectionWithoutEffect } from '../cases/shared-tests.ts';

const label = 'bad_request';
/** A rejection also applies with the optional header (4): the reference mentions no exception. */
const scopes = [{}, { ...preferredOtherwise, 'x-test-scope': 'sandbox' }];

for (const { state, id, status } of [
  { state: 'an expired access token', id: 'PNT-11', status: 401 },
  { state: 'an access token of an unregistered integrator', id: 'PNT-12', status: 403 },
  { state: 'a payment intent whose cancellation conflicts', id: 'PNT-13', status: 409 },
  { state: 'a payment intent whose cancellation fails inside the service', id: 'PNT-14', status: 500 },
] as const) {
  test(`answers ${status} to ${state}`, covers(id), async ({ call, given }) => {
    const values = await given(state);
    const { access_token: _, ...path } = 'device_id' in values ? values : await given('a queued payment intent');
    const request = { token: values.access_token, path, expected: status };

    for (const headers of scopes) {
      const response = await call('point-payment-intents', { ...request, headers });
      await expect(response).toBeError(status, { label });
    }
  });
}

const rules = {
  missing: ['PNT-15', '4xx'],
  unknown: ['PNT-10', 401, { label }],
  expired: ['PNT-11', 401, { label }],
  otherScheme: ['PNT-20', '4xx'],
  forbidden: { state: 'an access token of an unregistered integrator', rule: ['PNT-12', 403, { label }] },
} as const;

for (const [title, details, body] of [
  ...tokenRejections('point-payment-intents', rules),
  rejectionWithoutEffect('point-payment-intents', 'PNT-25', rules),
  jsonRejection('point-payment-intents', 'PNT-04'),
])
  test(title, details, body);

for (const { name, words, covering } of [
  { name: 'device_id', words: 'device', covering: covers('PNT-16') },
  { name: 'payment_intent_id', words: 'own id', covering: covers('PNT-21') },
] as const)
  test(
    `leaves a payment intent alone whose ${words} is almost right`,
    covering,
    async ({ call, given, canNameInDeletion }) => {
      const { access_token: token, ...own } = await given('a queued payment intent');

      const others = [
        ...replaceId(own, name, [...nearIds(own[name]), ...unusualIds]),
        ...(name === 'device_id' ? joinedAlike(own, 'device_id', 'payment_intent_id') : []),
      ].filter(({ path }) => canNameInDeletion(path));
      await eachCase(others, async ({ name: near, path }, turn) => {
        const headers = scopes[turn % scopes.length] ?? {};
        const response = await call('point-payment-intents', { token, path, headers });
        await expect.soft(response, near).toBeError('4xx');
      });

      await expect(await call('point-payment-intents', { token, path: own })).toBeAccepted();
    },
  );
