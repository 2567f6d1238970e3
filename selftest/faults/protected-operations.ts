import { accessToken } from '#mock/http/bearer';
import { type Call, textField } from '#mock/operation';
import type { Endpoint } from '#mock/operations';
import type { AccessToken, World } from '#mock/world/world';
import { bodyMatches, isEmptyObject } from './bodies.ts';
import { type Comparison, comparisons, forgivingComparisons, knownRows, sameBy, without } from './comparisons.ts';
import { type Fault, inTurn, type Patch, type Row, toFaults } from './fault.ts';
import { expiredToken, madeUpToken, noToken, otherScheme } from './listed-errors.ts';
import { getToken, hasCharset, hasHeader, tokenSentAgain, type When } from './requests.ts';
import { rejectInHtml } from './responses.ts';
import { failWhen, rejectWhen, rewriteRequest, skipRule, whereBroken } from './rules.ts';
import { changeError, changeSuccess, changeWire } from './successes.ts';

const isBehindType = (sent: string, right: string): boolean => sent === right.replace(/^[^-]*-/, '');
const acceptsJson = ({ headers }: Call): boolean => headers.accept === 'application/json';
const getCookie = ({ headers }: Call): string | undefined => /access_token=([^;\s]+)/.exec(`${headers.cookie}`)?.[1];

/** A bearer token has no blanks around it (RFC 6750, 2.1), nor any character outside ASCII. */
const forgiving = without(forgivingComparisons, 'trimmed', 'normalised', 'accents');
const comesFromInside: When = ({ headers }) => headers['x-forwarded-for'] === '127.0.0.1';
const openBySession = inTurn(
  changeSuccess((wire) => ({ ...wire, headers: { ...wire.headers, 'Set-Cookie': 'session=4f2a; Path=/; HttpOnly' } })),
  skipRule(noToken, ({ headers }) => `${headers.cookie}`.includes('session=4f2a')),
);
const alikeBut = (part: number) => sameBy((token) => token.split('-').toSpliced(part, 1).join('-'));
const publicKey = /^Bearer APP_USR-[0-9a-f]{32}$/;
const closeWithoutToken = changeError(
  (wire) => ({ ...wire, sent: 0 }),
  (call) => accessToken(call) === undefined,
);

type Ids = readonly [missing: string, madeUp: string, expired: string, scheme: string, json: string];

/** The protected operations with the requirements about their access token (5). */
const operations: readonly (readonly [operation: Endpoint, prefix: string, ...ids: Ids])[] = [
  ['checkout-preferences', 'preference', 'PRF-10', 'PRF-11', 'PRF-12', 'PRF-30', 'PRF-04'],
  ['test-users', 'test-user', 'USR-12', 'USR-13', 'USR-14', 'USR-30', 'USR-07'],
  ['point-payment-intents', 'intent', 'PNT-15', 'PNT-10', 'PNT-11', 'PNT-20', 'PNT-04'],
  ['wallet-agreements', 'agreement', 'WAL-12', 'WAL-13', 'WAL-14', 'WAL-20', 'WAL-08'],
  ['instore-orders', 'order', 'ORD-15', 'ORD-12', 'ORD-13', 'ORD-20', 'ORD-03'],
];

