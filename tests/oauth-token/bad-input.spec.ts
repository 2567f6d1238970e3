import { covers, withCapability } from '#api/covers';
import { getIdentity, getSentField, getText } from '#api/exchange';
import { endpoints, operations } from '#api/operations';
import { validRequest } from '#assertions/control/controls';
import { eachCase, expect, type Given, test } from '#assertions/test';
import { type InvalidBody, listInvalidBodies } from '#factories/invalid-bodies';
import { withByteOrderMark } from '#factories/malformed';
import { madeUp } from '#factories/near-misses/texts';
import { tokenRequest } from '#factories/request-bodies';
import unusualTexts from '#factories/unusual-texts.json' with { type: 'json' };
import type { CallOptions } from '#http/request';
import { createCodeVerifier, seededWord } from '#redaction/made-up-values';
import { tryOptional } from '#run/skip';
import schema from '#schemas/oauth-token/request.json' with { type: 'json' };
import { bodyRejections } from '../cases/rejections.ts';
import { preferredOtherwise } from '../cases/request-contexts.ts';
import { byClient, byCode, byRefreshToken, listIssued, usualGrants } from './issued.ts';

const isTyped = ({ way }: InvalidBody): boolean => / as (?:a boolean|a number|an array|an object)$/.test(way);
const typeCodes = ['invalid_request', 'invalid_client', 'invalid_grant', 'unsupported_grant_type'];

test('rejects each parameter of a wrong type', covers('TOK-53'), async ({ call, given }) => {
  await eachCase((await brokenRequests(given)).filter(isTyped), async ({ body, ...broken }) => {
    const response = await call('oauth-token', { body, violates: broken });
    await expect.soft(response, broken.name).toBeError(400, typeCodes);
  });
});

test('handles each parameter that is null, missing or unknown', covers('TOK-47'), async ({ call, given }) => {
  const rows = (await brokenRequests(given)).filter((row) => !isTyped(row));
  await eachCase(rows, async ({ body, ...broken }) => {
    const response = await call('oauth-token', { body, violates: broken });
    await expect.soft(response, broken.name).toBeHandled();
  });
});

/** Returns a request with each unmarked field, and a renewal, each broken in every way. */
async function brokenRequests(given: Given): Promise<InvalidBody[]> {
  const grant = await given('an authorization code');
  const optional = { code_verifier: createCodeVerifier(), test_token: 'false' };
  const base = { ...tokenRequest('authorization_code', grant), ...optional };
  const refresh = await tryOptional(() => given('a refresh token'));
  const renewal = refresh ? listInvalidBodies(schema, tokenRequest('refresh_token', refresh)) : [];
  return [...listInvalidBodies(schema, base), ...renewal.filter(({ name }) => name.startsWith('refresh_token'))];
}

const byCodeWith = (field: string) => ({ ...byCode, field });
const byRefreshTokenWith = (field: string) => ({ ...byRefreshToken, field });
const unusualRows = [
  ...['grant_type', 'redirect_uri', 'code_verifier', 'scope'].map(byCodeWith),
  ...['test_token', 'scope'].map(byRefreshTokenWith),
].flatMap((row) => unusualTexts.map((text) => ({ ...row, text })));

test('handles an unusual text in each parameter', covers('TOK-87'), async ({ call, given }) => {
  await eachCase(unusualRows, async ({ grant, state, field, text }) => {
    const response = await call('oauth-token', {
      body: { ...tokenRequest(grant, await given(state)), [field]: text },
    });
    await expect.soft(response, `${field} ${JSON.stringify(text)}`).toBeHandled();
  });
});

const fields = ['"":"text"', '"__proto__":{"a":1}', `"deep":${'['.repeat(200)}${']'.repeat(200)}`, '"large":1e999'];

test('rejects an unusual parameter', covers('TOK-24'), async ({ call, given }) => {
  await eachCase(fields, async (field) => {
    const body = JSON.stringify(tokenRequest('refresh_token', await given('a refresh token')));
    const response = await call('oauth-token', { text: `{${field},${body.slice(1)}` });
    await expect.soft(response, field.slice(0, 20)).toBeError(400, 'invalid_request');
  });
});

const long = [
  ...['client_id', 'client_secret', 'grant_type', 'code', 'redirect_uri', 'code_verifier'].map(byCodeWith),
  ...['refresh_token', 'test_token', 'scope'].map(byRefreshTokenWith),
];

test('handles parameters of 70,000 characters', covers('TOK-47'), async ({ call, given }) => {
  const texts = long.map((row) => ({ ...row, text: seededWord(`long ${row.field}`, 70_000) }));
  await eachCase(texts, async ({ grant, state, field, text }) => {
    const right = tokenRequest(grant, await given(state));
    const response = await call('oauth-token', { body: { ...right, [field]: text } });
    const isWrong = !unusualRows.some((row) => row.field === field);
    await (isWrong ? expect.soft(response, field).toBeError('4xx') : expect.soft(response, field).toBeHandled());
  });
});

