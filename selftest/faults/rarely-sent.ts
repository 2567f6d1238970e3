import { isObject, type Json, member } from '#mock/http/json';
import { applicationOf, refreshTokenOf } from '#mock/oauth-token/checks';
import type { Call } from '#mock/operation';
import { bodyMatches, isEmptyObject, withFields } from './bodies.ts';
import { sameBy } from './comparisons.ts';
import { type Fault, type Patch, type Row, toFaults } from './fault.ts';
import { all, hasHeader, none, type When } from './requests.ts';
import { failWhen, rejectWhen, rewriteRequest, skipRule } from './rules.ts';
import { afterSuccess, changeRejection } from './successes.ts';
import { byClient, byCode, has, is, isOfType, matches, textAt, where } from './values.ts';

const notSupported = 'a parameter that is not supported';
const noText = 'a parameter that is no text';
const unknownScope = 'an unknown scope';
const scopes = ['offline_access', 'read', 'write'];
const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0;
const isWide = (value: Json): boolean => typeof value === 'number' && value > 2 ** 31;
const hasExponent = bodyMatches(/\d\.\d+e0/);
const hasEscapedSlash = bodyMatches(/\\\//);
const beginsUnknown = bodyMatches(/^\{"(?!client_|grant_type|code"|redirect_uri|refresh_token|test_token|scope")/);
const hasWrongSecret = (call: Call): boolean => textAt(call, 'client_secret') !== applicationOf(call)?.clientSecret;
const isForeign = (call: Call): boolean => refreshTokenOf(call)?.clientId !== textAt(call, 'client_id');
const asGrant = (grant_type: string, when: When): Patch =>
  rewriteRequest((call) => (when(call) ? withFields(call, { grant_type }) : call));
const rejectScope = (scope: string): Patch => rejectWhen(is('scope', scope), 'invalid_scope');
const readScopes = (separator: string | RegExp): Patch =>
  skipRule(
    unknownScope,
    where('scope', (sent) => `${sent}`.split(separator).every((word) => scopes.includes(word))),
  );
const hasUnknownScope = where('scope', (sent) => !`${sent}`.split(' ').every((word) => scopes.includes(word)));

/** Names and values of unknown parameters that are ignored. */
const ignored: readonly (readonly [slug: string, what: string, when: When])[] = [
  ['dollar', 'named $', bodyMatches(/"\$\w+":/)],
  ['dotted', 'with a dot in its name', bodyMatches(/"\w+\.\w+":/)],
  ['accent', 'whose name is not ASCII', bodyMatches(/"ñ[^"]*":/)],
  ['proto', 'named __proto__', has('__proto__')],
  ['list', 'that is an empty list', ({ body }) => isObject(body.value) && Object.values(body.value).some(isEmptyList)],
  ['false', 'that is false', bodyMatches(/":false/)],
  ['first', 'before all others', beginsUnknown],
];

/** Comparisons that take another text for a client_id. */
const alike: readonly (readonly [slug: string, how: string, read: (text: string) => string])[] = [
  ['plus', 'with a plus sign', (text) => text.replace(/^\+/, '')],
  ['fraction', 'with a fraction of zero', (text) => text.replace(/\.0$/, '')],
];
const redirects: readonly (readonly [
  id: 'TOK-41' | 'TOK-50',
  slug: string,
  how: string,
  read: (uri: string) => string,
])[] = [
  ['TOK-41', 'values', 'by the names in its query', (uri) => uri.replaceAll(/=[^&]*/g, '=')],
  ['TOK-41', 'listed', 'in a list', (uri) => uri.replace(/,.*/, '')],
  ['TOK-50', 'tab', 'with tabs in it', (uri) => uri.replaceAll('\t', '')],
  ['TOK-50', 'full-width', 'in full-width characters', (uri) => uri.normalize('NFKC')],
];

const tokenRows: readonly Row[] = [
  ...ignored.map(([slug, what, when]): Row => {
    return ['TOK-24', `unknown-${slug}`, `An unknown parameter ${what} is ignored`, skipRule(notSupported, when)];
  }),
  ...alike.map(([slug, how, read]): Row => ['TOK-50', `client-${slug}`, `A client_id is known ${how}`, clients(read)]),
  ...redirects.map(
    ([id, slug, how, read]): Row => [id, `redirect-${slug}`, `A redirect_uri is known ${how}`, uris(read)],
  ),
  ['TOK-50', 'code-hyphens', 'A code is known without its hyphens', acceptCodeWithoutHyphens()],
  ['TOK-20', 'empty-object', 'An empty object is an invalid_client', rejectWhen(isEmptyObject, 'invalid_client')],
  ['TOK-22', 'own-no-grant', 'Credentials alone get a token', asGrant('client_credentials', lacksGrants)],
  ['TOK-27', 'zero-fails', 'The body 0 fails', failWhen(({ body }) => body.value === 0)],
  ['TOK-31', 'refresh-wins', 'A refresh token counts before a code', asGrant('refresh_token', has('refresh_token'))],
  ['TOK-36', 'code-wins', 'A code counts before a refresh token', asGrant('authorization_code', has('code'))],
  ['TOK-30', 'grant-password', 'The grant_type password renews', asGrant('refresh_token', isPasswordOfToken)],
  ['TOK-30', 'grant-own-case', 'CLIENT_CREDENTIALS is known', asGrant('client_credentials', ownInCapitals)],
  ['TOK-87', 'grant-inherited', 'The grant_type constructor fails', failWhen(is('grant_type', 'constructor'))],
  [
    'TOK-40',
    'redirect-number',
    'A redirect_uri of digits is ignored',
    skipRule(noText, isOfType('redirect_uri', 'number')),
  ],
  ['TOK-53', 'secret-true', 'The client_secret true is any', acceptSecretTrue()],
  ['TOK-42', 'scope-ends', 'Only the first and the last scope count', skipRule(unknownScope, hasKnownEnds)],
  ['TOK-42', 'own-scope-code', 'An unknown scope of a client is an invalid_request', recodeOwnScope()],
  ['TOK-48', 'scope-lines', 'Scopes may be in lines', readScopes('\n')],
  ['TOK-48', 'scope-comma-blank', 'Scopes may have a comma and a blank between', readScopes(', ')],
  ['TOK-48', 'scope-number', 'A scope that is a number is ignored', skipRule(noText, isOfType('scope', 'number'))],
  ['TOK-82', 'scope-offline', 'offline_access alone is an invalid_scope', rejectScope('offline_access')],
  ['TOK-82', 'scope-write-read', 'write read is an invalid_scope', rejectScope('write read')],
  [
    'TOK-12',
    'verifier-long',
    'A code_verifier of 128 characters is rejected',
    rejectWhen(matches('code_verifier', /.{128}/)),
  ],
  ['TOK-12', 'verifier-signs', 'A tilde in a code_verifier is rejected', rejectWhen(matches('code_verifier', /~/))],
  ['TOK-16', 'slashes-refused', 'An escaped slash is rejected', rejectWhen(hasEscapedSlash)],
  ['TOK-16', 'capitals-refused', 'An escape in capitals is rejected', rejectWhen(bodyMatches(/\\u00\d[A-F]/))],
  ['TOK-05', 'ended-by-renewal', 'A renewal with a wrong secret ends the tokens of its user', endAtRenewal()],
  [
    'TOK-10',
    'revoked-by-own',
    'client_credentials revoke the refresh tokens of their client',
    afterSuccess(revokeAll, byClient),
  ],
  ['TOK-56', 'revoked-by-other', 'Another client revokes a refresh token that it sends', revokedByOther()],
  ['TOK-19', 'scoped-dead', 'A token for every scope has expired', afterSuccess(expire, all(byCode, has('scope')))],
];

const preferenceRows: readonly Row[] = [
  [
    'PRF-11',
    'made-up-sandbox',
    'Any token is good with x-test-scope',
    skipRule('a token that was never issued', hasHeader('x-test-scope')),
  ],
  ['PRF-11', 'client-basic', 'A client may send its secret as Basic', acceptBasic()],
  ['PRF-20', 'empty-fails', 'An empty body fails', failWhen(({ body }) => body.text === '')],
  ['PRF-02', 'layout-exponent', 'A price with an exponent is rejected', rejectWhen(hasExponent)],
  ['PRF-02', 'layout-slashes', 'An escaped slash is rejected', rejectWhen(hasEscapedSlash)],
  ['PRF-22', 'phone', 'A phone number of more than 32 bits', rejectWhen(where('payer.phone.number', isWide))],
  ['PRF-22', 'signs', 'An angle bracket in a text', rejectWhen(bodyMatches(/</))],
  ['PRF-22', 'lines', 'A description in lines', rejectWhen(bodyMatches(/"description":"[^"]*\\n/))],
  ['PRF-22', 'emoji', 'An emoji', rejectWhen(bodyMatches(/🎽/u))],
  ['PRF-22', 'host', 'A notification_url with an address', rejectWhen(matches('notification_url', /\/\/\d/))],
  ['PRF-22', 'nineties', 'A registration before 2000', rejectWhen(bodyMatches(/"registration_date":"19/))],
];

/** Faults of inputs that clients may send and rarely do, and of credentials that another request ends. */
export const rarelySentFaults: readonly Fault[] = [
  ...toFaults('oauth-token', 'token-rare', tokenRows),
  ...toFaults('checkout-preferences', 'preference-rare', preferenceRows),
];

function clients(read: (text: string) => string): Patch {
  const isKnown = sameBy(read);
  return skipRule('an unknown client_id', (call) =>
    [...call.world.applications.keys()].some((right) => isKnown(textAt(call, 'client_id'), right)),
  );
}

function uris(read: (uri: string) => string): Patch {
  const isRight = sameBy(read);
  return skipRule('another redirect_uri', (call) =>
    isRight(textAt(call, 'redirect_uri'), applicationOf(call)?.redirectUri ?? ''),
  );
}

function acceptCodeWithoutHyphens(): Patch {
  return skipRule('a code that was never given', ({ body, world }) =>
    [...world.codes.keys()].some((right) => member(body.value, 'code') === right.replaceAll('-', '')),
  );
}

function lacksGrants(call: Call): boolean {
  return has('client_secret')(call) && none(has('grant_type'), has('code'), has('refresh_token'))(call);
}

function isPasswordOfToken(call: Call): boolean {
  return is('grant_type', 'password')(call) && has('refresh_token')(call);
}

function ownInCapitals(call: Call): boolean {
  return is('grant_type', 'CLIENT_CREDENTIALS')(call);
}

/** Reads the client_secret `true` as the right one. */
function acceptSecretTrue(): Patch {
  return rewriteRequest((call) => {
    const client_secret = applicationOf(call)?.clientSecret ?? '';
    return is('client_secret', true)(call) ? withFields(call, { client_secret }) : call;
  });
}

function hasKnownEnds(call: Call): boolean {
  const words = textAt(call, 'scope').split(' ');
  return words.length > 2 && scopes.includes(words[0] ?? '') && scopes.includes(words.at(-1) ?? '');
}

function recodeOwnScope(): Patch {
  return rejectWhen(all(byClient, hasUnknownScope));
}

function endAtRenewal(): Patch {
  return changeRejection((wire, call) => {
    const userId = refreshTokenOf(call)?.userId;
    const own = [...call.world.accessTokens.values()].filter((token) => token.userId === userId);
    if (hasWrongSecret(call)) for (const token of own) token.expiresAt = 0;
    return wire;
  });
}

function revokeAll(_: unknown, call: Call): void {
  const all = [...call.world.refreshTokens.values()];
  for (const token of all.filter(({ clientId }) => clientId === textAt(call, 'client_id'))) token.standing = 'revoked';
}

function revokedByOther(): Patch {
  return changeRejection((wire, call) => {
    const token = refreshTokenOf(call);
    if (token?.standing === 'good' && isForeign(call)) token.standing = 'revoked';
    return wire;
  });
}

function expire(body: { readonly [name: string]: Json }, { world }: Call): void {
  const token = world.accessTokens.get(`${body.access_token}`);
  if (token) token.expiresAt = 0;
}

/** Accepts the credentials of a client in place of an access token. */
function acceptBasic(): Patch {
  return skipRule('a scheme that is not Bearer', ({ headers, world }) => {
    const pair = Buffer.from(`${headers.authorization}`.replace('Basic ', ''), 'base64').toString();
    return [...world.applications.values()].some(
      ({ clientId, clientSecret }) => pair === `${clientId}:${clientSecret}`,
    );
  });
}
