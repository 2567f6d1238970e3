import { covers } from '#api/covers';
import { hasErrorCode } from '#api/errors';
import { isSuccess } from '#api/exchange';
import { eachCase, expect, test } from '#assertions/test';
import {
  alikeTexts,
  inTurn,
  type Miss,
  nearMisses,
  otherLists,
  otherPaths,
  otherSeparators,
  otherWords,
} from '#factories/near-misses/texts';
import { tokenRequest } from '#factories/request-bodies';
import { seededWord } from '#redaction/made-up-values';
import { SCOPE } from './invalid.ts';
import { byClient, getGrantCodes, openCodes, usualGrants } from './issued.ts';

const alikeGrantTypes = inTurn(alikeTexts, usualGrants).flatMap(([way, row]) =>
  nearMisses([way], row.grant).map((near) => ({ ...row, ...near })),
);

test('rejects a grant_type that is right but for how it is written', covers('TOK-50'), async ({ provoke, given }) => {
  await eachCase(alikeGrantTypes, async ({ grant, state, value: grant_type, name }) => {
    const response = await provoke('oauth-token', { body: { ...tokenRequest(grant, await given(state)), grant_type } });
    await expect.soft(response, `${grant} ${name}`).toBeError(400, ['unsupported_grant_type', 'invalid_request']);
  });
});

for (const { words, grant, state } of [...usualGrants, byClient]) {
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
    { what: 'a scope that does not exist next to one that does', scope: `read ${seededWord('scope')} read` },
  ]) {
    test(`rejects ${what}, with ${words}`, covers('TOK-42'), async ({ call, provoke, given }) => {
      const others = await getGrantCodes(grant, call, given);
      const body = tokenRequest(grant, await given(state));

      const response = await provoke('oauth-token', { body: { ...body, scope } });

      // The request table of 2.1 has no scope: if even a known one is rejected, the parameter is not supported.
      const known = { ...tokenRequest(grant, await given(state)), scope: 'read' };
      const isKnown = async () => isSuccess((await call('oauth-token', { body: known })).status);
      const isSupported = hasErrorCode(response, 'invalid_scope') || (await isKnown());
      const codes = isSupported ? ['invalid_scope'] : ['invalid_scope', 'invalid_request'];
      await expect(response).toBeError(400, [...codes, ...others]);
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
  { name: 'a list of each scope and an unknown one', scope: `${known.join(' ')} ${seededWord('scope')}` },
  { name: 'a list that begins with an unknown scope', scope: `${seededWord('scope')} read` },
  ...['openid', 'admin', 'read:users'].map((scope) => ({ name: `a scope of other services, ${scope}`, scope })),
  { name: 'a list of what is none', scope: [seededWord('scope')] },
];

/** Known scopes, written differently than in a response: the reference does not show the form in a request (2.1). */
const otherwise: typeof nearScopes = [
  ...scopes(otherSeparators, 'read write'),
  { name: 'a list of scopes', scope: ['read'] },
  { name: 'an object', scope: { read: true } },
  { name: 'a number', scope: 42 },
  { name: 'a boolean', scope: true },
];

for (const { words, all, covering } of [
  { words: 'a scope that is almost right', all: nearScopes, covering: covers('TOK-42') },
  { words: 'scopes that are not separated by spaces', all: otherwise, covering: covers('TOK-48') },
])
  test(`rejects ${words}`, covering, async ({ provoke, given }) => {
    // An application may lack a known scope (7, row unauthorized_client).
    const codesOf = (words: readonly string[]) => (known.some((word) => words.includes(word)) ? openCodes : SCOPE);
    await eachCase(inTurn(all, usualGrants), async ([{ name, scope }, { grant, state, words: beside }]) => {
      const body = { ...tokenRequest(grant, await given(state)), scope };
      const response = await provoke('oauth-token', { body });
      await expect.soft(response, `${name}, with ${beside}`).toBeError(400, codesOf(`${scope}`.split(' ')));
    });
  });

function scopes(ways: readonly Miss[], right: string) {
  return nearMisses(ways, right).map(({ name, value }) => ({ name: `${right} ${name}`, scope: value }));
}
