import { covers } from '#api/covers';
import { hasErrorCode } from '#api/errors';
import { getText, isSuccess } from '#api/exchange';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import {
  alikeTexts,
  inTurn,
  type Miss,
  madeUp,
  nearMisses,
  otherLists,
  otherPaths,
  otherSeparators,
  otherWords,
} from '#factories/near-misses/texts';
import { tokenRequest } from '#factories/request-bodies';
import { seededWord } from '#run/made-up-values';
import { tokenIn, usualGrants } from './issued.ts';

const alikeGrantTypes = inTurn(alikeTexts, usualGrants).flatMap(([way, row]) =>
  nearMisses([way], row.grant).map((near) => ({ ...row, ...near })),
);

test('rejects a grant_type that is right but for how it is written', covers('TOK-50'), async ({ provoke, given }) => {
  await eachCase(alikeGrantTypes, async ({ grant, state, value: grant_type, name }) => {
    const response = await provoke('oauth-token', { body: { ...tokenRequest(grant, await given(state)), grant_type } });
    await expect.soft(response, `${grant} ${name}`).toBeError(400, ['unsupported_grant_type', 'invalid_request']);
  });
});

for (const { words, grant, state } of usualGrants) {
  test(`rejects ${words} with a grant_type that is almost right`, covers('TOK-30'), async ({ provoke, given }) => {
    await eachCase(nearMisses(otherWords, grant), async ({ value: grant_type, name }) => {
      const response = await provoke('oauth-token', {
        body: { ...tokenRequest(grant, await given(state)), grant_type },
      });
      // An unsupported value may also be an invalid_request (7).
      await expect.soft(response, name).toBeError(400, ['unsupported_grant_type', 'invalid_request']);
    });
  });

  for (const { what, scope } of [
    { what: 'a scope that does not exist', scope: seededWord('scope') },
    { what: 'a scope that does not exist beside one that does', scope: `read ${seededWord('scope')}` },
  ]) {
    test(`rejects ${what}, with ${words}`, covers('TOK-42'), async ({ call, provoke, given }) => {
      const body = tokenRequest(grant, await given(state));

      const response = await provoke('oauth-token', { body: { ...body, scope } });

      // The request table of 2.1 has no scope: if even a known one is rejected, the parameter is not supported.
      const known = async () => ({ ...tokenRequest(grant, await given(state)), scope: 'read' });
      const isSupported =
        hasErrorCode(response, 'invalid_scope') ||
        isSuccess((await call('oauth-token', { body: await known() })).status);
      await expect(response).toBeError(400, isSupported ? 'invalid_scope' : ['invalid_scope', 'invalid_request']);
    });
  }
}

const known = ['offline_access', 'read', 'write'] as const;

/** Known scopes as a lenient reader knows them; blanks around a list of words are no word. */
const alikeScopes = inTurn(
  alikeTexts.filter(({ of }) => of('x').trim() !== 'x'),
  known,
).flatMap(([way, right]) => scopes([way], right));

const nearScopes: readonly { name: string; scope: unknown }[] = [
  ...known.flatMap((right) => scopes(otherWords, right)),
  ...scopes(otherLists, 'read write'),
  ...scopes(otherPaths, 'read'),
  ...alikeScopes,
  { name: 'a list that begins with an unknown scope', scope: `${seededWord('scope')} read` },
  ...['openid', 'admin', 'read:users'].map((scope) => ({ name: `a scope of other services, ${scope}`, scope })),
  { name: 'a list of what is none', scope: [seededWord('scope')] },
];

/** Known scopes, written differently than in a response: the reference does not show the form in a request (2.1). */
const otherwise: typeof nearScopes = [
  ...scopes(otherSeparators, 'read write'),
  { name: 'a list of scopes', scope: ['read'] },
  { name: 'an object', scope: { read: true } },
];

for (const { words, all, covering } of [
  { words: 'a scope that is almost right', all: nearScopes, covering: covers('TOK-42') },
  { words: 'scopes that are not separated by spaces', all: otherwise, covering: covers('TOK-48') },
])
  test(`rejects ${words}`, covering, async ({ provoke, given }) => {
    // Each way to change a word is tried with each word, and these with the grants in turn.
    await eachCase(inTurn(all, usualGrants), async ([{ name, scope }, { grant, state, words: beside }]) => {
      const body = { ...tokenRequest(grant, await given(state)), scope };
      const response = await provoke('oauth-token', { body });
      await expect.soft(response, `${name}, with ${beside}`).toBeError(400, ['invalid_scope', 'invalid_request']);
    });
  });

function scopes(ways: readonly Miss[], right: string) {
  return nearMisses(ways, right).map(({ name, value }) => ({ name: `${right} ${name}`, scope: value }));
}

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
  const wrong = { ...grant, refresh_token, client_secret: madeUp(grant.client_secret) };

  const response = await call('oauth-token', { body: tokenRequest('refresh_token', wrong) });

  await expect(response).toBeError(400, 'invalid_client');
});

// The reference does not show the error for a used code, nor its order: any code of 7 for a code is accepted.
test('rejects a used code of another application', covers('TOK-33'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const { client_id, client_secret } = await given('another application');
  await call('oauth-token', { body: tokenRequest('authorization_code', grant) });

  const body = tokenRequest('authorization_code', { ...grant, client_id, client_secret });
  const response = await call('oauth-token', { body });

  await expect(response).toBeError(400, ['invalid_grant', 'invalid_request', 'forbidden', 'unauthorized_client']);
});

// The refresh tokens of states belong to the target; these come from the operation.
for (const giver of ['a code', 'a renewal']) {
  test(`rejects from another application what ${giver} gave`, covers('TOK-39'), async ({ call, given }) => {
    const grant = await given('an authorization code');
    const other = await given('another application');
    let issued = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
    if (giver === 'a renewal') {
      const refresh_token = getText(issued.json, 'refresh_token');
      issued = await call('oauth-token', { body: tokenRequest('refresh_token', { ...grant, refresh_token }) });
    }
    await expect(issued).toBeAccepted();
    const refresh_token = getText(issued.json, 'refresh_token');
    if (refresh_token === '') return; // a renewal may return no other one (2.1)

    const response = await call('oauth-token', { body: tokenRequest('refresh_token', { ...other, refresh_token }) });

    await expect(response).toBeError(400, 'invalid_grant');
  });
}
