import { covers, withCreation } from '#api/covers';
import { hasErrorCode } from '#api/errors';
import { getField, getSentField, getText, parseJson } from '#api/exchange';
import { describeTokenFormat, isCurrentDate, readAccessToken } from '#api/values/formats';
import { usualPreference } from '#assertions/control/controls';
import { now } from '#assertions/run';
import { eachCase, expect, settings, test } from '#assertions/test';
import { inLines, layoutNames, layouts } from '#factories/malformed';
import { tokenRequest } from '#factories/request-bodies';
import { createCodeVerifier } from '#redaction/made-up-values';
import { skipBecauseOfControl } from '#run/skip';
import { skipIfClocksDiffer } from '../cases/shared-tests.ts';
import {
  byClient,
  byCode,
  byRefreshToken,
  controlOf,
  expectToOpen,
  listIssued,
  notOffered,
  requestInContexts,
  requestTokens,
  requireToken,
  usualGrants,
} from './issued.ts';

const exchanging = covers('TOK-01');

test('exchanges a code for an access token and a refresh token', exchanging, async ({ baseline, call, given }) => {
  const plain = await baseline('oauth-token');
  await expect(plain).toBeAccepted();

  // The reference does not show if a narrowed token comes with a refresh token (2.2).
  const issued = await requestTokens('authorization_code', call, given);
  const whole = issued.filter(({ exchange }) => getSentField(exchange, 'scope') === undefined);
  for (const { name, exchange } of [{ name: 'plain', exchange: plain }, ...whole]) {
    const { json } = exchange;
    await expect(exchange, name).toHold('an access_token', getText(json, 'access_token') !== '');
    await expect(exchange, name).toHold('a refresh_token', getText(json, 'refresh_token') !== '');
  }
});

const using = withCreation('checkout-preferences', 1, covers('TOK-07'));

test('issues a token that opens a protected operation', using, async ({ call, baseline, tag }) => {
  const issued = await baseline('oauth-token');
  const request = { token: requireToken(issued, 'access_token'), body: usualPreference(tag) };

  await expectToOpen(issued, await call('checkout-preferences', request));
});

const renewing = withCreation('checkout-preferences', 1, covers('TOK-10'));

test('renews access with the refresh token of a code', renewing, async ({ call, given, tag }) => {
  const grant = await given('an authorization code');
  const first = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
  await expect(first).toBeAccepted();
  const refresh_token = requireToken(first, 'refresh_token');
  const second = await call('oauth-token', { body: tokenRequest('refresh_token', { ...grant, refresh_token }) });

  const response = await call('checkout-preferences', {
    token: getText(second.json, 'access_token'),
    body: usualPreference(tag),
  });

  await expect(second).toBeAccepted();
  await expectToOpen(second, response);

  // The reference does not show which scopes may be requested (2.1): without a token there is nothing to renew.
  for (const beside of [{ scope: 'offline_access read write' }, { code_verifier: createCodeVerifier() }]) {
    const asked = await given('an authorization code');
    const body = { test_token: 'false', ...beside, ...tokenRequest('authorization_code', asked) };
    const refresh_token = getText((await call('oauth-token', { body, write: inLines })).json, 'refresh_token');
    if (refresh_token === '') continue;
    const again = tokenRequest('refresh_token', { ...asked, refresh_token });
    await expect(await call('oauth-token', { body: again }), Object.keys(beside).join()).toBeAccepted();
  }
});

test('offers client_credentials or says that it does not', covers('TOK-11'), async ({ call, given }) => {
  const application = await given('an application');

  const body = tokenRequest('client_credentials', application);
  await eachCase(layoutNames, async (layout) => {
    const response = await call('oauth-token', { body, write: layouts[layout] });
    await expect.soft(response, layout).toConform('oauth-token/response', 400, notOffered);
  });
  for (const { name, exchange, rejectedWith = [] } of await requestInContexts('client_credentials', call, given))
    await expect.soft(exchange, name).toConform('oauth-token/response', 400, [...notOffered, ...rejectedWith]);
});

test('accepts a code_verifier', covers('TOK-12'), async ({ call, given }) => {
  const grant = await given('an authorization code');

  // The longest verifier, with each sign that it may have (RFC 7636, 4.1).
  const code_verifier = `${createCodeVerifier()}-._~`.padEnd(128, '~');
  const body = { code_verifier, ...tokenRequest('authorization_code', grant) };
  const response = await call('oauth-token', { body });

  // An unexpected verifier may count as a code sent in the wrong way (7: invalid_grant); the state's verifier matches.
  const isForeign = grant.code_verifier === undefined && hasErrorCode(response, 'invalid_grant');
  if (isForeign) await expect(response).toBeError(400, 'invalid_grant');
  else await expect(response).toBeAccepted();
});

