import { covers, withCreation } from '#api/covers';
import { hasErrorCode } from '#api/errors';
import { type Exchange, getField, getSentField, getText, isSuccess } from '#api/exchange';
import { describeTokenFormat, isCurrentDate, readAccessToken } from '#api/values/formats';
import { now, stopWhereClocksDiffer } from '#assertions/clock';
import { usualPreference } from '#assertions/control/controls';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { settings } from '#assertions/settings';
import { test } from '#assertions/test';
import { layoutNames, layouts } from '#factories/malformed';
import { tokenRequest } from '#factories/request-bodies';
import { createCodeVerifier } from '#redaction/made-up-values';
import { skipBecauseOfControl } from '#run/skip';
import {
  askedFor,
  byCode,
  byRefreshToken,
  expectToOpen,
  type Issued,
  issuedBy,
  notOffered,
  tokenIn,
  usualGrants,
} from './issued.ts';

const exchanging = covers('TOK-01');

test('exchanges a code for an access token and a refresh token', exchanging, async ({ baseline, call, given }) => {
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
});

const using = withCreation('checkout-preferences', 1, covers('TOK-07'));

test('issues a token that opens a protected operation', using, async ({ call, baseline, tag }) => {
  const issued = await baseline('oauth-token');

  const response = await call('checkout-preferences', {
    token: tokenIn(issued, 'access_token'),
    body: usualPreference(tag),
  });

  await expectToOpen(issued, response);
});

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

  // The reference does not show which scopes may be requested (2.1): without a token there is nothing to renew.
  const asked = await given('an authorization code');
  const body = {
    ...tokenRequest('authorization_code', asked),
    scope: 'offline_access read write',
    test_token: 'false',
  };
  const refreshed = getText((await call('oauth-token', { body })).json, 'refresh_token');
  const again = tokenRequest('refresh_token', { ...asked, refresh_token: refreshed });
  if (refreshed !== '') await expect(await call('oauth-token', { body: again }), 'with scopes').toBeAccepted();
});

test('offers client_credentials or says that it does not', covers('TOK-11'), async ({ call, given }) => {
  const application = await given('an application');

  const body = tokenRequest('client_credentials', application);
  await eachCase(layoutNames, async (layout) => {
    const response = await call('oauth-token', { body, write: layouts[layout] });
    await expect.soft(response, layout).toConform('oauth-token/response', 400, notOffered);
  });
  for (const { name, exchange, rejectedWith = [] } of await askedFor('client_credentials', call, given))
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
  const grant = await given('an authorization code');

  const response = await call('oauth-token', {
    body: { ...tokenRequest('authorization_code', grant), test_token: 'false' },
  });

  await expect(response).toBeAccepted();
});

for (const { grant, state } of [byCode, byRefreshToken]) {
  const control = grant === 'refresh_token' ? 'oauth-token by refresh token' : 'oauth-token';

  test(`accepts ${grant} in JSON of any layout`, covers('TOK-16'), async ({ call, given }) => {
    await eachCase(layoutNames, async (layout) => {
      const body = tokenRequest(grant, await given(state));
      const response = await call('oauth-token', { body, write: layouts[layout] });
      await expect.soft(response, layout).toBeAccepted();
    });
  });

  test(`answers ${grant} whatever comes with it`, covers('TOK-16'), async ({ call, baseline, given }) => {
    await baseline(control);
    for (const { name, exchange, rejectedWith } of await askedFor(grant, call, given))
      await expect.soft(exchange, name).toBeAccepted(rejectedWith && 400, rejectedWith);
  });

  test(`calls no listed scope an invalid_scope, with ${grant}`, covers('TOK-82'), async ({ call, baseline, given }) => {
    await baseline(control);
    for (const { name, exchange } of await askedFor(grant, call, given)) {
      const isInvalid = hasErrorCode(exchange, 'invalid_scope');
      await expect.soft(exchange, name).toHold('a token, or a rejection for another reason', !isInvalid);
    }
  });
}

