import { covers } from '#api/covers';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';

const scopes = [
  { title: 'cancels a queued payment intent and returns its id', id: 'PNT-01', headers: {} },
  {
    title: 'cancels a queued payment intent in the test scope',
    id: 'PNT-02',
    headers: { 'x-test-scope': 'sandbox' },
  },
] as const;

for (const { title, id, headers } of scopes) {
  test(title, covers(id), async ({ call, given }) => {
    const { access_token, ...path } = await given('a queued payment intent');

    const response = await call('point-payment-intents', { token: access_token, path, headers });

    await expect(response).toConform('point-payment-intents/response');
    await expect(response).toHaveMember('id', path.payment_intent_id);
  });
}

test('answers a cancellation in JSON', covers('PNT-03'), async ({ baseline }) => {
  await expect(await baseline('point-payment-intents')).toBeJson();
});

test(
  'leaves a payment intent alone that is named with another device',
  covers('PNT-16'),
  async ({ call, given }) => {
    const { access_token, device_id, payment_intent_id } = await given('a queued payment intent');

    const response = await call('point-payment-intents', {
      token: access_token,
      path: { device_id: `${device_id}-other`, payment_intent_id },
    });

    await expect(response).toBeError('4xx');
  },
);
