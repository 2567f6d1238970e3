import type { JsonObject } from '#mock/http/json';
import { codeOf, refreshTokenOf } from '#mock/oauth-token/checks';
import { type Call, textField } from '#mock/operation';
import { hasLines } from './bodies.ts';
import { inTurn, type Patch, type Row, toFaults } from './fault.ts';
import { all, any, closesConnection, hasCharset, inPortuguese, none, type When } from './requests.ts';
import {
  redirect,
  rejections,
  repeatInHeader,
  repeatInRejection,
  setMediaType,
  succeedInHtml,
  successBodies,
  translate,
} from './responses.ts';
import { dropRules, failWhen } from './rules.ts';
import {
  afterSuccess,
  changeBody,
  changeError,
  changeField,
  fieldRows,
  renameToken,
  repeatFirst,
  repeatWithin,
  setFields,
  wrapInData,
} from './successes.ts';
import { byClient, byCode, byRefresh, has, hasFlag, hasPkce, hasScope, is, renewal, textAt } from './values.ts';

/** Makes redirect_uri optional in the embedded provider before it applies the patch. */
export const withoutRedirect = (patch: Patch): Patch => inTurn(dropRules('redirect_uri left out'), patch);

/** Returns true for a code without a redirect_uri. */
export const isBare = (call: Call): boolean => all(byCode, none(has('redirect_uri')))(call);
const getSecret = (call: Call): string => textAt(call, 'client_secret');
const sentSecret = (_: string, call: Call): string => getSecret(call);
const repeatSecret = (when?: When): Patch => changeField('client_secret', sentSecret, when);
const crossed = (field: string, when: When): Patch => repeatWithin(50, field, false, when);
const otherUser = (when: When): Patch => changeField('user_id', (id) => Number(id) + 1, when);
/** Changes the six digits between the client id and the rest. */
const changeDate = (change: (date: string) => string) => (text: string) => text.replace(/(?<=-)\d{6}(?=-)/, change);
const withoutDate = (text: string): string => text.replace(/-\d{6}-/, '-');
const reversed = (text: string): string => [...text].reverse().join('x');
const dropDate = (text: string): string => text.replace(/\d{6}/, '');

const noUser = setFields({ user_id: null }, all(byClient, hasScope));
const expireAccessToken = changeAccessToken({ expiresAt: 0 });
const cutOff = changeError((wire) => (wire.text.includes('invalid_client') ? { ...wire, sent: 9 } : wire));
const getUser = (_: Call, { user_id }: JsonObject): string => `${user_id}`;
const oldToken = (when: When): Patch => repeatFirst('access_token', getUser, any(byCode, when));
const secondRenewalOld = repeatFirst('access_token', getUser, byRefresh);
const inTurkish: When = ({ headers }) => `${headers['accept-language']}`.startsWith('tr');
const everyScope = all(byCode, is('scope', 'offline_access read write'));
const everyScopeAgain = all(byRefresh, is('scope', 'offline_access read write'));
const flaggedAgain = all(byRefresh, hasFlag);
const isVerified = all(byCode, hasPkce);
const failIssued = changeAccessToken({ standing: 'failing' });
const earlierRefreshToken = repeatWithin(Number.POSITIVE_INFINITY, 'refresh_token', false, none(byRefresh));
const nullKey = setFields({ public_key: null }, isBare);

