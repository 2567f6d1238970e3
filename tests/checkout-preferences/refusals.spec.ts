import { madeUp } from '../../factories/near-miss.ts';
import { preference } from '../../factories/preferences/preference.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { test } from '../../suite/fixtures/test.ts';
import { settings } from '../../suite/run/context.ts';
import { covers } from './requirements.ts';

test('refuses a request without a token', covers('PRF-10'), async ({ call, tag }) => {
  const body = preference('retail', { seed: settings().SEED, tag });

  await expect(await call('checkout-preferences', { purpose: 'refusal', body })).toBeError('4xx');
});

test('refuses a made-up token', covers('PRF-11'), async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');

  const response = await call('checkout-preferences', {
    purpose: 'refusal',
    token: madeUp(access_token),
    body: preference('retail', { seed: settings().SEED, tag }),
  });

  await expect(response).toBeError('4xx');
});

test('refuses an expired token', covers('PRF-12'), async ({ call, given, tag }) => {
  const { access_token } = await given('an expired access token');

  const response = await call('checkout-preferences', {
    purpose: 'refusal',
    token: access_token,
    body: preference('retail', { seed: settings().SEED, tag }),
  });

  await expect(response).toBeError('4xx');
});

for (const scheme of ['Basic', 'Token']) {
  test(`refuses a token with the scheme ${scheme}`, covers('PRF-13'), async ({ call, given, tag }) => {
    const { access_token } = await given('an access token');
    const headers = { authorization: `${scheme} ${access_token}` };

    const response = await call('checkout-preferences', {
      purpose: 'refusal',
      headers,
      body: preference('retail', { seed: settings().SEED, tag }),
    });

    await expect(response).toBeError('4xx');
  });
}

for (const text of ['{"items": [', '{items: []}', '{"items": []}}']) {
  test(`refuses the malformed JSON ${text}`, covers('PRF-14'), async ({ call, given }) => {
    const { access_token } = await given('an access token');

    const response = await call('checkout-preferences', { purpose: 'refusal', token: access_token, text });

    await expect(response).toBeError('4xx');
  });
}

test('answers a refusal in JSON', covers('PRF-04'), async ({ call, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const body = preference('retail', { seed: settings().SEED, tag });
  const text = '{"items": [';

  await expect(await call('checkout-preferences', { purpose: 'refusal', body })).toBeJson();
  await expect(await call('checkout-preferences', { purpose: 'refusal', token, text })).toBeJson();
});
