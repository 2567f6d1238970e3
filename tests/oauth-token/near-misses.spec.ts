import { covers } from '#api/covers';
import { eachCase, expect, settings, test } from '#assertions/test';
import { emptyFields, type Missing, misspeltFields, wrappedFields } from '#factories/malformed';
import { alikeUris, otherUris } from '#factories/near-misses/identifiers';
import { alikeCredentials, type Miss, nearMisses, otherTexts, unusualTexts } from '#factories/near-misses/texts';
import { tokenRequest } from '#factories/request-bodies';
import { codesOfUnknownClient } from './invalid.ts';
import { byClient, byCode, byRefreshToken, getGrantCodes, unmarkedFields, usualGrants } from './issued.ts';

const texts = { other: [...otherTexts, ...unusualTexts], alike: alikeCredentials };
const uris = { other: otherUris, alike: alikeUris };
/** The texts for a second grant, whose comparison may be another one. */
const again = { other: otherTexts.filter(isTriedAgain), alike: alikeCredentials.filter(isTriedAgain) };

/** The credentials of each grant, and the code for another text. */
const credentials = [
  { name: 'client_id', id: 'TOK-28', code: 'invalid_client', ways: texts, ...byCode },
  { name: 'client_id', id: 'TOK-28', code: 'invalid_client', ways: again, ...byRefreshToken },
  { name: 'client_secret', id: 'TOK-29', code: 'invalid_client', ways: texts, ...byCode },
  { name: 'client_secret', id: 'TOK-29', code: 'invalid_client', ways: again, ...byRefreshToken },
  { name: 'code', id: 'TOK-31', code: 'invalid_grant', ways: texts, ...byCode },
  { name: 'refresh_token', id: 'TOK-36', code: 'invalid_grant', ways: texts, ...byRefreshToken },
  { name: 'redirect_uri', id: 'TOK-41', code: 'invalid_grant', ways: uris, ...byCode },
] as const;

for (const { name: field, id: ofOther, code, ways, grant, state, words } of credentials)
  for (const { what, id, all } of [
    { what: 'almost right', id: ofOther, all: ways.other },
    { what: 'right but for how it is written', id: 'TOK-50', all: ways.alike },
  ] as const) {
    const more = code === 'invalid_client' ? ` with ${words}` : '';

    test(`rejects a ${field} that is ${what}${more}`, covers(id), async ({ call, given }) => {
      const shared = await given(state);
      // A wrong credential does not use up the right one; with a wrong client, a code may be used up.
      const isShared = field === 'code' || field === 'refresh_token';
      await eachCase(all, async (way) => {
        const right = tokenRequest(grant, isShared ? shared : await given(state));
        const [near] = nearMisses([way], right[field] ?? '');
        if (near === undefined) return;
        const response = await call('oauth-token', { body: { ...right, [field]: near.value } });
        const request = tokenRequest(grant, shared);
        const codes = field === 'client_id' ? await codesOfUnknownClient(call, request, response) : [code];
        // A text of another form may count as an unsupported value (7).
        await expect.soft(response, way.name).toBeError(400, [...codes, 'invalid_request']);
      });
    });
  }

function isTriedAgain({ main }: Miss): boolean {
  return main === true || settings.DEPTH === 'full';
}

const clientOnly = ['client_id', 'client_secret'] as const;

for (const { name: field, others, id, code, grant, state } of [
  { name: 'client_secret', others: ['client_id', 'code'], id: 'TOK-29', code: 'invalid_client', ...byCode },
  { name: 'code', others: clientOnly, id: 'TOK-31', code: 'invalid_grant', ...byCode },
  { name: 'refresh_token', others: clientOnly, id: 'TOK-36', code: 'invalid_grant', ...byRefreshToken },
] as const)
  test(`rejects a ${field} that is another name's value`, covers(id), async ({ call, given }) => {
    await eachCase(others, async (other) => {
      const right = tokenRequest(grant, await given(state));
      const response = await call('oauth-token', { body: { ...right, [field]: right[other] ?? '' } });
      await expect.soft(response, other).toBeError(400, [code, 'invalid_request']);
    });
  });

