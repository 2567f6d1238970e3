import { codeOf, refreshTokenOf } from '#mock/oauth-token/checks';
import type { Call } from '#mock/operation';
import { bodyMatches, hasEscapes, hasLines } from './bodies.ts';
import { inTurn, type Patch, type Row, toFaults } from './fault.ts';
import { listedErrors, unavailable } from './listed-errors.ts';
import { all, closesConnection, hasCharset, sentAgain, times, type When } from './requests.ts';
import { acceptWhen, rejectWhen, skipRule } from './rules.ts';
import { afterSuccess } from './successes.ts';
import { isBare, withoutRedirect } from './token-responses.ts';
import {
  byClient,
  byCode,
  byRefreshToken,
  has,
  hasFlag,
  hasRedirect,
  hasScope,
  hasVerifier,
  is,
  textAt,
} from './values.ts';

const isOfThisHour = (call: Call): boolean => Date.now() - (codeOf(call)?.issuedAt ?? 0) < 3_600_000;

const unknownClient = 'an unknown client_id';
const wrongSecret = 'a wrong client_secret';
const unknownCode = 'a code that was never given';
const oldCode = 'a code older than ten minutes';
const foreignCode = "another application's code";
const unknownRefresh = 'a refresh token that was never given';
const revokedRefresh = 'a revoked refresh token';
const expiredRefresh = 'an expired refresh token';
const foreignRefresh = "another application's refresh token";
const otherRedirect = 'another redirect_uri';
const unknownScope = 'an unknown scope';
const withdrawn = 'no grant with the user';
const limited = 'too many requests of this application';
const givenTwice = 'a parameter given twice';
const notSupported = 'a parameter that is not supported';
const unknownGrantType = 'an unknown grant_type';

/** The errors of 7 with their rules, and the code that is returned instead. */
const errors: readonly (readonly [string, string, string, string, string])[] = [
  ['TOK-20', 'no-client-id', 'A request without client_id', 'client_id left out', 'invalid_client'],
  ['TOK-21', 'no-secret', 'A request without client_secret', 'client_secret left out', 'invalid_client'],
  ['TOK-22', 'no-grant-type', 'A request without grant_type', 'grant_type left out', 'unsupported_grant_type'],
  ['TOK-23', 'no-code', 'A request without code', 'code left out', 'invalid_grant'],
  ['TOK-24', 'unknown-parameter', 'An unknown parameter', notSupported, 'bad_request'],
  ['TOK-25', 'twice', 'A parameter given twice', givenTwice, 'invalid_json'],
  ['TOK-26', 'malformed', 'Malformed JSON', 'a body that is no JSON text', 'invalid_json'],
  ['TOK-27', 'no-object', 'A body that is not an object', 'a body that is no JSON object', 'Invalid_Request'],
  ['TOK-28', 'unknown-client', 'An unknown client_id', unknownClient, 'unauthorized_client'],
  ['TOK-29', 'wrong-secret', 'A wrong client_secret', wrongSecret, 'invalid_secret'],
  ['TOK-30', 'unknown-grant-type', 'An unknown grant_type', unknownGrantType, 'invalid_request'],
  ['TOK-31', 'unknown-code', 'An unknown code', unknownCode, 'invalid_code'],
  ['TOK-32', 'old-code', 'A code older than ten minutes', oldCode, 'expired_code'],
  ['TOK-33', 'foreign-code', "Another application's code", foreignCode, 'invalid_client'],
  ['TOK-36', 'unknown-refresh', 'An unknown refresh token', unknownRefresh, 'not_found'],
  ['TOK-37', 'revoked-refresh', 'A revoked refresh token', revokedRefresh, 'revoked_token'],
  ['TOK-38', 'expired-refresh', 'An expired refresh token', expiredRefresh, 'expired_token'],
  ['TOK-39', 'foreign-refresh', "Another application's refresh token", foreignRefresh, 'forbidden'],
  ['TOK-40', 'other-redirect', 'Another redirect_uri', otherRedirect, 'redirect_uri_mismatch'],
  ['TOK-42', 'unknown-scope', 'An unknown scope', unknownScope, 'invalid_request'],
  ['TOK-43', 'other-user', "Another user's refresh token", 'a token of another user', 'invalid_grant'],
  ['TOK-44', 'no-grant', 'A withdrawn grant', withdrawn, 'invalid_grant'],
  ['TOK-45', 'limit', 'An application over its limit', limited, 'too_many'],
];

