import { covers } from '#api/covers';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { madeUp } from '#factories/near-miss';
import { tokenRequest } from '#factories/token-request';
import { seededWord } from '#run/made-up-values';
import { byClient, byCode, byRefreshToken, notOffered } from './issued.ts';

// Null and an empty text may count as a missing parameter (RFC 6749, 3.2): TOK-83 asks.
const ofOtherTypes = [42, true, ['read'], { value: 'text' }];

test('rejects a parameter that does not exist, whatever its value', covers('TOK-24'), async ({ call, given }) => {
  await eachCase(ofOtherTypes, async (value) => {
    const body = tokenRequest('refresh_token', await given('a refresh token'));
    const response = await call('oauth-token', { body: { ...body, [seededWord('parameter')]: value } });
    await expect.soft(response, JSON.stringify(value)).toBeError(400, 'invalid_request');
  });
});

const unmarked: Readonly<Record<string, string>> = { scope: 'read', test_token: 'false' };

for (const { member, grant, state } of [
  ...['client_id', 'grant_type', 'code', 'redirect_uri', 'scope'].map((member) => ({ member, ...byCode })),
  ...['refresh_token', 'test_token'].map((member) => ({ member, ...byRefreshToken })),
  { member: 'client_secret', ...byClient },
]) {
  test(`rejects ${member} twice in one request`, covers('TOK-25'), async ({ call, given }) => {
    const right: Readonly<Record<string, string>> = tokenRequest(grant, await given(state));
    const value = right[member] ?? unmarked[member];
    const body = { ...right, [member]: value };
    const again = `"${member}":${JSON.stringify(value)}`;

    const response = await call('oauth-token', { text: `{${again},${JSON.stringify(body).slice(1)}` });

    // A target may first check if client_credentials is offered.
    const offered = grant === 'client_credentials' ? notOffered : [];
    await expect(response).toBeError(400, ['invalid_request', ...offered]);
  });
}

test('rejects credentials in the header Authorization', covers('TOK-59'), async ({ call, given }) => {
  const { client_id, client_secret, ...body } = tokenRequest(
    'authorization_code',
    await given('an authorization code'),
  );
  const pair = Buffer.from(`${client_id}:${client_secret}`).toString('base64');

  const response = await call('oauth-token', { body, headers: { authorization: `Basic ${pair}` } });

  await expect(response).toBeError('4xx');
});

test('rejects a client_id in the query', covers('TOK-59'), async ({ call, given }) => {
  const { client_id = '', ...body } = tokenRequest('authorization_code', await given('an authorization code'));

  const response = await call('oauth-token', { body, query: { client_id } });

  await expect(response).toBeError('4xx');
});

/** Faults for a body, one each; two of them are combined. */
const wrongs = {
  client_id: (body) => ({ ...body, client_id: madeUp(body.client_id ?? '') }),
  client_secret: (body) => ({ ...body, client_secret: madeUp(body.client_secret ?? '') }),
  grant: (body) => ({ ...body, ...changed(body, 'code'), ...changed(body, 'refresh_token') }),
  redirect_uri: (body) => ({ ...body, redirect_uri: `https://${seededWord('host')}.example/` }),
  scope: (body) => ({ ...body, scope: seededWord('scope') }),
  parameter: (body) => ({ ...body, [seededWord('parameter')]: seededWord('value') }),
} as const satisfies Record<string, (body: Record<string, string>) => Record<string, string>>;

const listed = ['invalid_client', 'invalid_grant', 'invalid_scope', 'invalid_request'];
const pairs = pairsOf(Object.entries(wrongs));

for (const { grant, state } of [byCode, byRefreshToken]) {
  test(`rejects ${grant} where two things are wrong`, covers('TOK-58'), async ({ call, given }) => {
    await eachCase(pairs, async ([[one, spoilOne], [other, spoilOther]]) => {
      const body = spoilOne(spoilOther(tokenRequest(grant, await given(state))));
      const response = await call('oauth-token', { body });
      await expect.soft(response, `${one} and ${other}`).toBeError(400, listed);
    });
  });
}

function changed(body: Record<string, string>, member: string): Record<string, string> {
  return body[member] === undefined ? {} : { [member]: madeUp(body[member]) };
}

function pairsOf<T>(all: readonly T[]): [T, T][] {
  return all.flatMap((one, index) => all.slice(index + 1).map((other): [T, T] => [one, other]));
}

test('rejects JSON with nothing in it', covers('TOK-26'), async ({ call }) => {
  await expect(await call('oauth-token', { text: '' })).toBeError(400, 'invalid_request');
});

test('rejects a request that is written in a text', covers('TOK-27'), async ({ call, given }) => {
  const request = tokenRequest('authorization_code', await given('an authorization code'));

  const response = await call('oauth-token', { body: JSON.stringify(request) });

  await expect(response).toBeError(400, 'invalid_request');
});

for (const body of [[], 'text', 42, true, null]) {
  test(`rejects the body ${JSON.stringify(body)}`, covers('TOK-27'), async ({ call }) => {
    const response = await call('oauth-token', { body });

    await expect(response).toBeError(400, 'invalid_request');
  });
}

test('rejects a list of one request', covers('TOK-27'), async ({ call, given }) => {
  const body = tokenRequest('authorization_code', await given('an authorization code'));

  await expect(await call('oauth-token', { body: [body] })).toBeError(400, 'invalid_request');
});