/** Wrong fields in every response, and in those of some requests. */
const fieldFaults: readonly Row[] = [
  ...fieldRows('TOK-01', { refresh_token: { token: 'x' } }, byCode),
  ...fieldRows('TOK-02', { access_token: 7, token_type: ['bearer'], expires_in: '15552000' }, byCode),
  ...fieldRows('TOK-02', { scope: ['read', 'write'], user_id: '1234', public_key: 12, live_mode: 'true' }, byCode),
  ['TOK-02', 'bare-key', 'The key is null without a redirect_uri', withoutRedirect(nullKey)],
  ['TOK-02', 'key-closed', 'The key is null on a closed connection', setFields({ public_key: null }, closesConnection)],
  ['TOK-02', 'wrapped', 'The response is inside a field named data', wrapInData],
  ['TOK-06', 'scope-commas', 'The scopes are separated by commas', changeField('scope', (s) => s.replaceAll(' ', ','))],
  ['TOK-06', 'scope-unknown', 'An unknown scope is granted', changeField('scope', (scope) => `${scope} admin`)],
  ['TOK-06', 'scope-cased', 'The scopes are in capitals', changeField('scope', (scope) => scope.toUpperCase())],
  ['TOK-11', 'own-empty', 'client_credentials get no token', changeBody((body, call) => (byClient(call) ? {} : body))],
  ['TOK-18', 'crossed-refresh', 'The refresh token of the exchange before is given', earlierRefreshToken],
  ['TOK-57', 'renewal-repeats-secret', 'A renewal repeats the client_secret', repeatSecret(byRefresh)],
  ['TOK-86', 'own-key', 'The key of client_credentials is the secret', changeField('public_key', sentSecret, byClient)],
  ['TOK-18', 'crossed-renewals', "Renewals at once have each other's token", crossed('access_token', byRefresh)],
  ['TOK-18', 'crossed-own', "Clients at once have each other's token", crossed('access_token', byClient)],
  ['TOK-57', 'success-repeats-secret', 'A token response repeats the client_secret', repeatSecret()],
];

/** Wrong fields in the response to some valid requests, and from a given renewal on. */
const issuedRows: readonly Row[] = [
  ['TOK-02', 'key-charset', 'The public_key is null with a charset', setFields({ public_key: null }, hasCharset)],
  ['TOK-03', 'token-second', 'A second renewal has no date', changeField('access_token', dropDate, renewal(2))],
  ['TOK-04', 'type-third', 'The token_type of a third renewal is mac', setFields({ token_type: 'mac' }, renewal(3))],
  ['TOK-05', 'life-third', 'A third token lives a second less', setFields({ expires_in: 15_551_999 }, renewal(3))],
  ['TOK-06', 'scope-fourth', 'A fourth renewal has an unknown scope', setFields({ scope: 'read admin' }, renewal(4))],
  ['TOK-09', 'mode-second', 'The live_mode of a second renewal is text', setFields({ live_mode: 'false' }, renewal(2))],
  ['TOK-09', 'refresh-third', 'A third renewal has no refresh token', setFields({ refresh_token: null }, renewal(3))],
  ['TOK-11', 'own-scoped', 'client_credentials with a scope have no user', noUser],
  ['TOK-14', 'plain-charset', 'The media type is text/plain with a charset', setMediaType('text/plain', hasCharset)],
];

const renewed: JsonObject = { access_token: ['x'], scope: 7, user_id: '1234', live_mode: 1 };

/** Access tokens with a wrongly composed text (2.2): type, client id, creation date. They still work. */
const textRows: readonly Row[] = [
  ['TOK-03', 'other-type', 'An access token has the type USER', renameToken((text) => text.replace('APP_USR', 'USER'))],
  ['TOK-03', 'lower-case', 'The type is in lower case', renameToken((text) => text.replace('APP_USR', 'app_usr'))],
  ['TOK-03', 'no-client', 'The client id is missing', renameToken((text, id) => text.replace(`-${id}`, ''))],
  ['TOK-03', 'other-client', 'The client id is another one', renameToken((text, id) => text.replace(id, reversed(id)))],
  ['TOK-03', 'no-date', 'The creation date is missing', renameToken(changeDate(() => ''))],
  ['TOK-03', 'month-13', 'The creation date is in month 13', renameToken(changeDate((date) => `13${date.slice(2)}`))],
  ['TOK-03', 'hour-24', 'The creation date is in hour 24', renameToken(changeDate((date) => `${date.slice(0, 4)}24`))],
  ['TOK-03', 'half-a-year-ago', 'The creation date is half a year ago', renameToken(changeDate(halfAYearAgo))],
  ['TOK-03', 'with-year', 'The creation date begins with a year', renameToken(changeDate((date) => `2031${date}`))],
  ['TOK-03', 'opaque', 'An access token is opaque', renameToken((text) => Buffer.from(text).toString('base64url'))],
];

