import { madeUp } from '../../factories/near-miss.ts';
import { tokenRequest } from '../../factories/token-request.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { test } from '../../suite/fixtures/test.ts';
import { covers } from './requirements.ts';

const unusable = [
  { state: 'a revoked refresh token', id: 'TOK-37', code: 'invalid_grant' },
  { state: 'an expired refresh token', id: 'TOK-38', code: 'invalid_grant' },
  { state: 'a refresh token of another user', id: 'TOK-43', code: 'forbidden' },
  { state: 'a refresh token whose user withdrew the grant', id: 'TOK-44', code: 'unauthorized_client' },
] as const;

for (const { state, id, code } of unusable) {
  test(`refuses ${state}`, covers(id), async ({ call, given }) => {
    const response = await call('oauth-token', { body: tokenRequest('refresh_token', await given(state)) });

    await expect(response).toBeError(400, code);
  });
}

test('refuses a refresh token that was never issued', covers('TOK-36'), async ({ call, given }) => {
  const grant = await given('a refresh token');

  const response = await call('oauth-token', {
    body: tokenRequest('refresh_token', { ...grant, refresh_token: madeUp(grant.refresh_token) }),
  });

  await expect(response).toBeError(400, 'invalid_grant');
});

test('refuses a code sent as a refresh token', covers('TOK-35'), async ({ call, given }) => {
  const grant = await given('an authorization code');

  const response = await call('oauth-token', {
    body: tokenRequest('refresh_token', { ...grant, refresh_token: grant.code }),
  });

  await expect(response).toBeError(400, 'invalid_grant');
});

test('refuses the refresh token of another application', covers('TOK-39'), async ({ call, given }) => {
  const { refresh_token } = await given('a refresh token');
  const other = await given('another application');

  const response = await call('oauth-token', {
    body: tokenRequest('refresh_token', { ...other, refresh_token }),
  });

  await expect(response).toBeError(400, 'invalid_grant');
});
