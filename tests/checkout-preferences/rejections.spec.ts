import { covers, withCreation } from '#api/covers';
import { usualPreference } from '#assertions/control/controls';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { withByteOrderMark } from '#factories/malformed/json-texts';
import { wholeBodies } from '../cases/other-bodies.ts';
import { bodyRejections, expectRejected, tokenRejections } from '../cases/rejections.ts';

for (const scheme of ['Basic', 'Token']) {
  test(`rejects a token with the scheme ${scheme}`, covers('PRF-13'), async ({ provoke, given, tag }) => {
    const { access_token } = await given('an access token');
    const headers = { authorization: `${scheme} ${access_token}` };

    const response = await provoke('checkout-preferences', { headers, body: usualPreference(tag) });

    await expect(response).toBeError('4xx');
  });
}

const two = withCreation('checkout-preferences', 2, covers('PRF-20'));

test('handles a body without fields, and one behind a byte order mark', two, async ({ call, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const marked = { body: usualPreference(tag), write: withByteOrderMark };

  await eachCase([...wholeBodies.map((body) => ({ body })), marked], async (request) => {
    const response = await call('checkout-preferences', { token, ...request });
    await expect.soft(response, JSON.stringify(request.body)).toBeHandled();
  });
});

test('answers a rejection in JSON', covers('PRF-04'), async ({ provoke, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const body = usualPreference(tag);
  const text = '{"items": [';

  await expect(await provoke('checkout-preferences', { body })).toBeJson();
  await expect(await provoke('checkout-preferences', { token, text })).toBeJson();
});

for (const { name, covering, requests } of [
  ...bodyRejections('checkout-preferences', {
    broken: [covers('PRF-14'), '4xx'],
    extended: [covers('PRF-31'), '4xx'],
  }),
  ...tokenRejections('checkout-preferences', {
    missing: [covers('PRF-10'), '4xx'],
    madeUp: [covers('PRF-11'), '4xx'],
    expired: [covers('PRF-12'), '4xx'],
    otherScheme: [covers('PRF-30'), '4xx'],
  }),
])
  test(`rejects ${name}`, covering, async ({ call, provoke, given, tag }) => {
    await expectRejected(provoke, 'checkout-preferences', await requests({ call, given, tag }));
  });
