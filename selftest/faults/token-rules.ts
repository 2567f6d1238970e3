import { codeOf, refreshTokenOf } from '#mock/oauth-token/checks';
import type { Call } from '#mock/operation';
import { hasEscapes, hasLines } from './bodies.ts';
import { inTurn, type Patch, type Row, toFaults } from './fault.ts';
import { listedErrors, unavailable } from './listed-errors.ts';
import { all, closesConnection, hasCharset, sentAgain, times, type When } from './requests.ts';
import { toPage } from './responses.ts';
import { acceptWhen, rejectWhen, rewriteRequest, skipRule, whereBroken } from './rules.ts';
import { afterSuccess, whereKnown } from './successes.ts';
import { isBare, withoutRedirect } from './token-responses.ts';
import rules from './token-rules.json' with { type: 'json' };
import { byClient, byCode, byRefresh, has, hasFlag, hasPkce, hasRedirect, hasScope, is, textAt } from './values.ts';

const isOfThisHour = (call: Call): boolean => Date.now() - (codeOf(call)?.issuedAt ?? 0) < 3_600_000;

const wrongSecret = 'a wrong client_secret';
const oldCode = 'a code older than ten minutes';
const foreignCode = "another application's code";
const usedCode = 'a code used before';
const revokedRefresh = 'a revoked refresh token';
const expiredRefresh = 'an expired refresh token';
const foreignRefresh = "another application's refresh token";
const unknownScope = 'an unknown scope';
const limited = 'too many requests of this application';

const limitVerified = whereBroken((when) => rejectWhen(all(when, hasPkce), 'local_rate_limited'), limited);

const errorRows: readonly Row[] = [
  ...listedErrors('oauth-token'),
  unavailable('TOK-45', limited, 503),
  ['TOK-45', 'limit-verified', 'With a code_verifier the limit is a 400', limitVerified],
  ['TOK-45', 'limit-not-for-codes', 'The rate of codes is not limited', skipRule(limited, byCode)],
  ['TOK-45', 'limit-not-for-own', 'The rate of client_credentials is not limited', skipRule(limited, byClient)],
  ['TOK-45', 'limit-page', 'A client that prefers HTML gets the limit in it', toPage(limited)],
  ['TOK-31', 'code-page', 'A client that prefers HTML gets a wrong code in it', toPage('a code that was never given')],
  ['TOK-39', 'used-for-anyone', 'A used refresh token is good for anyone', whereKnown('refresh_token', acceptWhen)],
  ['TOK-45', 'limit-again', 'The rate is not limited the second time', skipRule(limited, sentAgain())],
];

const contexts: readonly (readonly [slug: string, what: string, when: () => When])[] = [
  ['scoped', 'with a scope', () => hasScope],
  ['flagged', 'with a test_token', () => hasFlag],
  ['verified', 'with a code_verifier', () => hasPkce],
  ['charset', 'with a charset', () => hasCharset],
  ['closed', 'on a closed connection', () => closesConnection],
  ['escaped', 'in JSON with escapes', () => hasEscapes],
  ['lines', 'in JSON in lines', () => hasLines],
  ['again', 'when it is sent again', sentAgain],
];

const endScopedRefresh = afterSuccess(
  (body, { world }) => void world.refreshTokens.delete(`${body.refresh_token}`),
  all(byCode, hasScope),
);
const acceptUsed = inTurn(skipRule(foreignCode, isForeignAndUsed), skipRule(usedCode, isForeignAndUsed));
const anyClient = skipRule('an unknown client_id', byClient);
const forbidLater = rejectWhen(isSecondWithdrawn(), 'forbidden');
const offered = { clientCredentials: 'offered with a refresh token' } as const;
const giveOwn = rewriteRequest((call) => ({ ...call, choices: { ...call.choices, ...offered } }));

