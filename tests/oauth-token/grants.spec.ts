import { covers, withCreation } from '#api/covers';
import { hasErrorCode } from '#api/errors';
import { getSentField, getText, isSuccess } from '#api/exchange';
import { usualPreference } from '#assertions/control/controls';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { layoutNames, layouts } from '#factories/malformed/json-texts';
import { tokenRequest } from '#factories/token-request';
import { createCodeVerifier } from '#run/made-up-values';
import { askedFor, byCode, byRefreshToken, expectToOpen, issuedBy, notOffered, scopeCodes, tokenIn } from './issued.ts';

test(
  'exchanges a code for an access token and a refresh token',
  covers('TOK-01'),
  async ({ baseline, call, given }) => {
    const plain = await baseline('oauth-token');
    await expect(plain).toBeAccepted();

    // The reference does not show if a narrowed token comes with a refresh token (2.2).
    const issued = await issuedBy('authorization_code', call, given);
    const whole = issued.filter(({ exchange }) => getSentField(exchange, 'scope') === undefined);
    for (const { name, exchange } of [{ name: 'plain', exchange: plain }, ...whole]) {
      const { json } = exchange;
      await expect(exchange, name).toHold('an access_token', getText(json, 'access_token') !== '');
      await expect(exchange, name).toHold('a refresh_token', getText(json, 'refresh_token') !== '');
    }
  },
);

test(
  'issues a token that opens a protected operation',
  withCreation('checkout-preferences', 1, covers('TOK-07')),
  async ({ call, baseline, tag }) => {
    const issued = await baseline('oauth-token');

    const response = await call('checkout-preferences', {
      token: tokenIn(issued, 'access_token'),
      body: usualPreference(tag),
    });

    await expectToOpen(issued, response);
  },
);

const renewing = withCreation('checkout-preferences', 1, covers('TOK-10'));

test('renews access with the refresh token of a code', renewing, async ({ call, given, tag }) => {
  const grant = await given('an authorization code');
  const first = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
  await expect(first).toBeAccepted();
  const refresh_token = tokenIn(first, 'refresh_token');
  const second = await call('oauth-token', { body: tokenRequest('refresh_token', { ...grant, refresh_token }) });

  const response = await call('checkout-preferences', {
    token: getText(second.json, 'access_token'),
    body: usualPreference(tag),
  });

  await expect(second).toBeAccepted();
  await expectToOpen(second, response);
});

test('offers client_credentials or says that it does not', covers('TOK-11'), async ({ call, given }) => {
  const application = await given('an application');

  await eachCase(['first', 'second', 'third'], async (time) => {
    const response = await call('oauth-token', { body: tokenRequest('client_credentials', application) });
    if (isSuccess(response.status)) await expect.soft(response, time).toConform('oauth-token/response');
    else await expect.soft(response, time).toBeError(400, notOffered);
  });
  for (const { name, exchange } of await askedFor('client_credentials', call, given)) {
    if (isSuccess(exchange.status)) await expect.soft(exchange, name).toConform('oauth-token/response');
    else await expect.soft(exchange, name).toBeError(400, [...notOffered, ...scopeCodes]);
  }
});

test('accepts a code_verifier', covers('TOK-12'), async ({ call, given }) => {
  const grant = await given('an authorization code');

  const body = { code_verifier: createCodeVerifier(), ...tokenRequest('authorization_code', grant) };
  const response = await call('oauth-token', { body });

  // An unexpected verifier may count as a code sent in the wrong way (7: invalid_grant); the state's verifier matches.
  const isForeign = grant.code_verifier === undefined && hasErrorCode(response, 'invalid_grant');
  if (isForeign) await expect(response).toBeError(400, 'invalid_grant');
  else await expect(response).toBeAccepted();
});

test('accepts a test_token with the text false', covers('TOK-13'), async ({ call, given }) => {
  const grant = await given('an authorization code');

  const response = await call('oauth-token', {
    body: { ...tokenRequest('authorization_code', grant), test_token: 'false' },
  });

  await expect(response).toBeAccepted();
});

for (const { grant, state } of [byCode, byRefreshToken]) {
  test(`accepts ${grant} in JSON of any layout`, covers('TOK-16'), async ({ call, given }) => {
    await eachCase(layoutNames, async (layout) => {
      const body = tokenRequest(grant, await given(state));
      const response = await call('oauth-token', { body, write: layouts[layout] });
      await expect.soft(response, layout).toBeAccepted();
    });
  });

  test(`answers ${grant} whatever comes with it`, covers('TOK-16'), async ({ call, given }) => {
    for (const { name, exchange, rejectedWith } of await askedFor(grant, call, given)) {
      if (rejectedWith && !isSuccess(exchange.status)) await expect.soft(exchange, name).toBeError(400, rejectedWith);
      else await expect.soft(exchange, name).toBeAccepted();
    }
  });

  test(`calls no listed scope an invalid_scope, with ${grant}`, covers('TOK-82'), async ({ call, given }) => {
    for (const { name, exchange } of await askedFor(grant, call, given)) {
      const isInvalid = hasErrorCode(exchange, 'invalid_scope');
      await expect.soft(exchange, name).toHold('a token, or a rejection for another reason', !isInvalid);
    }
  });
}
