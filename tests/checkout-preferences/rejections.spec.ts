import { covers, withCreation } from '#api/covers';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { usualPreference } from '#assertions/usual-preference';
import { madeUp } from '#factories/near-miss';
import { malformedBodies } from '../cases/malformed.ts';
import { wholeBodies } from '../cases/other-bodies.ts';
import { tokenRejections } from '../cases/token-rejections.ts';

test('refuses a request without a token', covers('PRF-10'), async ({ provoke, tag }) => {
  const body = usualPreference(tag);

  await expect(await provoke('checkout-preferences', { body })).toBeError('4xx');
});

test('refuses a made-up token', covers('PRF-11'), async ({ provoke, given, tag }) => {
  const { access_token } = await given('an access token');

  const response = await provoke('checkout-preferences', { token: madeUp(access_token), body: usualPreference(tag) });

  await expect(response).toBeError('4xx');
});

test('refuses an expired token', covers('PRF-12'), async ({ provoke, given, tag }) => {
  const { access_token } = await given('an expired access token');

  const response = await provoke('checkout-preferences', { token: access_token, body: usualPreference(tag) });

  await expect(response).toBeError('4xx');
});

for (const scheme of ['Basic', 'Token']) {
  test(`refuses a token with the scheme ${scheme}`, covers('PRF-13'), async ({ provoke, given, tag }) => {
    const { access_token } = await given('an access token');
    const headers = { authorization: `${scheme} ${access_token}` };

    const response = await provoke('checkout-preferences', { headers, body: usualPreference(tag) });

    await expect(response).toBeError('4xx');
  });
}

for (const text of ['{"items": [', '{items: []}', '{"items": []}}']) {
  test(`refuses the malformed JSON ${text}`, covers('PRF-14'), async ({ provoke, given }) => {
    const { access_token } = await given('an access token');

    const response = await provoke('checkout-preferences', { token: access_token, text });

    await expect(response).toBeError('4xx');
  });
}

const unusualBodies = withCreation('checkout-preferences', 1, covers('PRF-20'));

test('handles a body without fields', unusualBodies, async ({ call, given }) => {
  const { access_token: token } = await given('an access token');

  await eachCase(wholeBodies, async (body) => {
    const response = await call('checkout-preferences', { token, body });
    await expect.soft(response, JSON.stringify(body)).toBeHandled();
  });
});

test('answers a refusal in JSON', covers('PRF-04'), async ({ provoke, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const body = usualPreference(tag);
  const text = '{"items": [';

  await expect(await provoke('checkout-preferences', { body })).toBeJson();
  await expect(await provoke('checkout-preferences', { token, text })).toBeJson();
});

const malformedTests = malformedBodies('checkout-preferences', {
  broken: covers('PRF-14'),
  extended: covers('PRF-31'),
  marked: withCreation('checkout-preferences', 1, covers('PRF-20')),
  error: ['4xx'],
});

for (const { title, covering, body } of malformedTests) test(title, covering, body);

const tokenTests = tokenRejections('checkout-preferences', {
  missing: { covering: covers('PRF-10'), error: ['4xx'] },
  madeUp: { covering: covers('PRF-11'), error: ['4xx'] },
  expired: { covering: covers('PRF-12'), error: ['4xx'] },
  otherScheme: { covering: covers('PRF-30'), error: ['4xx'] },
});

for (const { title, covering, body } of tokenTests) test(title, covering, body);
