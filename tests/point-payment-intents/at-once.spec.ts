import { covers } from '#api/covers';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { record } from '#assertions/record';
import { test } from '#assertions/test';
import { expectSomeOfThree, givenTimes } from '../at-once.ts';

test(
  'How many of three cancellations at once of one payment intent succeed?',
  covers('PNT-22', 'PNT-67'),
  async ({ call, given }) => {
    const { access_token: token, ...path } = await given('a queued payment intent');

    record(await expectSomeOfThree(() => call('point-payment-intents', { token, path })));
  },
);

test(
  'cancels three payment intents at once, each with its own id',
  covers('PNT-23'),
  async ({ call, given }) => {
    const intents = await givenTimes(given, 3, 'a queued payment intent');

    const cancel = ({ access_token: token, ...path }: (typeof intents)[number]) =>
      call('point-payment-intents', { token, path });

    await eachCase(intents, async (intent) => {
      const atOnce = await cancel(intent);
      // What makes a cancellation conflict is not shown (7), and may be another one: it is asked for again, alone.
      const response = atOnce.status === 409 ? await cancel(intent) : atOnce;
      const { payment_intent_id } = intent;
      await expect(response).toBeAccepted();
      await expect(response).toHaveMember('id', payment_intent_id);
    });
  },
);