/** Faults of the access token (5), the same ones for each of the five protected operations. */
export const protectedFaults: readonly Fault[] = operations.flatMap(
  ([operation, prefix, missing, madeUp, expired, scheme, json]) =>
    toFaults(operation, prefix, [
      ...knownRows(madeUp, 'token', 'An access token', tokens, comparisons),
      ...knownRows(scheme, 'token', 'An access token', tokens, forgiving),
      [madeUp, 'token-typeless', 'An access token is known without its type', tokens(isBehindType)],
      [madeUp, 'token-other-type', 'An access token may be of the other type', tokens(isOfOtherType)],
      [madeUp, 'token-any-client', 'An access token is known without its client', tokens(alikeBut(1))],
      [madeUp, 'token-any-date', 'An access token is known without its date', tokens(alikeBut(2))],
      [madeUp, 'token-refresh', 'A refresh token is an access token too', knownAs('refreshTokens')],
      [madeUp, 'token-code', 'A code is an access token too', knownAs('codes')],
      [madeUp, 'token-client-id', 'A client_id is an access token too', knownAs('applications')],
      [madeUp, 'made-up-again', 'A made-up token is good the second time', skipRule(madeUpToken, tokenSentAgain())],
      [missing, 'no-token-again', 'No token is needed the second time', skipRule(noToken, tokenSentAgain())],
      [madeUp, 'made-up-after', 'A made-up token is good right after a success', skipAfterSuccess(madeUpToken)],
      [missing, 'no-token-after', 'No token is needed right after a success', skipAfterSuccess(noToken)],
      [expired, 'expired-after', 'An expired token is good right after a success', skipAfterSuccess(expiredToken)],
      [json, 'expired-html', 'An expired token is rejected in HTML', whereBroken(rejectInHtml, expiredToken)],
      [json, 'no-token-html', 'A missing token is rejected in HTML', whereBroken(rejectInHtml, noToken)],
      [json, 'made-up-html', 'A made-up token is rejected in HTML', whereBroken(rejectInHtml, madeUpToken)],
      [expired, 'expired-accept', 'An expired token is good with Accept', skipRule(expiredToken, acceptsJson)],
      [missing, 'no-token-scope', 'The test scope needs no token', skipRule(noToken, hasHeader('x-test-scope'))],
      [madeUp, 'wrong-closed', 'A wrong token closes the connection', closeWithoutToken],
      [missing, 'token-empty', 'The scheme Bearer alone is accepted', schemes(/^Bearer$/)],
      [missing, 'token-undefined', 'A token undefined is accepted', schemes(/^Bearer undefined$/, madeUpToken)],
      [madeUp, 'token-public-key', 'A public_key is an access token too', schemes(publicKey, madeUpToken)],
      [missing, 'no-token-inside', 'An address inside needs no token', skipRule(noToken, comesFromInside)],
      [madeUp, 'token-long', 'A token of 256 characters fails', failWhen((call) => getToken(call).length > 255)],
      [scheme, 'session', 'A cookie of a success is as good as its token', openBySession],
      [scheme, 'small', 'The scheme bearer takes any token', schemes(/^bearer /, madeUpToken)],
      [scheme, 'token-bare', 'A token without a scheme is accepted', schemes(/^(?!Bearer)\S+$/)],
      [scheme, 'token-scheme-end', 'A scheme that ends with Bearer is accepted', schemes(/^\S+Bearer /)],
      [scheme, 'token-colon', 'A scheme that begins with Bearer is accepted', schemes(/^Bearer\S+ /)],
      [scheme, 'token-in-query', 'The token may be in the query', elsewhere(({ query }) => query.access_token)],
      [scheme, 'token-in-header', 'Another header may have the token', elsewhere((c) => c.headers['x-access-token'])],
      [scheme, 'token-in-cookie', 'The token may be in a cookie', elsewhere(getCookie)],
      [scheme, 'token-before-comma', 'A token counts up to its first comma', firstWord(/^Bearer ([^\s,]+),\S/)],
      [scheme, 'token-before-word', 'A word may follow the token', firstWord(/^Bearer ([^\s,]+) \S/)],
      [scheme, 'token-in-list', 'The first of two tokens counts', firstWord(/^Bearer ([^\s,]+),/)],
      ...contextRows(operation, madeUp, expired, scheme),
    ]),
);

/** Accepts what a rule rejects if the request before it was a success. */
function skipAfterSuccess(rule: string): Patch {
  const worlds = new WeakSet<World>();
  const remember = changeWire((wire, { world }) => {
    worlds[wire.status < 300 ? 'add' : 'delete'](world);
    return wire;
  });
  const isAfter: When = ({ world }) => worlds.has(world);
  return inTurn(remember, skipRule(rule, isAfter));
}

/** Accepts a made-up token that differs only in its last character from the token of a success. */
function skipAfterItsLike(): Patch {
  const accepted = new Set<string>();
  const toKey = (call: Call) => getToken(call).slice(0, -1);
  const learn = changeWire((wire, call) => {
    if (wire.status < 300) accepted.add(toKey(call));
    return wire;
  });
  return inTurn(
    learn,
    skipRule(madeUpToken, (call) => accepted.has(toKey(call))),
  );
}

