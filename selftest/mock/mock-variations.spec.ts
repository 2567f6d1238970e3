import { expect, test } from '@playwright/test';
import { choices, describe, singleVariations, variation } from '#mock/variations';
import { type Answer, type Client, withProvider } from '../tools/mock-client.ts';

const random = 40;
const tens = Array.from({ length: Math.ceil((singleVariations + random) / 10) }, (_, index) => index * 10);
const method = 'DELETE';

for (const from of tens) {
  test(`variations ${from} to ${from + 9} answer the six operations`, {
    tag: from % 40 === 0 ? [] : '@long',
  }, async () => {
    for (let n = from; n < from + 10; n += 1) {
      if (!takesPlainRequests(n)) continue; // the suite finds the form of these: selftest/matrix/variations.ts
      await test.step(describe(n), () =>
        withProvider({ variation: n }, async (client) => {
          await answersTokens(client);
          await answersCreations(client);
          await answersDeletions(client);
        }),
      );
    }
  });
}

test('each single variation differs from the default in one choice', () => {
  const usual = Object.entries(variation(0));

  for (let n = 1; n <= singleVariations; n += 1) {
    const changed = Object.entries(variation(n)).filter(([, value], index) => value !== usual[index]?.[1]);
    expect(changed, describe(n)).toHaveLength(1);
  }
});

test('a combination is fixed by its number, and two numbers differ', () => {
  const [one, other] = [singleVariations + 1, singleVariations + 2];

  expect(variation(one)).toEqual(variation(one));
  expect(variation(one)).not.toEqual(variation(other));
});

test('every choice has a name of its own and a place of the reference', () => {
  expect(new Set(choices.map(({ name }) => name)).size).toBe(choices.length);
  for (const { places } of choices) expect(places.length).toBeGreaterThan(0);
});

/** Returns true if a variation wants nothing of a request that the reference leaves unmarked. */
function takesPlainRequests(n: number): boolean {
  const { codeVerifier, testTokenMember, redirectUriOnRefresh, agreementClient, agreementPlatform } = variation(n);
  const members = [codeVerifier, testTokenMember, agreementPlatform];
  const isPlain = members.every((choice) => choice === 'optional');
  return isPlain && redirectUriOnRefresh !== 'required' && agreementClient !== "the token's own";
}

async function answersTokens({ given, ask }: Client): Promise<void> {
  const { code, redirect_uri, ...application } = (await given('an authorization code')).json;
  const byCode = { ...application, grant_type: 'authorization_code', code, redirect_uri };

  const wrong = await ask('/oauth/token', { body: { ...byCode, client_secret: 'wrong' } });
  const { refresh_token } = (await accepted(ask('/oauth/token', { body: byCode }))).json;
  const byToken = { ...application, grant_type: 'refresh_token', refresh_token };
  const { access_token: token } = (await accepted(ask('/oauth/token', { body: byToken }))).json;

  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('"invalid_client"');
  await accepted(ask('/users/test', { token, body: { description: ' a ', site_id: 'MLU' } }));
}

async function answersCreations({ given, ask }: Client): Promise<void> {
  const { access_token: token } = (await given('an access token')).json;
  const preference = { items: [{ id: 'a', title: 'b', quantity: 1, unit_price: 10.5 }] };
  const urls = { return_uri: 'https://shop.example/', external_flow_id: 'f' };
  const agreement = { ...urls, external_user: {}, agreement_data: { validation_amount: 10.5 } };

  await accepted(ask('/checkout/preferences', { token, body: preference }));
  const { json } = await accepted(ask('/v2/wallet_connect/agreements?client.id=12', { token, body: agreement }));

  expect(json.agreement_uri).toMatch(/^https:\/\/wallet\.example\//);
}

async function answersDeletions({ given, ask }: Client): Promise<void> {
  const intent = (await given('a queued payment intent')).json;
  const order = (await given('an open in-store order')).json;
  const device = `/point/integration-api/devices/${intent.device_id}`;
  const pos = `/instore/qr/seller/collectors/${order.user_id}/pos/${order.external_pos_id}`;

  const cancelling = { method, token: intent.access_token };
  const cancelled = await accepted(ask(`${device}/payment-intents/${intent.payment_intent_id}`, cancelling));
  const deleted = await accepted(ask(`${pos}/orders`, { method, token: order.access_token }));

  // A UUID is the same in either case (RFC 9562, 4).
  const ids = [cancelled.json.id, intent.payment_intent_id].map((id) => String(id).toLowerCase());
  expect(new Set(ids).size).toBe(1);
  expect(deleted.text).toBe('');
}

async function accepted(answer: Promise<Answer>): Promise<Answer> {
  const { status, text } = await answer;
  expect([200, 201, 202, 204], text).toContain(status);
  return answer;
}
