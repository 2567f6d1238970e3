import { isObject, type Json, type JsonObject } from '#mock/http/json';
import { codeOf } from '#mock/oauth-token/checks';
import type { Call } from '#mock/operation';
import request from '#schemas/oauth-token/request.json' with { type: 'json' };
import { bodyMatches, isList, isMalformed, isNull, isTwice, readText, withFields } from './bodies.ts';
import { type Patch, type Row, toFaults } from './fault.ts';
import { firstItem, numberAsText, readField, readInAnyCase, readOnlyItem } from './json-bodies.ts';
import { after, all, always, none, sentAgain, type When } from './requests.ts';
import { rejectInHtml } from './responses.ts';
import { acceptWhen, failWhen, rejectWhen, rewriteRequest, skipRule, whereBroken } from './rules.ts';
import { whereKnown } from './successes.ts';
import { withoutRedirect } from './token-responses.ts';
import {
  byClient,
  byCode,
  byRefresh,
  has,
  hasFlag,
  hasPkce,
  hasScope,
  is,
  isNotOfType,
  isOfType,
  isVeryLong,
  lacks,
  matches,
  textAt,
  where,
} from './values.ts';

const grantTypes = (accepted: RegExp): Patch => skipRule('an unknown grant_type', matches('grant_type', accepted));
const readFrom = (read: (call: Call) => JsonObject): Patch => rewriteRequest((call) => withFields(call, read(call)));
const isMisspelt = (call: Call): boolean => byRefresh(call) && /"client-secret":/.test(call.body.text);
const hasOtherTypes = ({ body }: Call): boolean => /":(?:\d|t|\[|\{)/.test(body.text);
const isMalformedWith = (name: string): When => all(isMalformed, bodyMatches(new RegExp(`"${name}"`)));
const innerValue = (value: Json): Json | undefined => (isObject(value) ? value.value : undefined);

const wrongSecret = 'a wrong client_secret';
const unknownCode = 'a code that was never given';
const unknownRefresh = 'a refresh token that was never given';
const givenTwice = 'a parameter given twice';
const notSupported = 'a parameter that is not supported';
const noText = 'a parameter that is no text';

const asCode = (known: Known, when = always): Patch =>
  skipRule(unknownCode, (call) => call.world[known].has(textAt(call, 'code')) && when(call));
const asRefresh = (known: Known): Patch =>
  skipRule(unknownRefresh, (call) => call.world[known].has(textAt(call, 'refresh_token')));
const isVerifiedHalf: When = (call) =>
  hasPkce(call) &&
  [...call.world.refreshTokens.keys()].some((one) => textAt(call, 'refresh_token').startsWith(one.slice(0, 12)));
const codelessAsRefresh = readAsGrant('refresh_token', lacks('code'), byCode);
const tokenlessAsCode = readAsGrant('authorization_code', lacks('refresh_token'), byRefresh);
const isUrn = matches('grant_type', /^urn:/);
const codeForUrn = (end: string) => (sent: string) => (sent.endsWith(`:${end}`) ? 'authorization_code' : sent);
const refreshInAnyCase = (sent: string): string => sent.replace(/^refresh_token$/i, 'refresh_token');
const ignore = (...typed: Parameters<typeof isOfType>): Patch => skipRule(noText, isOfType(...typed));
const failWithout = (field: string, when: When): Patch => failWhen(all(when, lacks(field)));
const failScoped = (when: When): Patch => failWhen(all(hasScope, when));
const failBoth = (...rules: string[]): Patch => whereBroken(failWhen, ...rules);
const acceptBoth = (...rules: string[]): Patch => whereBroken(acceptWhen, ...rules);