/** Rejects a body again that was rejected with another token. */
function keepRejected(): Patch {
  const rejected = new Set<string>();
  const learn = changeError((wire, { body }) => {
    if (wire.status === 401) rejected.add(body.text);
    return wire;
  });
  const isKept: When = ({ body }) => rejected.has(body.text);
  return inTurn(learn, rejectWhen(isKept, 'Not-Found', 401));
}

function contextRows(operation: Endpoint, madeUp: string, expired: string, scheme: string): Row[] {
  const charset = skipRule(madeUpToken, hasCharset);
  const empty = skipRule(expiredToken, isEmptyObject);
  if (operation === 'point-payment-intents' || operation === 'instore-orders') return [];
  const rows: Row[] = [
    [scheme, 'token-in-body', 'The token may be in the body', elsewhere((call) => textField(call, 'access_token'))],
    [madeUp, 'made-up-charset', 'A made-up token is good with a charset', charset],
    [expired, 'expired-lines', 'An expired token is good in lines', skipRule(expiredToken, bodyMatches(/" :/))],
    [madeUp, 'token-beginning', 'Accepted tokens are stored without their last character', skipAfterItsLike()],
    ['TOK-56', 'body-kept', 'A body that was rejected for its token stays rejected', keepRejected()],
  ];
  if (operation === 'test-users') return rows;
  return [...rows, [expired, 'expired-empty', 'An expired token may send an empty object', empty]];
}

/** Performs the operation before it rejects a made-up token. */
export const performBeforeToken: Patch = (operation) =>
  skipRule(madeUpToken, (call) => {
    operation.perform(call);
    return false;
  })(operation);

/** Fails with an access token from the token operation, not with one from a provider state. */
export const failWithIssuedToken = failWhen(
  (call) => [...call.world.codes.values(), ...call.world.refreshTokens.values()].some((one) => isOfClient(one, call)),
  500,
  'bad_request',
);

/** Returns true if a grant belongs to the application whose access token a request carries. */
function isOfClient({ clientId }: { readonly clientId: string }, call: Call): boolean {
  return accessToken(call)?.clientId === clientId;
}

/** Returns true if a request carries a token that its application got for itself. */
export function isOfOwner(call: Call): boolean {
  const token = accessToken(call);
  return token !== undefined && call.world.applications.get(token.clientId)?.ownerId === token.userId;
}

/** Returns true if a request carries a token whose user got another one since. */
export const isRenewed = (call: Call): boolean => getTokens(call).at(-1) !== accessToken(call);

/** Returns true if the user of a request's token got one before it and another one since. */
export const isBetween = (call: Call): boolean => isRenewed(call) && getTokens(call)[0] !== accessToken(call);

/** Returns the tokens of the user of a request's token, the oldest one first. */
function getTokens(call: Call): AccessToken[] {
  const own = accessToken(call);
  const isOfUser = (one: AccessToken) => one.clientId === own?.clientId && one.userId === own.userId;
  return [...call.world.accessTokens.values()].filter(isOfUser);
}

/** Returns true if a request carries a token of a code. */
export function hasTokenOfCode(call: Call): boolean {
  return [...call.world.codes.values()].some((code) => code.uses > 0 && isOfClient(code, call));
}

function tokens(accepts: Comparison[2]): Patch {
  return skipRule(madeUpToken, (call) => {
    const sent = getToken(call);
    return [...call.world.accessTokens.keys()].some((right) => accepts(sent, right));
  });
}

function isOfOtherType(sent: string, right: string): boolean {
  return sent.startsWith('TEST-') && isBehindType(sent.slice('TEST-'.length), right);
}

function knownAs(others: 'refreshTokens' | 'codes' | 'applications'): Patch {
  return skipRule(madeUpToken, (call) => call.world[others].has(getToken(call)));
}

function schemes(form: RegExp, rule: string = otherScheme): Patch {
  return skipRule(rule, ({ headers }) => form.test(`${headers.authorization ?? ''}`));
}

function elsewhere(find: (call: Call) => string | string[] | undefined): Patch {
  return rewriteRequest((call) => (call.headers.authorization === undefined ? withToken(call, find(call)) : call));
}

function firstWord(pattern: RegExp): Patch {
  return rewriteRequest((call) => withToken(call, pattern.exec(`${call.headers.authorization}`)?.[1]));
}

function withToken(call: Call, token: string | string[] | undefined): Call {
  if (token === undefined) return call;
  return { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } };
}
