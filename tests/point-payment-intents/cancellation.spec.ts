import { covers } from '#api/covers';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { record } from '#assertions/observe';
import { test } from '#assertions/test';
import { expectSomeOfThree, givenTimes } from '../cases/at-once.ts';

const scopes = [
  { title: 'cancels a queued payment intent and returns its id', id: 'PNT-01', headers: {} },
  { title: 'cancels a queued payment intent in the test scope', id: 'PNT-02', headers: { 'x-test-scope': 'sandbox' } },
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

test('leaves a payment intent alone that is named with another device', covers('PNT-16'), async ({ call, given }) => {
  const { access_token: token, device_id, payment_intent_id } = await given('a queued payment intent');
  const path = { device_id: `${device_id}-other`, payment_intent_id };

  for (const { headers } of scopes) {
    const response = await call('point-payment-intents', { token, path, headers });
    await expect(response).toBeError('4xx');
  }
});

test(
  'How many of three cancellations at once of one payment intent succeed?',
  covers('PNT-22', 'PNT-67'),
  async ({ call, given }) => {
    const { access_token: token, ...path } = await given('a queued payment intent');

    record(await expectSomeOfThree(() => call('point-payment-intents', { token, path })));
  },
);

test('cancels three payment intents at once, each with its own id', covers('PNT-23'), async ({ call, given }) => {
  const intents = await givenTimes(given, 3, 'a queued payment intent');

  const cancel = ({ access_token: token, ...path }: (typeof intents)[number]) =>
    call('point-payment-intents', { token, path });

  await eachCase(intents, async (intent) => {
    const atOnce = await cancel(intent);
    // The cause of a conflict is not shown (7) and may be another cancellation: this one is requested again, alone.
    const response = atOnce.status === 409 ? await cancel(intent) : atOnce;
    const { payment_intent_id } = intent;
    await expect(response).toBeAccepted();
    await expect(response).toHaveMember('id', payment_intent_id);
  });
});