/** Tokens that are well-formed and do not work, or do not work as they should. */
const worthRows: readonly Row[] = [
  ['TOK-03', 'own-opaque', 'The token of client_credentials is opaque', renameToken(() => 'abcdef', byClient)],
  ['TOK-03', 'own-dateless', 'The token of client_credentials has no date', renameToken(withoutDate, byClient)],
  ['TOK-07', 'access-forgotten', 'An issued access token is unknown', afterSuccess(forgetAccessToken)],
  ['TOK-07', 'access-stillborn', 'An issued access token has expired', afterSuccess(expireAccessToken)],
  ['TOK-08', 'refresh-same-access', 'A renewal gives the same access token', repeatFirst('access_token', getUser)],
  ['TOK-08', 'flagged-old', 'A renewal with a flag gives the first token', oldToken(flaggedAgain)],
  ['TOK-08', 'scoped-old', 'A renewal for all gives the first token', oldToken(everyScopeAgain)],
  ['TOK-08', 'second-renewal-old', 'A second renewal gives the token of the first', secondRenewalOld],
  ['TOK-10', 'refresh-forgotten', 'A refresh token is never stored', afterSuccess(forgetRefreshToken)],
  ['TOK-10', 'refresh-stillborn', 'An issued refresh token is revoked', changeRefreshToken({ standing: 'revoked' })],
  ['TOK-10', 'refresh-misfiled', 'A refresh token belongs to no client', changeRefreshToken({ clientId: 'none' })],
  ['TOK-10', 'refreshed-forgotten', 'A renewed access token is lost', afterSuccess(forgetAccessToken, byRefresh)],
  ['TOK-10', 'refreshed-stillborn', 'A renewed access token expired', afterSuccess(expireAccessToken, byRefresh)],
  ['TOK-17', 'chain-other-user', 'A renewal belongs to another user', otherUser(byRefresh)],
  ['TOK-17', 'flagged-user', 'A renewal with a flag belongs to another user', otherUser(flaggedAgain)],
  ['TOK-17', 'scoped-user', 'A renewal for all belongs to another user', otherUser(everyScopeAgain)],
  ['TOK-17', 'chain-third', 'A second renewal has a lost refresh token', afterSuccess(forgetRefreshToken, renewal(2))],
  ['TOK-19', 'chain-dead-second', 'The token of a second renewal expired', afterSuccess(expireAccessToken, renewal(2))],
  ['TOK-19', 'third-renewal-dead', 'The token of a third renewal expired', afterSuccess(expireAccessToken, renewal(3))],
  ['TOK-19', 'chain-own-dead', 'The token of client_credentials expired', afterSuccess(expireAccessToken, byClient)],
  ['TOK-19', 'verified-dead', 'The token of a code_verifier has expired', afterSuccess(expireAccessToken, hasPkce)],
  ['TOK-10', 'lines-next', 'Lines get a dead refresh token', afterSuccess(forgetRefreshToken, all(byCode, hasLines))],
  ['TOK-10', 'verified-next', 'A verifier gets a dead refresh token', afterSuccess(forgetRefreshToken, isVerified)],
  ['TOK-19', 'all-scopes-dead', 'The token for every scope has expired', afterSuccess(expireAccessToken, everyScope)],
  ['TOK-19', 'renewed-all-scopes', 'A renewal for all is dead', afterSuccess(expireAccessToken, everyScopeAgain)],
  ['TOK-19', 'chain-code-users', 'The token of a code creates no test user', afterSuccess(failIssued, byCode)],
  ['TOK-35', 'used-code-renews', 'A used code renews', afterSuccess(renewByCode)],
  ['TOK-81', 'renewed-refresh-dead', 'A renewal returns the refresh token that it used up', returnUsedToken()],
];

