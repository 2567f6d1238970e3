import { covers } from '#api/covers';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { emptyMembers, type Missing, misspeltMembers, wrappedMembers } from '#factories/malformed/missing';
import { tokenRequest } from '#factories/token-request';
import { settings } from '#run/context';
import { unmarkedMembers } from './issued.ts';

/** The required fields (2.1), and the codes of 7 for an invalid value. */
const required = [
  // The credential belongs to another client than a missing one; the order of the two checks is not shown.
  { member: 'client_id', codes: ['invalid_client', 'invalid_grant'] },
  { member: 'client_secret', codes: ['invalid_client'] },
  { member: 'grant_type', codes: ['unsupported_grant_type'] },
] as const;

const grants = [
  {
    name: 'a code',
    grantType: 'authorization_code',
    state: 'an authorization code',
    members: [...required, { member: 'code', codes: ['invalid_grant'] }],
  },
  {
    name: 'a refresh token',
    grantType: 'refresh_token',
    state: 'a refresh token',
    members: [...required, { member: 'refresh_token', codes: ['invalid_grant'] }],
  },
] as const;

const emptyBeside: Missing = {
  name: 'empty beside what is not marked',
  of: (body, member) => ({ ...unmarkedMembers, ...body, [member]: '' }),
};

for (const [turn, { name, grantType, state, members }] of grants.entries()) {
  /** Returns true if this grant tries the way: fields of both grants alternate, and at full depth all are tried. */
  const isTurn = (member: string, index: number) =>
    settings().DEPTH === 'full' || required.every((row) => row.member !== member) || index % grants.length === turn;
  for (const { words, ways, covering, isAsked } of [
    { words: 'is empty', ways: [...emptyMembers, emptyBeside], covering: covers('TOK-52'), isAsked: () => true },
    { words: 'is a list or an object', ways: wrappedMembers, covering: covers('TOK-53'), isAsked: isTurn },
    { words: 'is misspelt', ways: misspeltMembers, covering: covers('TOK-54'), isAsked: isTurn },
  ]) {
    test(`rejects ${name} beside which what is required ${words}`, covering, async ({ call, given }) => {
      const rows = members.flatMap((row) =>
        ways.filter((_, index) => isAsked(row.member, index)).map((way) => ({ ...row, way })),
      );
      await eachCase(rows, async ({ member, way, codes }) => {
        const response = await call('oauth-token', {
          body: way.of(tokenRequest(grantType, await given(state)), member),
        });
        // An unexpected verifier may be reported instead (7).
        const accepted = ['invalid_request', ...codes, ...(way === emptyBeside ? ['invalid_grant'] : [])];
        await expect.soft(response, `${member} ${way.name}`).toBeError(400, accepted);
      });
    });
  }
}

const url = 'https://shop.example/callback';

type Row = readonly [member: string, value: unknown];

for (const { words, covering, rows } of [
  {
    words: 'a redirect_uri that is no text',
    covering: covers('TOK-40'),
    rows: [true, { url }, [url]].map((value): Row => ['redirect_uri', value]),
  },
  {
    words: 'a code_verifier and a test_token that is no text',
    covering: covers('TOK-53'),
    rows: [
      ['code_verifier', 42],
      ['code_verifier', {}],
      ['test_token', false],
      ['test_token', 0],
      ['test_token', ['false']],
    ] satisfies Row[],
  },
])
  test(`rejects ${words}`, covering, async ({ call, given }) => {
    await eachCase(rows, async ([member, value]) => {
      const right = tokenRequest('authorization_code', await given('an authorization code'));
      const response = await call('oauth-token', { body: { ...right, [member]: value } });
      await expect
        .soft(response, `${member} ${JSON.stringify(value)}`)
        .toBeError(400, ['invalid_request', 'invalid_grant']);
    });
  });

test('rejects a client_id that is a number', covers('TOK-53'), async ({ call, given }) => {
  const body = tokenRequest('authorization_code', await given('an authorization code'));
  const text = JSON.stringify(body.client_id);
  // Sent as written, because it may have more digits than a double keeps.
  const number = /^"([1-9]\d*)"$/.exec(text)?.[1] ?? '42';
  const write = (sent: unknown) => JSON.stringify(sent).replace(`"client_id":${text}`, `"client_id":${number}`);

  const response = await call('oauth-token', { body, write });

  await expect(response).toBeError(400, ['invalid_request', 'invalid_client', 'invalid_grant']);
});
