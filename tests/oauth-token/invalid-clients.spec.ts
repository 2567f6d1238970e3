import { madeUp } from '../../factories/near-miss.ts';
import { tokenRequest } from '../../factories/token-request.ts';
import { carriesCode } from '../../suite/core/errors.ts';
import { isSuccess } from '../../suite/core/exchange.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { test } from '../../suite/fixtures/test.ts';
import { literal } from '../../suite/run/literal.ts';
import { covers } from './requirements.ts';
import { codesOfUnknownClient } from './unknown-client.ts';

test('refuses a client_id that does not exist', covers('TOK-28'), async ({ call, given }) => {
  const right = tokenRequest('authorization_code', await given('an authorization code'));

  const response = await call('oauth-token', {
    body: { ...right, client_id: madeUp(right.client_id ?? '') },
  });

  await expect(response).toBeError(400, await codesOfUnknownClient(call, right, response));
});

test(
  "refuses a client_secret with another application's client_id",
  covers('TOK-28'),
  async ({ call, given }) => {
    const grant = await given('an authorization code');
    const { client_id } = await given('another application');

    const response = await call('oauth-token', {
      body: tokenRequest('authorization_code', { ...grant, client_id }),
    });

    // The code belongs to another client than this one too, and which is looked at first is not shown (7).
    await expect(response).toBeError(400, ['invalid_client', 'invalid_grant']);
  },
);

test('refuses a client_secret that is made up', covers('TOK-29'), async ({ call, given }) => {
  const grant = await given('an authorization code');

  const response = await call('oauth-token', {
    body: tokenRequest('authorization_code', { ...grant, client_secret: madeUp(grant.client_secret) }),
  });

  await expect(response).toBeError(400, 'invalid_client');
});

test("refuses another application's client_secret", covers('TOK-29'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const { client_secret } = await given('another application');

  const response = await call('oauth-token', {
    body: tokenRequest('authorization_code', { ...grant, client_secret }),
  });

  await expect(response).toBeError(400, 'invalid_client');
});

for (const grant_type of ['password', 'AUTHORIZATION_CODE', 'authorization_code_']) {
  test(`refuses the grant_type ${grant_type}`, covers('TOK-30'), async ({ call, given }) => {
    const body = tokenRequest('authorization_code', await given('an authorization code'));

    const response = await call('oauth-token', { body: { ...body, grant_type } });

    await expect(response).toBeError(400, 'unsupported_grant_type');
  });
}

const unknownScopes = [
  { words: 'a scope that does not exist', scope: literal('scope') },
  { words: 'a scope that does not exist beside one that does', scope: `read ${literal('scope')}` },
];

for (const { words, scope } of unknownScopes) {
  for (const { beside, grant, state } of [
    { beside: '', grant: 'authorization_code', state: 'an authorization code' },
    { beside: ', with a refresh token', grant: 'refresh_token', state: 'a refresh token' },
  ] as const) {
    test(`refuses ${words}${beside}`, covers('TOK-42'), async ({ call, given }) => {
      const body = tokenRequest(grant, await given(state));

      const response = await call('oauth-token', { body: { ...body, scope } });

      // The request table of 2.1 has no scope: where even a known one is refused, it is a parameter that is not supported.
      const known = async () => ({ ...tokenRequest(grant, await given(state)), scope: 'read' });
      const isSupported =
        carriesCode(response, 'invalid_scope') ||
        isSuccess((await call('oauth-token', { body: await known() })).status);
      const codes = isSupported ? 'invalid_scope' : ['invalid_scope', 'invalid_request'];
      await expect(response).toBeError(400, codes);
    });
  }
}

test('refuses an application over its rate limit', covers('TOK-45'), async ({ call, given }) => {
  const application = await given('an application over its rate limit');

  const response = await call('oauth-token', {
    body: tokenRequest('refresh_token', { ...application, refresh_token: literal('refresh token', 32) }),
    expected: 429,
  });

  await expect(response).toBeError(429, 'local_rate_limited');
});