/** Faults that confuse one field, grant type or type with another. */
const mistakenRows: readonly Row[] = [
  takenFor('TOK-29', wrongSecret, 'client_secret', 'client_id'),
  takenFor('TOK-29', wrongSecret, 'client_secret', 'code'),
  takenFor('TOK-31', unknownCode, 'code', 'client_id'),
  takenFor('TOK-31', unknownCode, 'code', 'client_secret'),
  takenFor('TOK-36', unknownRefresh, 'refresh_token', 'client_id'),
  takenFor('TOK-36', unknownRefresh, 'refresh_token', 'client_secret'),
  ['TOK-31', 'access-as-code', 'An access token is a code', asCode('accessTokens')],
  ['TOK-36', 'access-as-refresh', 'An access token is a refresh token', asRefresh('accessTokens')],
  ['TOK-34', 'refresh-as-code', 'A refresh token is a code', asCode('refreshTokens')],
  ['TOK-34', 'renewal-as-code', 'A refresh token sent again is a code', asCode('refreshTokens', sentAgain())],
  ['TOK-34', 'flagged-refresh-as-code', 'A test_token makes a refresh token a code', acceptFlaggedToken()],
  ['TOK-34', 'refresh-for-code', 'A refresh token for a code is renewed', codelessAsRefresh],
  ['TOK-36', 'half-verified', 'A verifier takes half a token', skipRule(unknownRefresh, isVerifiedHalf)],
  ['TOK-35', 'code-as-refresh', 'A code is a refresh token', asRefresh('codes')],
  ['TOK-35', 'code-for-refresh', 'A code for a token is exchanged', tokenlessAsCode],
  ['TOK-21', 'verifier-for-secret', 'A code_verifier replaces a client_secret', acceptWhen(isPublicClient)],
  ['TOK-59', 'basic', 'The credentials may be in a header', readFrom(readBasic)],
  ['TOK-59', 'query', 'The credentials may be in the query', readFrom(readQuery('client_id'))],
  ['TOK-59', 'query-secret', 'The client_secret may be in the query', readFrom(readQuery('client_secret'))],
  ['TOK-30', 'grant-longer', 'A grant_type is known by its beginning', grantTypes(/^authorization_code/)],
  ['TOK-30', 'grant-type-device', 'A device is an invalid_grant', rejectWhen(isUrn, 'invalid_grant')],
  grantType('TOK-30', 'jwt-bearer', 'or jwt-bearer', codeForUrn('jwt-bearer')),
  grantType('TOK-30', 'token-exchange', 'or token-exchange', codeForUrn('token-exchange')),
  grantType('TOK-30', 'any-case', 'in any case', (sent) => sent.toLowerCase()),
  grantType('TOK-30', 'hyphen', 'with hyphens', (sent) => sent.replaceAll('-', '_')),
  grantType('TOK-30', 'first-word', 'by its first word', (sent) => (sent === 'refresh' ? 'refresh_token' : sent)),
  grantType('TOK-30', 'camel', 'in camel case', (sent) => sent.replace(/[A-Z]/g, '_$&').toLowerCase()),
  grantType('TOK-30', 'blank', 'with blanks', (sent) => sent.replaceAll(' ', '_')),
  grantType('TOK-30', 'zero-byte', 'up to a zero byte', (sent) => sent.replace(/\0.*/, '')),
  grantType('TOK-30', 'first', 'by the first of several', (sent) => sent.replace(/ .*/, '')),
  grantType('TOK-30', 'short', 'by its last word', (sent) => (sent === 'code' ? 'authorization_code' : sent)),
  grantType('TOK-50', 'trimmed', 'with blanks around it', (sent) => sent.trim()),
  grantType('TOK-50', 'normalised', 'normalised', (sent) => sent.normalize('NFKC')),
  grantType('TOK-50', 'quoted', 'in quotes', (sent) => sent.replaceAll('"', '')),
  ['TOK-30', 'grant-refresh-any-case', 'refresh_token is known in any case', readGrantType(refreshInAnyCase)],
  ['TOK-40', 'redirect_uri-boolean', 'A boolean redirect_uri is ignored', skipRule(noText, is('redirect_uri', true))],
  ['TOK-40', 'redirect_uri-object', 'An object as redirect_uri is ignored', skipRule(noText, has('redirect_uri.url'))],
  ['TOK-40', 'redirect_uri-list', 'A list as redirect_uri is ignored', skipRule(noText, has('redirect_uri.0'))],
  ['TOK-53', 'code_verifier-number', 'A number as code_verifier is ignored', ignore('code_verifier', 'number')],
  ['TOK-53', 'code_verifier-object', 'A code_verifier object is ignored', ignore('code_verifier', 'object')],
  ['TOK-53', 'test_token-boolean', 'A boolean test_token is ignored', ignore('test_token', 'boolean')],
  ['TOK-53', 'test_token-number', 'A number as test_token is ignored', ignore('test_token', 'number')],
  ['TOK-53', 'test_token-list', 'A list as test_token is ignored', skipRule(noText, has('test_token.0'))],
  ['TOK-53', 'client_id-number', 'A client_id may be a number', readField('client_id', numberAsText)],
  ...['client_id', 'client_secret'].map((field): Row => {
    const patch = acceptWhen(all(byRefresh, isOfType(field, 'object')));
    return ['TOK-53', `refresh-${field}-wrapped`, `A refresh token accepts a ${field} in a list or an object`, patch];
  }),
  ['TOK-54', 'refresh-secret-misspelt', 'A refresh token accepts client-secret', acceptWhen(isMisspelt)],
  ['TOK-27', 'in-a-text', 'A text with a request in it is read', rewriteRequest(readText)],
  ['TOK-27', 'list-unwrapped', 'A list of a request is a request', readOnlyItem],
];

