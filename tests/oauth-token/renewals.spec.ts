import { covers } from '#api/covers';
import { type Exchange, getIdentity, getText, isSuccess } from '#api/exchange';
import { readAccessToken } from '#api/values/formats';
import { eachCase, expect, record, test } from '#assertions/test';
import { tokenRequest } from '#factories/request-bodies';
import { skipTest, tryOptional } from '#run/skip';
import { expectSomeOfThree, givenTimes } from '../cases/shared-tests.ts';
import { expectRenewals, RENEWALS, requireToken, usualGrants } from './issued.ts';

const getUser = (exchange: Exchange) => getIdentity(exchange, 'user_id');

test('keeps the user of a code through four renewals', covers('TOK-17'), async ({ call, given }) => {
  const chain = await expectRenewals(call, given);

  for (const { name, exchange } of chain) {
    await expect(exchange, name).toBeAccepted();
    const isSame = chain[0] !== undefined && getUser(exchange) === getUser(chain[0].exchange);
    await expect(exchange).toHold(`the user_id of the code, ${name}`, isSame);
  }
});

test('gives another access token with each renewal', covers('TOK-08'), async ({ call, given }) => {
  const chain = await expectRenewals(call, given);

  for (const [index, { name, exchange }] of chain.entries()) {
    await expect(exchange, name).toBeAccepted();
    for (const earlier of chain.slice(0, index))
      await expect(exchange, name).toDifferFrom(earlier.exchange, 'access_token');
  }
});

test('gives no refresh token that is dead', covers('TOK-81'), async ({ call, given }) => {
  const chain = await expectRenewals(call, given);
  const hasToken = ({ status, json }: Exchange) => isSuccess(status) && getText(json, 'refresh_token') !== '';

  // A chain ends early after the credential of its last response was sent once more and rejected.
  const isWhole = chain.length > RENEWALS;
  for (const { name, exchange } of chain.slice(-1))
    await expect(exchange, name).toHold('renewals to the last, or no refresh_token', isWhole || !hasToken(exchange));

  const application = await tryOptional(() => given('an application'));
  const ours = application && (await call('oauth-token', { body: tokenRequest('client_credentials', application) }));
  if (ours && hasToken(ours)) {
    const body = tokenRequest('refresh_token', { ...application, refresh_token: getText(ours.json, 'refresh_token') });
    await expect(await call('oauth-token', { body }), 'of client_credentials').toBeAccepted();
  } else if (!chain.slice(1).some(({ exchange }) => hasToken(exchange))) skipTest({ kind: 'no refresh token' });
});

test('answers concurrent exchanges each with its own tokens', covers('TOK-18'), async ({ call, given }) => {
  const grants = await givenTimes(given, 4, 'an authorization code');
  const owners = new Map<string, string>();
  /** Returns true for the first owner of a token: two codes of one user may give the same token while it lives. */
  const isFirstOwner = (owner: string, token: string) =>
    owners.set(token, owners.get(token) ?? owner).get(token) === owner;

  await eachCase(grants, async (grant) => {
    const issued = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
    const refresh_token = getText(issued.json, 'refresh_token');
    // All are sent before the first judgement, which waits for those of the other cases.
    const renewed = await call('oauth-token', { body: tokenRequest('refresh_token', { ...grant, refresh_token }) });
    const offered = await call('oauth-token', { body: tokenRequest('client_credentials', grant) });
    await expect(issued).toBeAccepted();
    requireToken(issued, 'refresh_token');
    await expect(renewed).toBeAccepted();
    await expect(renewed).toHold('the user of its own code', getUser(renewed) === getUser(issued));
    const owner = `${getUser(issued)} ${grant.client_id}`;
    for (const exchange of [issued, renewed])
      await expect(exchange).toHold('a token of its user', isFirstOwner(owner, requireToken(exchange, 'access_token')));
    const next = getText(renewed.json, 'refresh_token');
    await expect(renewed).toHold('a refresh token of its user', next === '' || isFirstOwner(owner, next));
    for (const exchange of [issued, renewed, offered]) {
      const token = getText(exchange.json, 'access_token');
      const isOfClient = ({ client_id }: typeof grant) => readAccessToken(token, client_id) !== undefined;
      await expect(exchange).toHold('a token of no other client', isOfClient(grant) || !grants.some(isOfClient));
    }
  });
});

for (const { words, grant, state } of usualGrants) {
  const covering = covers('TOK-55', grant === 'authorization_code' ? 'TOK-79' : 'TOK-80');

  test(`How many of three requests at once with ${words} succeed?`, covering, async ({ call, given }) => {
    const body = tokenRequest(grant, await given(state));

    record(await expectSomeOfThree(() => call('oauth-token', { body })));
    const once = await call('oauth-token', { body: { ...body, scope: 'read' } });
    await expect(once, 'once more, with a scope').toBeHandled();
  });
}