test('accepts a test_token with the text false', covers('TOK-13'), async ({ call, given }) => {
  const body = { ...tokenRequest('authorization_code', await given('an authorization code')), test_token: 'false' };

  await expect(await call('oauth-token', { body })).toBeAccepted();
});

for (const { grant, state } of usualGrants) {
  test(`accepts ${grant} in JSON of any layout`, covers('TOK-16'), async ({ call, given }) => {
    await eachCase(layoutNames, async (layout) => {
      const body = tokenRequest(grant, await given(state));
      const response = await call('oauth-token', { body, write: layouts[layout] });
      await expect.soft(response, layout).toBeAccepted();
    });
  });

  test(`answers ${grant} whatever comes with it`, covers('TOK-16'), async ({ call, baseline, given }) => {
    await baseline(controlOf[grant]);
    for (const { name, exchange, rejectedWith } of await requestInContexts(grant, call, given))
      await expect.soft(exchange, name).toBeAccepted(rejectedWith && 400, rejectedWith);
  });

  test(`calls no listed scope an invalid_scope, with ${grant}`, covers('TOK-82'), async ({ call, baseline, given }) => {
    // A scope beyond the grant may count as invalid (7): no token of it has that scope.
    const granted = getText((await baseline(controlOf[grant])).json, 'scope').split(' ');
    for (const { name, exchange } of await requestInContexts(grant, call, given)) {
      const asked = getText(parseJson(exchange.request.body ?? ''), 'scope').split(' ');
      const isInvalid = asked.every((scope) => granted.includes(scope)) && hasErrorCode(exchange, 'invalid_scope');
      await expect.soft(exchange, name).toHold('a token, or a rejection for another reason', !isInvalid);
    }
  });
}

const { TOKEN_LIFETIME } = settings;
const knownScopes = ['', 'offline_access', 'read', 'write'];

for (const { grant, words, id } of [
  { ...byCode, id: 'TOK-02' },
  { ...byRefreshToken, id: 'TOK-09' },
] as const) {
  test(`answers ${words} with every field of the token response`, covers(id), async ({ call, baseline, given }) => {
    for (const { name, exchange } of await listIssued(grant, call, baseline, given))
      await expect.soft(exchange, name).toConform('oauth-token/response');
  });

  test(`gives ${words} a token of the type bearer`, covers('TOK-04'), async ({ call, baseline, given }) => {
    for (const { name, exchange } of await listIssued(grant, call, baseline, given))
      await expect.soft(exchange, name).toHaveField('token_type', 'bearer');
  });

  test(`gives ${words} a token of the fixed lifetime`, covers('TOK-05'), async ({ call, baseline, given }) => {
    for (const { name, exchange } of await listIssued(grant, call, baseline, given)) {
      const isFixed = getField(exchange.json, 'expires_in') === TOKEN_LIFETIME;
      await expect.soft(exchange, name).toHold(`expires_in ${TOKEN_LIFETIME} (TOKEN_LIFETIME)`, isFixed);
    }
  });

  test(`lists only known scopes for ${words}`, covers('TOK-06'), async ({ call, baseline, given }) => {
    for (const { name, exchange } of await listIssued(grant, call, baseline, given)) {
      const scopes = String(getField(exchange.json, 'scope')).split(' ');
      const areKnown = scopes.every((scope) => knownScopes.includes(scope));
      await expect.soft(exchange, name).toHold('a scope of offline_access, read and write', areKnown);
    }
  });
}

for (const { grant, words } of [...usualGrants, { ...byClient, words: 'client_credentials' }]) {
  test(`answers ${words} in JSON`, covers('TOK-14'), async ({ call, baseline, given }) => {
    for (const { name, exchange } of await listIssued(grant, call, baseline, given))
      await expect.soft(exchange, name).toBeJson();
  });

  const title = `composes the access token for ${words} of type, client id and date`;

  test(title, covers('TOK-03'), async ({ call, baseline, given }) => {
    for (const { name, exchange } of await listIssued(grant, call, baseline, given)) {
      const text = getText(exchange.json, 'access_token');
      if (text === '') skipBecauseOfControl('TOK-02');
      const clientId = String(getSentField(exchange, 'client_id'));
      const token = readAccessToken(text, clientId);
      const format = describeTokenFormat(text, clientId);
      let isNow = isCurrentDate(token?.created ?? '', now());
      // An application may get the same token while it lives (2.1): its date is then that of the first time.
      if (!isNow && grant === 'client_credentials') {
        const again = await call('oauth-token', { body: parseJson(exchange.request.body ?? '') });
        isNow = token !== undefined && getText(again.json, 'access_token') === text;
      }
      if (!isNow) skipIfClocksDiffer(exchange);
      const composed = expect.soft(exchange, name);
      await composed.toHold('a type and the client id at the start of the access token', token !== undefined, format);
      await composed.toHold('a creation date that is now in some time zone', isNow, format);
    }
  });
}