const composing = (grant: string): string => `composes the access token for ${grant} of type, client id and date`;

const { TOKEN_LIFETIME } = settings;
const known = ['', 'offline_access', 'read', 'write'];

type Judge = (issued: Issued) => Promise<void>;
type Id = Parameters<typeof covers>[0];

const expectIssued = ({ exchange, name }: Issued) => expect.soft(exchange, name);
const isConformant: Judge = (issued) => expectIssued(issued).toConform('oauth-token/response');
const isJson: Judge = (issued) => expectIssued(issued).toBeJson();
const isBearer: Judge = (issued) => expectIssued(issued).toHaveMember('token_type', 'bearer');
const hasLifetime = holds(
  `expires_in ${TOKEN_LIFETIME} (TOKEN_LIFETIME)`,
  ({ json }) => getField(json, 'expires_in') === TOKEN_LIFETIME,
);
const knowsScopes = holds('a scope of offline_access, read and write', ({ json }) =>
  String(getField(json, 'scope'))
    .split(' ')
    .every((scope) => known.includes(scope)),
);

/** The facts of every issued token (2.2), whatever its request contained; the ids are of a code and of a renewal. */
const facts: readonly (readonly [title: (grant: string) => string, code: Id, renewal: Id, judge: Judge])[] = [
  [(grant) => `answers ${grant} with every member of the token response`, 'TOK-02', 'TOK-09', isConformant],
  [composing, 'TOK-03', 'TOK-03', expectComposed],
  [(grant) => `gives ${grant} a token of the type bearer`, 'TOK-04', 'TOK-04', isBearer],
  [(grant) => `gives ${grant} a token of the fixed lifetime`, 'TOK-05', 'TOK-05', hasLifetime],
  [(grant) => `lists only known scopes for ${grant}`, 'TOK-06', 'TOK-06', knowsScopes],
  [(grant) => `answers ${grant} in JSON`, 'TOK-14', 'TOK-14', isJson],
];

for (const { grant, words } of usualGrants) {
  const isRenewal = grant === 'refresh_token';
  for (const [title, code, renewal, judge] of facts) {
    test(title(words), covers(isRenewal ? renewal : code), async ({ call, baseline, given }) => {
      const exchange = await baseline(isRenewal ? 'oauth-token by refresh token' : 'oauth-token');
      for (const issued of [{ name: 'plain', exchange }, ...(await issuedBy(grant, call, given))]) await judge(issued);
    });
  }
}

for (const [title, id, , judge] of facts.filter(([, id]) => id === 'TOK-03' || id === 'TOK-14'))
  test(title('client_credentials'), covers(id), async ({ call, given }) => {
    const asked = await askedFor('client_credentials', call, given);
    // A grant is unknown without a state, and if it is neither granted nor rejected as a grant (TOK-11).
    if (asked.length === 0) await given('an application');
    const isKnown = asked.some(
      ({ exchange }) => isSuccess(exchange.status) || notOffered.some((code) => hasErrorCode(exchange, code)),
    );
    if (!isKnown) skipBecauseOfControl('TOK-11');
    for (const issued of await issuedBy('client_credentials', call, given)) await judge(issued);
  });

async function expectComposed({ exchange, name }: Issued): Promise<void> {
  const text = getText(exchange.json, 'access_token');
  if (text === '') skipBecauseOfControl('TOK-02');
  const clientId = String(getSentField(exchange, 'client_id'));
  const token = readAccessToken(text, clientId);
  const shape = describeTokenFormat(text, clientId);
  const isNow = isCurrentDate(token?.created ?? '', now());
  if (!isNow) stopWhereClocksDiffer(exchange);
  const judged = expect.soft(exchange, name);
  await judged.toHold('a type and the client id at the start of the access token', token !== undefined, shape);
  await judged.toHold('a creation date that is now in some time zone', isNow, shape);
}

function holds(fact: string, isSo: (exchange: Exchange) => boolean): Judge {
  return (issued) => expectIssued(issued).toHold(fact, isSo(issued.exchange));
}
