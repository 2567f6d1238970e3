import { covers } from '#api/covers';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { type Miss, nearMisses } from '#factories/near-miss';
import { alikeCredentials, otherTexts } from '#factories/near-misses/texts';
import { alikeUris, otherUris } from '#factories/near-misses/uris';
import { type GrantType, tokenRequest } from '#factories/token-request';
import { settings } from '#run/context';
import { codesOfUnknownClient } from './invalid.ts';

const isTried = ({ main }: Miss): boolean => main === true || settings().DEPTH === 'full';

const texts = { other: otherTexts, alike: alikeCredentials };
const uris = { other: otherUris, alike: alikeUris };

const byCode = { grantType: 'authorization_code', state: 'an authorization code' } as const;
const again = { other: otherTexts.filter(isTried), alike: alikeCredentials.filter(isTried) };
const byRefreshToken = { grantType: 'refresh_token', state: 'a refresh token' } as const;

/** The credentials of each grant, and the code for another text. */
const proofs = [
  { member: 'client_id', id: 'TOK-28', code: 'invalid_client', ways: texts, ...byCode },
  { member: 'client_id', id: 'TOK-28', code: 'invalid_client', ways: again, ...byRefreshToken },
  { member: 'client_secret', id: 'TOK-29', code: 'invalid_client', ways: texts, ...byCode },
  { member: 'client_secret', id: 'TOK-29', code: 'invalid_client', ways: again, ...byRefreshToken },
  { member: 'code', id: 'TOK-31', code: 'invalid_grant', ways: texts, ...byCode },
  { member: 'refresh_token', id: 'TOK-36', code: 'invalid_grant', ways: texts, ...byRefreshToken },
  { member: 'redirect_uri', id: 'TOK-41', code: 'invalid_grant', ways: uris, ...byCode },
] as const;

const nameOf: Readonly<Record<GrantType, string>> = {
  authorization_code: 'a code',
  refresh_token: 'a refresh token',
  client_credentials: 'credentials alone',
};

for (const { member, id, code, ways, grantType, state } of proofs) {
  for (const { kind, words, covering } of [
    { kind: 'other', words: 'almost right', covering: covers(id) },
    { kind: 'alike', words: 'right but for how it is written', covering: covers('TOK-50') },
  ] as const) {
    const beside = code === 'invalid_client' ? ` beside ${nameOf[grantType]}` : '';

    test(`rejects a ${member} that is ${words}${beside}`, covering, async ({ call, given }) => {
      const shared = await given(state);
      // A wrong credential does not use up the right one; with a wrong client, a code may be used up.
      const isShared = member === 'code' || member === 'refresh_token';
      await eachCase(ways[kind], async (way) => {
        const right = tokenRequest(grantType, isShared ? shared : await given(state));
        const [near] = nearMisses([way], right[member] ?? '');
        if (near === undefined) return;
        const response = await call('oauth-token', { body: { ...right, [member]: near.value } });
        const own = tokenRequest(grantType, shared);
        const codes = member === 'client_id' ? await codesOfUnknownClient(call, own, response) : [code];
        // A text of another form may count as an unsupported value (7).
        const accepted = [...codes, 'invalid_request'];
        await expect.soft(response, way.name).toBeError(400, accepted);
      });
    });
  }
}

for (const { member, others, id, code, grantType, state } of [
  { member: 'client_secret', others: ['client_id', 'code'], id: 'TOK-29', code: 'invalid_client', ...byCode },
  { member: 'code', others: ['client_id', 'client_secret'], id: 'TOK-31', code: 'invalid_grant', ...byCode },
  {
    member: 'refresh_token',
    others: ['client_id', 'client_secret'],
    id: 'TOK-36',
    code: 'invalid_grant',
    ...byRefreshToken,
  },
] as const)
  test(`rejects a ${member} that is another member's value`, covers(id), async ({ call, given }) => {
    await eachCase(others, async (other) => {
      const right = tokenRequest(grantType, await given(state));
      const response = await call('oauth-token', { body: { ...right, [member]: right[other] ?? '' } });
      await expect.soft(response, other).toBeError(400, [code, 'invalid_request']);
    });
  });
