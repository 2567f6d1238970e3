import { covers } from '#api/covers';
import { getText } from '#api/exchange';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { madeUp } from '#factories/near-misses/texts';
import { toBasic, tokenRequest } from '#factories/request-bodies';
import { isOffered, tokenIn } from './issued.ts';

// A value that an exchange of a code received or returned, sent as something else.
for (const { what, id, grant, as } of [
  { what: 'refresh_token', id: 'TOK-34', grant: 'authorization_code', as: 'code' },
  { what: 'access_token', id: 'TOK-31', grant: 'authorization_code', as: 'code' },
  { what: 'access_token', id: 'TOK-36', grant: 'refresh_token', as: 'refresh_token' },
  { what: 'code', id: 'TOK-35', grant: 'refresh_token', as: 'refresh_token' },
] as const) {
  test(`rejects the ${what} of an exchange as a ${as}`, covers(id), async ({ call, given }) => {
    const right = await given('an authorization code');
    const issued = await call('oauth-token', { body: tokenRequest('authorization_code', right) });
    await expect(issued).toBeAccepted();
    const sent = what === 'code' ? right.code : tokenIn(issued, what);

    const response = await call('oauth-token', { body: tokenRequest(grant, { ...right, [as]: sent }) });

    await expect(response).toBeError(400, 'invalid_grant');
  });
}

test('rejects a made-up client_secret after the right one', covers('TOK-29'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const issued = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
  await expect(issued).toBeAccepted();
  const refresh_token = tokenIn(issued, 'refresh_token');
  await call('oauth-token', { body: tokenRequest('client_credentials', grant) }); // judged by TOK-11
  const wrong = { ...grant, refresh_token, client_secret: madeUp(grant.client_secret) };
  const body = tokenRequest('refresh_token', wrong);

  await expect(await call('oauth-token', { body })).toBeError(400, 'invalid_client');
  // The example has no Authorization header (4, row 1): how a target rejects one is not shown.
  for (const authorization of [`Bearer ${tokenIn(issued, 'access_token')}`, toBasic(grant)]) {
    const response = await call('oauth-token', { body, headers: { authorization } });
    await expect(response, `beside what is right as ${authorization.split(' ')[0]}`).toBeError('4xx');
  }
});

// The code is used, and of another application: the reference does not show which error comes first (7).
test('rejects a used code of another application', covers('TOK-33'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const { client_id, client_secret } = await given('another application');
  await call('oauth-token', { body: tokenRequest('authorization_code', grant) });

  const body = tokenRequest('authorization_code', { ...grant, client_id, client_secret });
  const response = await call('oauth-token', { body });

  await expect(response).toBeError(400, ['invalid_grant', 'invalid_request', 'forbidden', 'unauthorized_client']);
});

// The refresh tokens of states belong to the target; these come from the operation.
for (const giver of ['a code', 'a renewal', 'client_credentials']) {
  test(`rejects from another application what ${giver} gave`, covers('TOK-39'), async ({ call, given }) => {
    const grant = await given('an authorization code');
    const other = await given('another application');
    const first = giver === 'client_credentials' ? giver : 'authorization_code';
    let issued = await call('oauth-token', { body: tokenRequest(first, grant) });
    if (first === giver && !isOffered(issued)) return;
    if (giver === 'a renewal') {
      const refresh_token = getText(issued.json, 'refresh_token');
      issued = await call('oauth-token', { body: tokenRequest('refresh_token', { ...grant, refresh_token }) });
    }
    await expect(issued).toBeAccepted();
    const refresh_token = getText(issued.json, 'refresh_token');
    if (refresh_token === '') return; // only a code is said to give one (2.1)

    const response = await call('oauth-token', { body: tokenRequest('refresh_token', { ...other, refresh_token }) });

    await expect(response).toBeError(400, 'invalid_grant');
  });
}
