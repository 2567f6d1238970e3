import { covers } from '#api/covers';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { madeUp } from '#factories/near-miss';
import { tokenRequest } from '#factories/token-request';
import { createCodeVerifier, seededWord } from '#run/made-up-values';
import { codesOfUnknownClient } from './conditions.ts';
import { isOffered, tokenIn } from './issued.ts';

test('refuses a client_id that does not exist', covers('TOK-28'), async ({ call, given }) => {
  const right = tokenRequest('authorization_code', await given('an authorization code'));

  const response = await call('oauth-token', { body: { ...right, client_id: madeUp(right.client_id ?? '') } });

  await expect(response).toBeError(400, await codesOfUnknownClient(call, right, response));
});

test("refuses a client_secret with another application's client_id", covers('TOK-28'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const { client_id } = await given('another application');

  const response = await call('oauth-token', { body: tokenRequest('authorization_code', { ...grant, client_id }) });

  // The code belongs to another client than this one too, and which is looked at first is not shown (7).
  await expect(response).toBeError(400, ['invalid_client', 'invalid_grant']);
});

test("refuses another application's client_secret", covers('TOK-29'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const { client_secret } = await given('another application');

  const response = await call('oauth-token', { body: tokenRequest('authorization_code', { ...grant, client_secret }) });

  await expect(response).toBeError(400, 'invalid_client');
});

test('refuses a made-up client_secret after the right one', covers('TOK-29'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const issued = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
  await expect(issued).toBeAccepted();
  const refresh_token = tokenIn(issued, 'refresh_token');
  const wrong = { ...grant, refresh_token, client_secret: madeUp(grant.client_secret) };

  const response = await call('oauth-token', { body: tokenRequest('refresh_token', wrong) });

  await expect(response).toBeError(400, 'invalid_client');
});

const limited = 'an application over its rate limit';

for (const { grant, members } of [
  // An application that uses PKCE sends a verifier with each code, and another may (2.1).
  { grant: 'authorization_code', members: { code: seededWord('code', 32), code_verifier: createCodeVerifier() } },
  { grant: 'refresh_token', members: { refresh_token: seededWord('refresh token', 32) } },
] as const) {
  test(`refuses ${limited}, with ${grant}`, covers('TOK-45'), async ({ call, given }) => {
    const body = tokenRequest(grant, { ...(await given(limited)), ...members });

    for (const time of ['first', 'second']) {
      const response = await call('oauth-token', { body, expected: 429 });
      await expect(response, `the ${time} time`).toBeError(429, 'local_rate_limited');
    }
  });
}

test(`refuses ${limited}, with client_credentials`, covers('TOK-45'), async ({ call, given }) => {
  const own = tokenRequest('client_credentials', await given('an application'));
  if (!isOffered(await call('oauth-token', { body: own }))) return;

  const body = tokenRequest('client_credentials', await given(limited));
  const response = await call('oauth-token', { body, expected: 429 });

  await expect(response).toBeError(429, 'local_rate_limited');
});