/** The required fields (2.1), and the codes of 7 for an invalid value. */
const required = [
  // The credential belongs to another client than a missing one; the order of the two checks is not shown.
  { name: 'client_id', codes: ['invalid_client', 'invalid_grant'] },
  { name: 'client_secret', codes: ['invalid_client'] },
  { name: 'grant_type', codes: ['unsupported_grant_type'] },
] as const;

const grants = [
  { ...byCode, fields: [...required, { name: 'code', codes: ['invalid_grant'] }] },
  { ...byRefreshToken, fields: [...required, { name: 'refresh_token', codes: ['invalid_grant'] }] },
  { ...byClient, fields: required.slice(0, 2) },
] as const;

const emptyBeside: Missing = {
  name: 'empty with the unmarked fields',
  of: (body, field) => ({ ...unmarkedFields, ...body, [field]: '' }),
};

for (const [turn, { words, grant, state, fields }] of grants.entries())
  for (const { what, id, ways } of [
    {
      what: 'is empty',
      id: 'TOK-52',
      ways: [...emptyFields, ...(grant === 'client_credentials' ? [] : [emptyBeside])],
    },
    { what: 'is a list or an object', id: 'TOK-53', ways: wrappedFields },
    { what: 'is misspelt', id: 'TOK-54', ways: misspeltFields },
  ] as const) {
    /** Returns true if this grant tries the way: the fields of all grants alternate unless they are empty. */
    const isTried = (field: string, index: number) =>
      settings.DEPTH === 'full' ||
      id === 'TOK-52' ||
      required.every((row) => row.name !== field) ||
      index % 2 === turn % 2;

    test(`rejects ${words} sent with a required field that ${what}`, covers(id), async ({ call, given }) => {
      const others = await getGrantCodes(grant, call, given);
      const rows = fields.flatMap((row) =>
        ways.filter((_, index) => isTried(row.name, index)).map((way) => ({ ...row, way })),
      );
      await eachCase(rows, async ({ name, way, codes }) => {
        const response = await call('oauth-token', { body: way.of(tokenRequest(grant, await given(state)), name) });
        // An unexpected verifier may be reported instead (7).
        const accepted = ['invalid_request', ...codes, ...(way === emptyBeside ? ['invalid_grant'] : []), ...others];
        await expect.soft(response, `${name} ${way.name}`).toBeError(400, accepted);
      });
    });
  }

for (const { name: field, id, values, words, grant, state } of [
  { name: 'redirect_uri', id: 'TOK-40', values: [true, 42, { url: '/' }, ['https://shop.example']], ...byCode },
  { name: 'test_token', id: 'TOK-53', values: [false, 0], ...byCode },
  { name: 'test_token', id: 'TOK-53', values: [false, 0], ...byRefreshToken },
] as const)
  test(`rejects a ${field} that is no text with ${words}`, covers(id), async ({ call, given }) => {
    await eachCase<unknown>(values, async (value) => {
      const right = tokenRequest(grant, await given(state));
      const response = await call('oauth-token', { body: { ...right, [field]: value } });
      await expect.soft(response, JSON.stringify(value)).toBeError(400, ['invalid_request', 'invalid_grant']);
    });
  });

for (const { words, grant, state } of usualGrants)
  test(`rejects a client_id that is a number with ${words}`, covers('TOK-53'), async ({ call, given }) => {
    const body = tokenRequest(grant, await given(state));
    const text = JSON.stringify(body.client_id);
    // Sent as written, because it may have more digits than a double keeps.
    const number = /^"([1-9]\d*)"$/.exec(text)?.[1] ?? '42';
    const write = (sent: unknown) => JSON.stringify(sent).replace(`"client_id":${text}`, `"client_id":${number}`);

    const response = await call('oauth-token', { body, write });

    await expect(response).toBeError(400, ['invalid_request', 'invalid_client', 'invalid_grant']);
  });