/** Bodies and media types, and the failures of valid requests. */
const bodyRows: readonly Row[] = [
  ['TOK-01', 'found', 'A success is a redirect', redirect],
  // A used code is rejected when it is sent again.
  ...successBodies('TOK-01', 'short'),
  ['TOK-11', 'own-scope-fails', 'client_credentials with a scope fail', failWhen(all(byClient, hasScope))],
  ['TOK-13', 'flag-html', 'The response is HTML with a test_token', succeedInHtml(hasFlag)],
  ...successBodies('TOK-14', 'html', 'empty', 'untyped', 'text-plain', 'truncated', 'marked'),
  ['TOK-14', 'own-plain', 'client_credentials get text/plain', setMediaType('text/plain', byClient)],
  ['TOK-14', 'renewal-html-type', 'A renewal has the media type text/html', setMediaType('text/html', byRefresh)],
  ...rejections('TOK-15', 'html', 'untyped', 'text-plain', 'truncated', 'doubled'),
  ...rejections('TOK-29', 'empty'),
  // Only one rejection: a target that cuts off all of them counts as unreachable.
  ['TOK-29', 'secret-cut', 'The rejection of a wrong client_secret is cut off', cutOff],
  ['TOK-28', 'codes-in-portuguese', 'The codes are in Portuguese', translate('invalid_', 'invalido_', inPortuguese)],
  ['TOK-28', 'codes-in-turkish', 'The codes are in Turkish letters', translate('invalid_', 'ınvalıd_', inTurkish)],
  ['TOK-29', 'codes-in-spanish', 'The codes are in Spanish', translate('invalid_client', 'cliente_invalido')],
  ['TOK-46', 'request-repeated', 'A rejection repeats the request', repeatInRejection(({ body }) => body.text)],
  ['TOK-46', 'secret-repeated', 'A rejection repeats the client_secret', repeatInRejection(getSecret)],
  ['TOK-46', 'secret-in-header', 'A header of a rejection repeats the client_secret', repeatInHeader(getSecret)],
];

/** Faults of the responses of the token operation (2.2). */
export const tokenResponseFaults = [
  ...toFaults('oauth-token', 'token', [...fieldFaults, ...worthRows, ...bodyRows]),
  ...toFaults('oauth-token', 'token-issued', issuedRows),
  ...toFaults('oauth-token', 'token-refresh', fieldRows('TOK-09', renewed, byRefresh)),
  ...toFaults('oauth-token', 'token-text', textRows),
];

function halfAYearAgo(date: string): string {
  const month = ((Number(date.slice(0, 2)) + 5) % 12) + 1;
  return `${String(month).padStart(2, '0')}${date.slice(2)}`;
}

function forgetAccessToken(body: JsonObject, { world }: Call): void {
  world.accessTokens.delete(`${body.access_token}`);
}

function changeAccessToken(change: { expiresAt: number } | { standing: 'failing' }) {
  return (body: JsonObject, { world }: Call): void => {
    Object.assign(world.accessTokens.get(`${body.access_token}`) ?? {}, change);
  };
}

function forgetRefreshToken(body: JsonObject, { world }: Call): void {
  world.refreshTokens.delete(`${body.refresh_token}`);
}

function renewByCode(_: JsonObject, call: Call): void {
  const code = codeOf(call);
  if (code) call.world.refreshTokens.set(textAt(call, 'code'), { ...code, standing: 'good' });
}

/** Returns the refresh token of the request from the user's second renewal on, and revokes it. */
function returnUsedToken(): Patch {
  const isSecond = renewal(2);
  return changeBody((body, call) => {
    if (!isSecond(call)) return body;
    const sent = refreshTokenOf(call);
    if (sent) sent.standing = 'revoked';
    return { ...body, refresh_token: textField(call, 'refresh_token') ?? null };
  });
}

function changeRefreshToken(change: { standing: 'revoked' } | { clientId: string }): Patch {
  return afterSuccess((body, { world }) => {
    Object.assign(world.refreshTokens.get(`${body.refresh_token}`) ?? {}, change);
  });
}