/** Fields that are missing, empty, duplicated or unknown. */
const fieldRows: readonly Row[] = [
  ...['client_id', 'client_secret', 'grant_type', 'code', 'refresh_token'].flatMap((field): Row[] => [
    ['TOK-52', `${field}-empty-fails`, `An empty ${field} fails`, failWhen(is(field, ''))],
    ['TOK-52', `${field}-blank-fails`, `A blank ${field} fails`, failWhen(is(field, ' '))],
    ['TOK-52', `${field}-null-fails`, `The ${field} null fails`, failWhen(is(field, null))],
    ['TOK-53', `${field}-in-a-list`, `A ${field} is read from a list`, readField(field, firstItem)],
    ['TOK-53', `${field}-in-an-object`, `A ${field} is read from an object`, readField(field, innerValue)],
    ['TOK-54', `${field}-name-any-case`, `The name ${field} is read in any case`, readInAnyCase(field)],
  ]),
  ...['client_id', 'client_secret', 'code', 'refresh_token'].map((field): Row => {
    const patch = acceptWhen(all(is(field, ''), hasPkce));
    return ['TOK-52', `${field}-empty-verified`, `A code_verifier accepts an empty ${field}`, patch];
  }),
  ['TOK-20', 'refresh-no-client', 'A refresh without client_id fails', failWithout('client_id', byRefresh)],
  ['TOK-21', 'refresh-no-secret', 'A refresh without secret fails', failWithout('client_secret', byRefresh)],
  ['TOK-22', 'no-grant-fails', 'A refresh without grant_type fails', failWithout('grant_type', has('refresh_token'))],
  ['TOK-20', 'own-no-client', 'client_credentials without client_id fail', failWithout('client_id', byClient)],
  ['TOK-21', 'own-no-secret', 'client_credentials alone fail', failWithout('client_secret', byClient)],
  ['TOK-24', 'unknown-typed', 'An unknown parameter of no text is ignored', skipRule(notSupported, hasOtherTypes)],
  ['TOK-24', 'unknown-verified', 'A code_verifier accepts unknown parameters', skipRule(notSupported, hasPkce)],
  ...Object.entries({ refresh_token: byRefresh, client_credentials: byClient }).flatMap(([grant, by]): Row[] => [
    ['TOK-24', `unknown-${grant}`, `A ${grant} accepts unknown parameters`, skipRule(notSupported, by)],
    ['TOK-24', `unknown-${grant}-fails`, `An unknown parameter with ${grant} fails`, failUnknownParameter(by)],
    ['TOK-26', `malformed-${grant}`, `Malformed JSON that names ${grant} fails`, failWhen(isMalformedWith(grant))],
  ]),
  ['TOK-25', 'twice-one-name', 'Only client_id is looked for twice', skipRule(givenTwice, none(isTwice('client_id')))],
  ...['client_secret', 'code_verifier', 'redirect_uri', 'refresh_token', 'scope', 'test_token'].map(
    (field): Row => ['TOK-25', `twice-${field}`, `A ${field} may be given twice`, skipRule(givenTwice, isTwice(field))],
  ),
];