const contextRows: readonly Row[] = [
  ...Object.entries(rules.contextRules).flatMap(([name, rule]) =>
    contexts.map(([where, what, when]) => forgotten(`${name}-${where}`, rule, what, when())),
  ),
  ...Object.entries(rules.attempts).map(([name, { rule, field }]) => {
    const isThird = times(3, (call) => textAt(call, field));
    return forgotten(`${name}-third`, rule, 'the third time', isThird);
  }),
  ['TOK-28', 'let-in-charset', 'Everything with a charset is accepted', acceptWhen(hasCharset)],
  ['TOK-28', 'client-by-client_credentials', 'client_credentials know any client_id', anyClient],
  ['TOK-29', 'secret-by-client_credentials', 'client_credentials accept any secret', skipRule(wrongSecret, byClient)],
  ['TOK-29', 'secret-by-refresh_token', 'A refresh token accepts any secret', skipRule(wrongSecret, byRefresh)],
  ['TOK-29', 'secret-tested', 'test_token true accepts any secret', skipRule(wrongSecret, is('test_token', 'true'))],
  ['TOK-42', 'scope-by-client_credentials', 'client_credentials accept any scope', skipRule(unknownScope, byClient)],
  ['TOK-42', 'scope-by-refresh_token', 'A refresh token accepts any scope', skipRule(unknownScope, byRefresh)],
  ['TOK-10', 'scoped-refresh-dead', 'A code with a scope gives a dead refresh token', endScopedRefresh],
  ['TOK-16', 'lines-refused', 'JSON in lines is rejected', rejectWhen(hasLines)],
  ['TOK-16', 'order-refused', 'The grant_type has to come first', rejectWhen(endsWithGrantType)],
  ['TOK-32', 'old-bare', 'An old code is good without a redirect_uri', withoutRedirect(skipRule(oldCode, isBare))],
  ['TOK-33', 'foreign-bare', 'Any code is good without a redirect_uri', withoutRedirect(skipRule(foreignCode, isBare))],
  ['TOK-33', 'own-redirect-scoped', 'A scope accepts any code with its redirect_uri', acceptScopedCode()],
  ['TOK-33', 'foreign-used', 'A used code is good for any application', acceptWhen(isForeignAndUsed)],
  ['TOK-33', 'foreign-used-home', 'A used code is good at the redirect_uri of any application', acceptUsed],
  ['TOK-37', 'revoked-redirected', 'A redirect_uri accepts a revoked token', skipRule(revokedRefresh, hasRedirect)],
  ['TOK-37', 'revoked-coded', 'A code accepts a revoked refresh token', skipRule(revokedRefresh, has('code'))],
  ['TOK-38', 'expired-redirected', 'A redirect_uri accepts an expired token', skipRule(expiredRefresh, hasRedirect)],
  ['TOK-38', 'expired-coded', 'A code accepts an expired refresh token', skipRule(expiredRefresh, has('code'))],
  ['TOK-39', 'issued-refresh-anyone', 'The refresh token of a code is anyone’s', forgetOwner(byCode)],
  ['TOK-39', 'renewed-refresh-anyone', 'The refresh token of a renewal is anyone’s', forgetOwner(byRefresh)],
  ['TOK-39', 'own-refresh-anyone', 'An own refresh token is anyone’s', inTurn(giveOwn, forgetOwner(byClient))],
  ['TOK-44', 'withdrawn-other-code', 'A withdrawn grant is forbidden later', forbidLater],
  ['TOK-32', 'code-an-hour', 'A code is valid for an hour', skipRule(oldCode, isOfThisHour)],
];

/** Faults of the rules of the token operation (7): other errors, and contexts in which a rule is skipped. */
export const tokenRuleFaults = toFaults('oauth-token', 'token', [...errorRows, ...contextRows]);

/** Returns a row with a rule that is skipped for some requests; the name is that of the requirement and the fault. */
function forgotten(name: string, rule: string, what: string, when: When): Row {
  const [id = '', slug = ''] = name.split(' ');
  return [id, slug, `The rule "${rule}" is forgotten ${what}`, skipRule(rule, when)];
}

/** Accepts any code with a scope and with the redirect_uri of the application that it belongs to. */
function acceptScopedCode(): Patch {
  const own = skipRule('another redirect_uri', (call) => {
    const owner = call.world.applications.get(codeOf(call)?.clientId ?? '');
    return owner?.redirectUri === textAt(call, 'redirect_uri');
  });
  return inTurn(own, skipRule(foreignCode, hasScope));
}

/** Ignores the owner of the refresh tokens that some requests got. */
function forgetOwner(when: When): Patch {
  return whereKnown('refresh_token', (isIssued) => skipRule(foreignRefresh, isIssued), when, true);
}

function endsWithGrantType(call: Call): boolean {
  return call.body.text.endsWith(`"grant_type":"${textAt(call, 'grant_type')}"}`);
}

function isForeignAndUsed(call: Call): boolean {
  const code = codeOf(call);
  return code !== undefined && code.uses > 0 && code.clientId !== textAt(call, 'client_id');
}

function isSecondWithdrawn(): When {
  const isSecond = times(2, (call) => textAt(call, 'refresh_token'));
  return (call) => refreshTokenOf(call)?.standing === 'withdrawn' && isSecond(call);
}