/** Without their rule, other rules about missing parts still reject these. */
const alsoRejected = ['TOK-26', 'TOK-27'];

const errorRows: readonly Row[] = [
  ...errors.flatMap(([id, slug, request, rule, code]) => {
    const status = id === 'TOK-45' ? 403 : 401;
    return listedErrors([id, slug, request, rule, { status, code, isDropped: !alsoRejected.includes(id) }]);
  }),
  unavailable('TOK-45', limited, 503),
  ['TOK-45', 'limit-not-for-codes', 'The rate of codes is not limited', skipRule(limited, byCode)],
  ['TOK-45', 'limit-not-for-own', 'The rate of client_credentials is not limited', skipRule(limited, byClient)],
  ['TOK-45', 'limit-again', 'The rate is not limited the second time', skipRule(limited, sentAgain())],
];

/** Rules that are skipped in some valid context. */
const contextRules = [
  ['TOK-28', 'client', unknownClient],
  ['TOK-29', 'secret', wrongSecret],
  ['TOK-31', 'code', unknownCode],
  ['TOK-32', 'old-code', oldCode],
  ['TOK-33', 'foreign-code', foreignCode],
  ['TOK-36', 'refresh', unknownRefresh],
  ['TOK-37', 'revoked', revokedRefresh],
  ['TOK-39', 'foreign-refresh', foreignRefresh],
  ['TOK-44', 'withdrawn', withdrawn],
] as const;

const contexts: readonly (readonly [slug: string, what: string, when: () => When])[] = [
  ['scoped', 'with a scope', () => hasScope],
  ['flagged', 'with a test_token', () => hasFlag],
  ['verified', 'with a code_verifier', () => hasVerifier],
  ['charset', 'with a charset', () => hasCharset],
  ['closed', 'on a closed connection', () => closesConnection],
  ['escaped', 'in JSON with escapes', () => hasEscapes],
  ['again', 'when it is sent again', sentAgain],
];

/** Wrong attempts that are counted: the requirement, the skipped rule, and the field that identifies an attempt. */
const attempts = [
  ['TOK-29', 'secret', wrongSecret, 'client_id'],
  ['TOK-31', 'code', unknownCode, 'code'],
  ['TOK-32', 'old-code', oldCode, 'code'],
  ['TOK-33', 'foreign-code', foreignCode, 'code'],
  ['TOK-37', 'revoked', revokedRefresh, 'refresh_token'],
  ['TOK-39', 'foreign-refresh', foreignRefresh, 'refresh_token'],
] as const;

const endScopedRefresh = afterSuccess(
  (body, { world }) => void world.refreshTokens.delete(`${body.refresh_token}`),
  all(byCode, hasScope),
);
const isPrivate = bodyMatches(/"(?:_|x-)\w+":/);
const isThrice = bodyMatches(/"(\w+)":.*"\1":.*"\1":/);
const isLastAgain = bodyMatches(/"(\w+)":.*,"\1":"[^"]*"}$/);
const anyClient = skipRule(unknownClient, byClient);
const forbidLater = rejectWhen(isSecondWithdrawn(), 'forbidden');