/** Bad requests that fail inside the service, are accepted, or are rejected with the wrong form. */
const badInputRows: readonly Row[] = [
  ['TOK-26', 'empty-fails', 'An empty body fails', failWhen(({ body }) => body.text === '')],
  ['TOK-26', 'malformed-let-in', 'Malformed JSON gets a token', acceptWhen(isMalformed)],
  ['TOK-27', 'list-let-in', 'A list gets a token', acceptWhen(isList)],
  ['TOK-27', 'null-fails', 'The body null fails', failWhen(isNull)],
  ['TOK-27', 'list-fails', 'A list fails', failWhen(isList)],
  ['TOK-47', 'client-fails', 'A client_id that is not text fails', failWhen(isNotOfType('client_id', 'string'))],
  ['TOK-53', 'code-fails-typed', 'A code that is an object fails', failWhen(where('code', isObject))],
  ['TOK-47', 'flag-typed', 'A test_token that is not text fails', failWhen(isNotOfType('test_token', 'string'))],
  ['TOK-47', 'typed-html', 'A wrong type is rejected in HTML', rejectInHtml(isNotOfType('client_id', 'string'))],
  ...Object.keys(request.properties).map(
    (field): Row => ['TOK-47', `${field}-long`, `A very long ${field} fails`, failWhen(isVeryLong(field))],
  ),
  ['TOK-55', 'used-code-fails', 'A used code fails', whereKnown('code', failWhen)],
  ['TOK-55', 'used-refresh-fails', 'A second renewal with one token fails', whereKnown('refresh_token', failWhen)],
  ['TOK-55', 'again-scoped-fails', 'The same with a scope fails', whereKnown('refresh_token', failScoped)],
  ['TOK-56', 'after-malformed', 'The request after malformed JSON is rejected', rejectWhen(after(isMalformed))],
  ['TOK-58', 'secret-and-code', 'A wrong secret with a wrong code fails', failBoth(wrongSecret, unknownCode)],
  ['TOK-58', 'redirect-and-code', 'A redirect_uri accepts any code', acceptBoth('another redirect_uri', unknownCode)],
  ['TOK-58', 'scope-and-refresh', 'A wrong scope and refresh token fail', failBoth('an unknown scope', unknownRefresh)],
  ['TOK-58', 'unknown-and-secret', 'A wrong parameter accepts any secret', acceptBoth(notSupported, wrongSecret)],
];

/** Faults of reading the fields of a token request (2.1). */
export const tokenFieldFaults = toFaults('oauth-token', 'token', [...mistakenRows, ...fieldRows, ...badInputRows]);

function takenFor(requirement: string, rule: string, field: string, other: string): Row {
  const patch = skipRule(rule, (call) => textAt(call, field) === textAt(call, other));
  return [requirement, `${field}-is-${other}`, `The ${other} is a ${field}`, patch];
}

type Known = 'accessTokens' | 'refreshTokens' | 'codes';

function acceptFlaggedToken(): Patch {
  const isToken: When = (call) => call.world.refreshTokens.has(textAt(call, 'code'));
  return withoutRedirect(skipRule(unknownCode, all(hasFlag, isToken)));
}

function grantType(requirement: string, slug: string, how: string, read: (sent: string) => string): Row {
  return [requirement, `grant-type-${slug}`, `A grant_type is known ${how}`, readGrantType(read)];
}

function readGrantType(read: (sent: string) => string): Patch {
  return rewriteRequest((call) => {
    const sent = textAt(call, 'grant_type');
    return sent === '' ? call : withFields(call, { grant_type: read(sent) });
  });
}

/** Reads a request that lacks the field of its grant as another grant. */
function readAsGrant(taken: string, ...conditions: When[]): Patch {
  return rewriteRequest((call) => (all(...conditions)(call) ? withFields(call, { grant_type: taken }) : call));
}

function isPublicClient(call: Call): boolean {
  return hasPkce(call) && !has('client_secret')(call) && codeOf(call) !== undefined;
}

function readBasic({ headers }: Call): JsonObject {
  const pair = /^Basic (\S+)$/.exec(`${headers.authorization}`)?.[1];
  if (pair === undefined) return {};
  const [client_id = '', client_secret = ''] = Buffer.from(pair, 'base64').toString().split(':');
  return { client_id, client_secret };
}

function readQuery(name: string): (call: Call) => JsonObject {
  return ({ query: { [name]: value } }) => (value === undefined ? {} : { [name]: `${value}` });
}

function failUnknownParameter(by: When): Patch {
  return whereBroken((isUnknown) => failWhen(all(isUnknown, by)), notSupported);
}
