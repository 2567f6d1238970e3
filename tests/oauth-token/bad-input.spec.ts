import { covers, withCapability } from '#api/covers';
import { getSentField } from '#api/exchange';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import type { Given } from '#assertions/given';
import { test } from '#assertions/test';
import { breaks } from '#factories/breaks';
import { madeUp } from '#factories/near-miss';
import { tokenRequest } from '#factories/token-request';
import { createCodeVerifier, seededWord } from '#run/made-up-values';
import { tryOptional } from '#run/skip';
import schema from '#schemas/oauth-token/request.json' with { type: 'json' };
import { malformedBodies } from '../cases/malformed.ts';

test('handles each parameter of a wrong type', covers('TOK-47'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const optional = { code_verifier: createCodeVerifier(), test_token: 'false' };
  const base = { ...tokenRequest('authorization_code', grant), ...optional };

  await eachCase(breaks(schema, base), async ({ body, ...broken }) => {
    const response = await call('oauth-token', { body, breaks: broken });
    await expect.soft(response, broken.name).toBeHandled();
  });
});

const long = [
  { grant: 'authorization_code', state: 'an authorization code', member: 'client_id' },
  { grant: 'authorization_code', state: 'an authorization code', member: 'grant_type' },
  { grant: 'authorization_code', state: 'an authorization code', member: 'code' },
  { grant: 'authorization_code', state: 'an authorization code', member: 'redirect_uri' },
  { grant: 'refresh_token', state: 'a refresh token', member: 'refresh_token' },
  { grant: 'refresh_token', state: 'a refresh token', member: 'scope' },
] as const;

/** Half of a surrogate pair, which JSON can write and UTF-8 cannot (RFC 8259, 8.2). */
const half = { ...long[2], text: '\ud83d' };

test('handles parameters of 20,000 characters and of half a one', covers('TOK-47'), async ({ call, given }) => {
  const texts = long.map((row) => ({ ...row, text: seededWord(`long ${row.member}`, 20_000) }));
  await eachCase([...texts, half], async ({ grant, state, member, text }) => {
    const right = tokenRequest(grant, await given(state));
    const response = await call('oauth-token', { body: { ...right, [member]: text } });
    await expect.soft(response, member).toBeHandled();
  });
});

const wrong = [
  { name: 'a wrong code', broken: { code: madeUp }, needs: ['identity', 'state'] },
  { name: 'a wrong client_id', broken: { client_id: madeUp }, needs: ['identity'] },
  { name: 'a wrong client_secret', broken: { client_secret: madeUp }, needs: ['identity'] },
  { name: 'a grant_type that does not exist', broken: { grant_type: madeUp }, needs: ['validation'] },
] as const;

for (const { name, broken, needs } of wrong) {
  test(
    `never repeats the client_secret after ${name}`,
    withCapability(needs, covers('TOK-46')),
    async ({ call, given }) => {
      const grant = await given('an authorization code');
      const body = tokenRequest('authorization_code', grant);
      for (const [member, change] of Object.entries(broken)) body[member] = change(body[member] ?? '');

      const response = await call('oauth-token', { body });

      const answer = `${response.text} ${JSON.stringify(response.headers)}`;
      await expect(response).toHold('an error without the client_secret', !answer.includes(body.client_secret ?? ''));
    },
  );
}

test('never repeats the client_secret in a token response', covers('TOK-57'), async ({ baseline }) => {
  const issued = await baseline('oauth-token');

  const answer = `${issued.text} ${JSON.stringify(issued.headers)}`;
  const secret = String(getSentField(issued, 'client_secret'));
  await expect(issued).toHold('a token response without the client_secret', !answer.includes(secret));
});

test('answers an error in JSON', covers('TOK-15'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const client_secret = madeUp(grant.client_secret);

  const wrongSecret = await call('oauth-token', {
    body: tokenRequest('authorization_code', { ...grant, client_secret }),
  });
  const malformed = await call('oauth-token', { text: '{"grant_type":' });

  await expect(wrongSecret).toBeJson(false);
  await expect(malformed).toBeJson(false);
});

const malformedTests = malformedBodies('oauth-token', {
  broken: covers('TOK-26'),
  extended: covers('TOK-51'),
  marked: covers('TOK-47'),
  error: [400, 'invalid_request'],
  kinds: otherGrants,
});

for (const { title, covering, body } of malformedTests) test(title, covering, body);

/** The requests of the other grants that the target has states for. */
async function otherGrants(given: Given): Promise<readonly unknown[]> {
  const refresh = await tryOptional(() => given('a refresh token'));
  const own = await tryOptional(() => given('an application'));
  return [
    ...(refresh ? [tokenRequest('refresh_token', refresh)] : []),
    ...(own ? [tokenRequest('client_credentials', own)] : []),
  ];
}
