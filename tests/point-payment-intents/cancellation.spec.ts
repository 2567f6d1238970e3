import { covers } from '#api/covers';
import { isSuccess } from '#api/exchange';
import { getShape, summarizeResponse } from '#api/response-shape';
import { eachCase, expect, record, test } from '#assertions/test';
import { madeUp } from '#factories/near-misses/texts';
import { createUnknownId } from '#redaction/made-up-values';
import { tryOptional } from '#run/skip';
import { preferred, preferredOtherwise } from '../cases/request-contexts.ts';
import { expectSomeOfThree, givenTimes, recordHandled, twoSellers } from '../cases/shared-tests.ts';

const scopes = [
  { title: 'and returns its id', id: 'PNT-01', headers: {} },
  { title: 'in the test scope', id: 'PNT-02', headers: { ...preferred, 'x-test-scope': 'sandbox' } },
] as const;

for (const { title, id, headers } of scopes)
  test(`cancels a queued payment intent ${title}`, covers(id), async ({ call, given }) => {
    const { access_token, ...path } = await given('a queued payment intent');

    const response = await call('point-payment-intents', { token: access_token, path, headers });

    await expect(response).toConform('point-payment-intents/response');
    await expect(response).toHaveField('id', path.payment_intent_id);
    // 3: a token expires by its age alone; 7: 401 is for an invalid one.
    const again = await call('point-payment-intents', { token: access_token, path });
    await expect(again).toHold('no 401, which is for an invalid token', again.status !== 401);
  });

test('answers a cancellation in JSON', covers('PNT-03'), async ({ baseline }) => {
  await expect(await baseline('point-payment-intents')).toBeJson();
});

test(
  'leaves a payment intent alone that is named with another device',
  covers('PNT-16'),
  async ({ call, given, canNameInDeletion }) => {
    const { access_token: token, device_id, payment_intent_id } = await given('a queued payment intent');
    const made = `${device_id}-other`;
    // A target may have one intent or one device.
    const known = (await tryOptional(() => given('a queued payment intent')))?.device_id ?? made;
    const isOther = known !== device_id && canNameInDeletion({ device_id: known, payment_intent_id });
    const devices = [made, isOther ? known : made];

    for (const [turn, { headers }] of scopes.entries()) {
      const path = { device_id: devices[turn] ?? made, payment_intent_id };
      await expect(await call('point-payment-intents', { token, path, headers })).toBeError('4xx');
    }
  },
);

const three = covers('PNT-22', 'PNT-67');

test('How many of three cancellations at once of one payment intent succeed?', three, async ({ call, given }) => {
  const { access_token: token, ...path } = await given('a queued payment intent');

  record(await expectSomeOfThree(() => call('point-payment-intents', { token, path })));
});

test('cancels three payment intents concurrently, each with its own id', covers('PNT-23'), async ({ call, given }) => {
  const intents = await givenTimes(given, 3, 'a queued payment intent');
  const cancel = ({ access_token: token, ...path }: (typeof intents)[number], expected?: number) =>
    call('point-payment-intents', { token, path, ...(expected && { expected }) });

  for (const end of ['conflicts', 'fails inside the service'] as const) {
    const failing = await tryOptional(() => given(`a payment intent whose cancellation ${end}`));
    if (failing) await cancel(failing, 500);
  }
  await eachCase(intents, async (intent) => {
    const atOnce = await cancel(intent);
    // The cause of a conflict is not shown (7) and may be another cancellation: this one is requested again, alone.
    const response = atOnce.status === 409 ? await cancel(intent) : atOnce;
    await expect(response).toBeAccepted();
    await expect(response).toHaveField('id', intent.payment_intent_id);
  });
});

test('What does cancelling a payment intent twice answer?', covers('PNT-01', 'PNT-60'), async ({ call, given }) => {
  const { access_token: token, ...path } = await given('a queued payment intent');
  await call('point-payment-intents', { token, path: { ...path, payment_intent_id: createUnknownId('intent') } });
  const plain = { token, path, headers: { ...preferredOtherwise, connection: 'close' } };
  // The reference shows no query: it may be rejected.
  const asked = await call('point-payment-intents', { ...plain, query: { source: 'pos' } });
  const first = isSuccess(asked.status) ? asked : await call('point-payment-intents', plain);
  await expect(first).toBeAccepted();

  const again = await call('point-payment-intents', { token, path });

  for (const response of [first, again])
    if (isSuccess(response.status)) await expect(response).toHaveField('id', path.payment_intent_id);
  record(summarizeResponse(again));
});

test('What does cancelling an unknown payment intent answer?', covers('PNT-61'), async ({ call, given }) => {
  const { access_token, device_id, payment_intent_id } = await given('a queued payment intent');
  const path = { device_id, payment_intent_id: madeUp(payment_intent_id) };

  record(summarizeResponse(await call('point-payment-intents', { token: access_token, path })));
});

test('Which other members has the answer to a cancellation?', covers('PNT-62'), async ({ baseline }) => {
  record(getShape((await baseline('point-payment-intents')).json));
});

test('What is the shape of a cancellation error?', covers('PNT-63'), async ({ call, given }) => {
  const { access_token, ...path } = await given('a queued payment intent');

  record(getShape((await call('point-payment-intents', { token: madeUp(access_token), path })).json));
});

test('Which status does a cancellation have?', covers('PNT-64'), async ({ baseline }) => {
  record({ status: (await baseline('point-payment-intents')).status });
});

test('What does another value of x-test-scope answer?', covers('PNT-65', 'PNT-26'), async ({ call, given }) => {
  const { access_token, ...path } = await given('a queued payment intent');
  const headers = { 'x-test-scope': 'production' };

  await recordHandled(await call('point-payment-intents', { token: access_token, path, headers }));
});

const ofAnother = covers('PNT-24', 'PNT-68');

// No state names the owner of an intent, so one of two sellers' tokens may own it; if both cancel, one does not.
// States may take sellers in turn, so that each token cancels two intents in a row.
test("What does cancelling another seller's payment intent answer?", ofAnother, async ({ call, given }) => {
  const { order, other } = await twoSellers(given);
  const [one, two] = [other.access_token, order.access_token];

  const cancel = async (token: string) => {
    const { access_token: _, ...path } = await given('a queued payment intent');
    const plain = await call('point-payment-intents', { token, path });
    if (isSuccess(plain.status)) return plain;
    await expect(plain).toBeError('4xx');
    return call('point-payment-intents', { token, path, headers: { 'x-test-scope': 'sandbox' } });
  };
  let response = await cancel(one);
  for (const token of [one, two, two]) if (isSuccess(response.status)) response = await cancel(token);

  record(summarizeResponse(response));
  await expect(response).toBeError('4xx');
});