const contextRows: readonly Row[] = [
  ...contextRules.flatMap(([id, slug, rule]) =>
    contexts.map(
      ([where, what, when]): Row => [
        id,
        `${slug}-${where}`,
        `The rule "${rule}" is forgotten ${what}`,
        skipRule(rule, when()),
      ],
    ),
  ),
  ...attempts.map(([id, slug, rule, field]): Row => {
    const patch = skipRule(
      rule,
      times(3, (call) => textAt(call, field)),
    );
    return [id, `${slug}-third`, `The rule "${rule}" is forgotten the third time`, patch];
  }),
  ['TOK-24', 'unknown-private', 'A parameter named _ or x- is ignored', skipRule(notSupported, isPrivate)],
  ['TOK-24', 'unknown-case', 'A parameter in another case is ignored', skipRule(notSupported, has('Client_ID'))],
  ['TOK-25', 'twice-escaped', 'An escape hides a second parameter', skipRule(givenTwice, hasEscapes)],
  ['TOK-25', 'twice-thrice', 'A third parameter hides a second one', skipRule(givenTwice, isThrice)],
  ['TOK-25', 'twice-last', 'A second parameter may be the last one', skipRule(givenTwice, isLastAgain)],
  ['TOK-28', 'let-in-charset', 'Everything with a charset is accepted', acceptWhen(hasCharset)],
  ['TOK-28', 'client-by-client_credentials', 'client_credentials know any client_id', anyClient],
  ['TOK-29', 'secret-by-client_credentials', 'client_credentials accept any secret', skipRule(wrongSecret, byClient)],
  ['TOK-29', 'secret-by-refresh_token', 'A refresh token accepts any secret', skipRule(wrongSecret, byRefreshToken)],
  ['TOK-29', 'secret-tested', 'test_token true accepts any secret', skipRule(wrongSecret, is('test_token', 'true'))],
  ['TOK-42', 'scope-by-client_credentials', 'client_credentials accept any scope', skipRule(unknownScope, byClient)],
  ['TOK-42', 'scope-by-refresh_token', 'A refresh token accepts any scope', skipRule(unknownScope, byRefreshToken)],
  ['TOK-10', 'scoped-refresh-dead', 'A code with a scope gives a dead refresh token', endScopedRefresh],
  ['TOK-16', 'escapes-refused', 'JSON with escapes is rejected', rejectWhen(hasEscapes)],
  ['TOK-16', 'lines-refused', 'JSON in lines is rejected', rejectWhen(hasLines)],
  ['TOK-16', 'order-refused', 'The grant_type has to come first', rejectWhen(endsWithGrantType)],
  ['TOK-32', 'old-bare', 'An old code is good without a redirect_uri', withoutRedirect(skipRule(oldCode, isBare))],
  ['TOK-33', 'foreign-bare', 'Any code is good without a redirect_uri', withoutRedirect(skipRule(foreignCode, isBare))],
  ['TOK-33', 'own-redirect-scoped', 'A scope accepts any code with its redirect_uri', acceptScopedCode()],
  ['TOK-33', 'foreign-used', 'A used code is good for any application', acceptWhen(isForeignAndUsed)],
  ['TOK-37', 'revoked-redirected', 'A redirect_uri accepts a revoked token', skipRule(revokedRefresh, hasRedirect)],
  ['TOK-37', 'revoked-coded', 'A code accepts a revoked refresh token', skipRule(revokedRefresh, has('code'))],
  ['TOK-38', 'expired-redirected', 'A redirect_uri accepts an expired token', skipRule(expiredRefresh, hasRedirect)],
  ['TOK-38', 'expired-coded', 'A code accepts an expired refresh token', skipRule(expiredRefresh, has('code'))],
  ['TOK-39', 'issued-refresh-anyone', 'The refresh token of a code is anyone’s', forgetOwner(byCode)],
  ['TOK-39', 'renewed-refresh-anyone', 'The refresh token of a renewal is anyone’s', forgetOwner(byRefreshToken)],
  ['TOK-44', 'withdrawn-other-code', 'A withdrawn grant is forbidden later', forbidLater],
  ['TOK-32', 'code-an-hour', 'A code is valid for an hour', skipRule(oldCode, isOfThisHour)],
];

/** Faults of the rules of the token operation (7): other errors, and contexts in which a rule is skipped. */
export const tokenRuleFaults = toFaults('oauth-token', 'token', [...errorRows, ...contextRows]);

/** Accepts any code with a scope and with the redirect_uri of the application that it belongs to. */
function acceptScopedCode(): Patch {
  const own = skipRule(otherRedirect, (call) => {
    const owner = call.world.applications.get(codeOf(call)?.clientId ?? '');
    return owner?.redirectUri === textAt(call, 'redirect_uri');
  });
  return inTurn(own, skipRule(foreignCode, hasScope));
}

/** Ignores the owner of the refresh tokens that some requests got. */
function forgetOwner(when: When): Patch {
  const given = new Set<string>();
  const remember = afterSuccess((body) => given.add(`${body.refresh_token}`), when);
  return inTurn(
    remember,
    skipRule(foreignRefresh, (call) => given.has(textAt(call, 'refresh_token'))),
  );
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