const wrong = [
  ['code', 'identity', 'state'],
  ['client_id', 'identity'],
  ['client_secret', 'identity'],
  ['grant_type', 'validation'],
] as const;

for (const [field, ...needs] of wrong) {
  const covering = withCapability(needs, covers('TOK-46'));

  test(`never repeats the client_secret after a wrong ${field}`, covering, async ({ call, given }) => {
    const body = tokenRequest('authorization_code', await given('an authorization code'));
    body[field] = madeUp(body[field] ?? '');

    const response = await call('oauth-token', { body });

    const shown = `${response.text} ${JSON.stringify(response.headers)}`;
    await expect(response).toHold('an error without the client_secret', !shown.includes(body.client_secret ?? ''));
  });
}

// For this requirement, every other exchange of the run is searched too: src/assertions/repeated-credentials.ts.
test('never repeats a credential in an error', covers('TOK-84'), async ({ call, provoke, given, tag }) => {
  const grant = await given('an authorization code');
  const body = tokenRequest('authorization_code', grant);
  const refresh = await tryOptional(() => given('a refresh token'));
  const { code: _, ...rest } = body;
  const wrong: readonly CallOptions[] = [
    { body: { ...body, client_secret: madeUp(grant.client_secret) } },
    { body: { ...body, code: madeUp(grant.code) } },
    { body: rest },
    { text: JSON.stringify(body).slice(0, -1) },
    ...(refresh ? [{ body: { ...tokenRequest('refresh_token', refresh), scope: seededWord('scope') } }] : []),
  ];
  await eachCase(wrong, async (request) => {
    const response = await call('oauth-token', request);
    await expect.soft(response).toHold('an error without a credential', !response.repeatsCredential());
  });

  await eachCase(
    endpoints.filter((endpoint) => operations[endpoint].protected),
    async (endpoint) => {
      const valid = await tryOptional(() => validRequest(endpoint, given, tag));
      if (valid === undefined) return;
      const response = await provoke(endpoint, { ...valid, token: madeUp(valid.token ?? '') });
      await expect.soft(response, endpoint).toHold('an error without a credential', !response.repeatsCredential());
    },
  );
});

for (const { grant, words } of [...usualGrants, byClient]) {
  test(`gives ${words} ids and keys of their own`, covers('TOK-86'), async ({ call, baseline, given }) => {
    for (const { name, exchange } of await listIssued(grant, call, baseline, given)) {
      const { json } = exchange;
      const secrets = ['client_secret', 'code'].map((field) => String(getSentField(exchange, field) ?? ''));
      // An application may be its own user.
      const clients = grant === 'client_credentials' ? [] : [String(getSentField(exchange, 'client_id'))];
      const sent = [...secrets, ...clients].filter(Boolean);
      const values = ['access_token', 'refresh_token', 'public_key', 'user_id']
        .map((field) => String(getIdentity(exchange, field) ?? ''))
        .filter(Boolean);
      const differ = new Set(values).size === values.length && !values.some((value) => sent.includes(value));
      const isSafe = !secrets.some((secret) => secret !== '' && getText(json, 'access_token').includes(secret));
      await expect.soft(exchange, name).toHold('values that are its own', differ && isSafe);
    }
  });

  test(`never repeats the client_secret to ${words}`, covers('TOK-57'), async ({ call, baseline, given }) => {
    for (const { name, exchange } of await listIssued(grant, call, baseline, given)) {
      const response = `${exchange.text} ${JSON.stringify(exchange.headers)}`;
      const secret = String(getSentField(exchange, 'client_secret'));
      await expect.soft(exchange, name).toHold('a response without the client_secret', !response.includes(secret));
    }
  });
}

test('answers an error in JSON', covers('TOK-15'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const wrong = { ...grant, client_secret: madeUp(grant.client_secret), refresh_token: madeUp(grant.code) };

  for (const { grant: type, words } of usualGrants) {
    const body = tokenRequest(type, wrong);
    await expect(await call('oauth-token', { body, headers: preferredOtherwise }), words).toBeJson(false);
  }
});

for (const [title, details, body] of bodyRejections(
  'oauth-token',
  { broken: ['TOK-26', 400, 'invalid_request'], extended: ['TOK-51', 400, 'invalid_request'] },
  otherGrants,
))
  test(title, details, body);

test('handles JSON behind a byte order mark', covers('TOK-47'), async ({ call, given }) => {
  const body = tokenRequest('authorization_code', await given('an authorization code'));

  await expect(await call('oauth-token', { body, write: withByteOrderMark })).toBeHandled();
});

/** Returns the requests of the other grants for which the target has states. */
async function otherGrants(given: Given): Promise<unknown[]> {
  const refresh = await tryOptional(() => given('a refresh token'));
  const client = await tryOptional(() => given('an application'));
  return [
    ...(refresh ? [tokenRequest('refresh_token', refresh)] : []),
    ...(client ? [tokenRequest('client_credentials', client)] : []),
  ];
}
