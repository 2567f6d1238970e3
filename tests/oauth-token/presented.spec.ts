import { covers } from '#api/covers';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { madeUp } from '#factories/near-miss';
import { tokenRequest } from '#factories/token-request';
import { tokenIn } from './issued.ts';

const byCode = { grant: 'authorization_code', state: 'an authorization code' } as const;
const byRefreshToken = { grant: 'refresh_token', state: 'a refresh token' } as const;

for (const { title, member, id, code, grant, state } of [
  {
    title: 'refuses a client_secret that is made up',
    member: 'client_secret',
    id: 'TOK-29',
    code: 'invalid_client',
    ...byCode,
  },
  { title: 'refuses a code that was never given', member: 'code', id: 'TOK-31', code: 'invalid_grant', ...byCode },
  {
    title: 'refuses a refresh token that was never issued',
    member: 'refresh_token',
    id: 'TOK-36',
    code: 'invalid_grant',
    ...byRefreshToken,
  },
] as const) {
  test(title, covers(id), async ({ call, given }) => {
    const right = tokenRequest(grant, await given(state));

    const response = await call('oauth-token', { body: { ...right, [member]: madeUp(right[member] ?? '') } });

    await expect(response).toBeError(400, code);
  });
}

/** Holds what an exchange of a code took or gave, presented as something else. */
for (const { title, id, what, grant, member } of [
  {
    title: 'refuses a refresh token sent as a code',
    id: 'TOK-34',
    what: 'refresh_token',
    grant: 'authorization_code',
    member: 'code',
  },
  {
    title: 'refuses an access token sent as a code',
    id: 'TOK-31',
    what: 'access_token',
    grant: 'authorization_code',
    member: 'code',
  },
  {
    title: 'refuses an access token sent as a refresh token',
    id: 'TOK-36',
    what: 'access_token',
    grant: 'refresh_token',
    member: 'refresh_token',
  },
  {
    title: 'refuses a code sent as a refresh token after its exchange',
    id: 'TOK-35',
    what: 'code',
    grant: 'refresh_token',
    member: 'refresh_token',
  },
] as const) {
  test(title, covers(id), async ({ call, given }) => {
    const right = await given('an authorization code');
    const issued = await call('oauth-token', { body: tokenRequest('authorization_code', right) });
    await expect(issued).toBeAccepted();
    const presented = what === 'code' ? right.code : tokenIn(issued, what);

    const response = await call('oauth-token', { body: tokenRequest(grant, { ...right, [member]: presented }) });

    await expect(response).toBeError(400, 'invalid_grant');
  });
}
