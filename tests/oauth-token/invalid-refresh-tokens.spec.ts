import { covers } from '#api/covers';
import { getText } from '#api/exchange';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { tokenRequest } from '#factories/token-request';

const unusable = [
  { state: 'a revoked refresh token', id: 'TOK-37', code: 'invalid_grant' },
  { state: 'an expired refresh token', id: 'TOK-38', code: 'invalid_grant' },
  { state: 'a refresh token of another user', id: 'TOK-43', code: 'forbidden' },
  { state: 'a refresh token whose user withdrew the grant', id: 'TOK-44', code: 'unauthorized_client' },
] as const;

for (const { state, id, code } of unusable) {
  test(`refuses ${state}`, covers(id), async ({ call, given }) => {
    const body = tokenRequest('refresh_token', await given(state));

    const first = await call('oauth-token', { body });
    await expect(first).toBeError(400, code);

    // A service that revokes a token presented wrongly may call it invalid from then on (7).
    const second = await call('oauth-token', { body });
    await expect(second, 'the second time').toBeError(400, [code, 'invalid_grant']);
  });
}

test('refuses a code in place of the refresh token', covers('TOK-35'), async ({ call, given }) => {
  const grant = await given('an authorization code');

  const body = { ...tokenRequest('authorization_code', grant), grant_type: 'refresh_token' };
  const response = await call('oauth-token', { body });

  await expect(response).toBeError(400, ['invalid_grant', 'invalid_request']);
});

test('refuses a code sent as a refresh token', covers('TOK-35'), async ({ call, given }) => {
  const grant = await given('an authorization code');

  const response = await call('oauth-token', {
    body: tokenRequest('refresh_token', { ...grant, refresh_token: grant.code }),
  });

  await expect(response).toBeError(400, 'invalid_grant');
});

// The refresh tokens of states are the target's own; these the operation gave.
for (const { giver, renewals } of [
  { giver: 'a code', renewals: 0 },
  { giver: 'a renewal', renewals: 1 },
]) {
  test(`refuses to another application what ${giver} gave`, covers('TOK-39'), async ({ call, given }) => {
    const grant = await given('an authorization code');
    const other = await given('another application');
    let issued = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
    for (let renewal = 0; renewal < renewals; renewal += 1) {
      const refresh_token = getText(issued.json, 'refresh_token');
      issued = await call('oauth-token', { body: tokenRequest('refresh_token', { ...grant, refresh_token }) });
    }
    await expect(issued).toBeAccepted();
    const refresh_token = getText(issued.json, 'refresh_token');
    if (refresh_token === '') return; // whether a renewal gives another one is not shown (2.1)

    const response = await call('oauth-token', { body: tokenRequest('refresh_token', { ...other, refresh_token }) });

    await expect(response).toBeError(400, 'invalid_grant');
  });
}

test('refuses the refresh token of another application', covers('TOK-39'), async ({ call, given }) => {
  const { refresh_token } = await given('a refresh token');
  const other = await given('another application');

  const response = await call('oauth-token', { body: tokenRequest('refresh_token', { ...other, refresh_token }) });

  await expect(response).toBeError(400, 'invalid_grant');
});
