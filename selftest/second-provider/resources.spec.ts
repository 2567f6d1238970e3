import { expect } from '@playwright/test';
import { formNames } from './choices/form-names.ts';
import { letters, test, texts } from './http/asking.ts';

const orderPath = (user: unknown, pos: unknown) =>
  `/instore/qr/seller/collectors/${user}/pos/${encodeURIComponent(String(pos))}/orders`;

const fullPreference = {
  items: [
    {
      id: '1',
      title: 'Vuelo',
      quantity: 1,
      unit_price: 10.5,
      category_descriptor: { passenger: { type: 'DNI' } },
    },
  ],
  payer: {
    'registration date': '2020-01-02T00:00:00-03:00',
    date_created: '',
    authentication_type: 'Native web',
  },
  payment_methods: { excluded_payment_types: [{ id: 'ticket' }], installments: null },
  shipments: { mode: 'not_specified', receiver_address: { floor: '2', street_number: 7 } },
};

const fullAgreement = {
  return_uri: 'https://shop.example/back',
  external_user: { id: 'u', description: 'comprador' },
  agreement_data: { validation_amount: 3.14, description: 'Prueba' },
};

const devices = '/point/integration-api/devices';

for (const form of [...formNames, 'random:1', 'random:2', 'random:3'] as const) {
  test(`${form}: a queued intent is cancelled on its own device only`, async ({ start }) => {
    const { provider, ask } = await start(form);

    const queued = provider.provide('a queued payment intent');
    const token = queued.access_token;
    const [device = '', id = ''] = [queued.device_id, queued.payment_intent_id].map((one) =>
      encodeURIComponent(one ?? ''),
    );
    const elsewhere = await ask(`${devices}/other/payment-intents/${id}`, { token, method: 'DELETE' });
    const unknownToken = await ask(`${devices}/${device}/payment-intents/${id}`, {
      token: 'x',
      method: 'DELETE',
    });
    const own = await ask(`${devices}/${device}/payment-intents/${id}`, { token, method: 'DELETE' });

    expect([400, 404, 409]).toContain(elsewhere.status);
    expect(unknownToken.status).toBe(401);
    expect(letters(texts(unknownToken.told))).toContain('badrequest');
    expect(own.told).toMatchObject({ id: queued.payment_intent_id });
  });

  test(`${form}: an open order is deleted without a word`, async ({ start }) => {
    const { provider, ask } = await start(form);

    const order = provider.provide('an open in-store order');
    const token = order.access_token;
    const wrong = await ask(orderPath('12abc', order.external_pos_id), { token, method: 'DELETE' });
    const empty = await ask(orderPath(order.user_id, ''), { token, method: 'DELETE' });
    const open = await ask(orderPath(order.user_id, order.external_pos_id), { token, method: 'DELETE' });

    expect([wrong.status, ...texts(wrong.told)]).toEqual(expect.arrayContaining([400, 'invalid_collectorId']));
    expect(texts(empty.told)).toContain('invalid_externalPosId');
    expect([open.status < 300, open.text]).toEqual([true, '']);
  });

  test(`${form}: a full preference and a full agreement are created`, async ({ start }) => {
    const { provider, ask } = await start(form);

    const token = provider.provide('an access token').access_token;
    const preference = await ask('/checkout/preferences', { token, body: fullPreference });
    const agreement = await ask('/v2/wallet_connect/agreements?client.id=77', { token, body: fullAgreement });
    const noToken = await ask('/checkout/preferences', { body: fullPreference });

    expect(preference.status).toBeLessThan(300);
    expect(agreement.told).toMatchObject({
      agreement_id: expect.any(String),
      agreement_uri: expect.stringMatching(/^\w+:/),
    });
    expect([400, 401, 403, 404]).toContain(noToken.status);
  });
}
