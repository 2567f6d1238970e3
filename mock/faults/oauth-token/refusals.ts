import { type Fault, type Patch, sparing, stumbling } from '../../fault.ts';
import { applicationOf } from '../../oauth-token/client-checks.ts';
import { type Call, textMember } from '../../operation.ts';
import { type ListedError, listedErrorFaults } from '../listed-errors.ts';
import { rowsOf } from '../row.ts';

const place = { operation: 'oauth-token', prefix: 'token' } as const;

const errors: readonly Omit<ListedError, 'status'>[] = [
  listed('TOK-20', 'no-client-id', 'A request without client_id', 'client_id left out', 'invalid_client'),
  listed(
    'TOK-21',
    'no-secret',
    'A request without client_secret',
    'client_secret left out',
    'invalid_client',
  ),
  listed(
    'TOK-22',
    'no-grant-type',
    'A request without grant_type',
    'grant_type left out',
    'unsupported_grant_type',
  ),
  listed('TOK-23', 'no-code', 'A request without code', 'code left out', 'invalid_grant'),
  listed(
    'TOK-24',
    'stranger',
    'A parameter that does not exist',
    'a parameter that is not supported',
    'bad_request',
  ),
  listed('TOK-25', 'twice', 'A parameter given twice', 'a parameter given twice', 'invalid_json'),
  listed('TOK-26', 'malformed', 'Malformed JSON', 'a body that is no JSON text', 'invalid_json'),
  listed(
    'TOK-27',
    'no-object',
    'A body that is no object',
    'a body that is no JSON object',
    'Invalid_Request',
  ),
  listed('TOK-28', 'unknown-client', 'An unknown client_id', 'an unknown client_id', 'unauthorized_client'),
  listed('TOK-29', 'wrong-secret', 'A wrong client_secret', 'a wrong client_secret', 'invalid_secret'),
  listed('TOK-30', 'unknown-grant-type', 'An unknown grant_type', 'an unknown grant_type', 'invalid_request'),
  listed('TOK-31', 'unknown-code', 'A code never given', 'a code that was never given', 'invalid_code'),
  listed(
    'TOK-32',
    'old-code',
    'A code older than ten minutes',
    'a code older than ten minutes',
    'expired_code',
  ),
  listed(
    'TOK-33',
    'foreign-code',
    "Another application's code",
    "another application's code",
    'invalid_client',
  ),
  listed(
    'TOK-36',
    'unknown-refresh',
    'An unknown refresh token',
    'a refresh token that was never given',
    'not_found',
  ),
  listed('TOK-37', 'revoked-refresh', 'A revoked refresh token', 'a revoked refresh token', 'revoked_token'),
  listed(
    'TOK-38',
    'expired-refresh',
    'An expired refresh token',
    'an expired refresh token',
    'expired_token',
  ),
  listed(
    'TOK-39',
    'foreign-refresh',
    'A foreign refresh token',
    "another application's refresh token",
    'forbidden',
  ),
  listed('TOK-40', 'other-redirect', 'Another redirect_uri', 'another redirect_uri', 'redirect_uri_mismatch'),
  listed('TOK-42', 'unknown-scope', 'An unknown scope', 'an unknown scope', 'invalid_request'),
  listed('TOK-43', 'other-user', "Another user's refresh token", 'a token of another user', 'invalid_grant'),
  listed('TOK-44', 'no-grant', 'A withdrawn grant', 'no grant with the user', 'invalid_grant'),
  listed(
    'TOK-45',
    'limit',
    'An application over its limit',
    'too many requests of this application',
    'too_many',
  ),
];

// Without their rule these are refused all the same, by the rules about what they lack.
const alsoRefused = ['TOK-26', 'TOK-27'];

function listed(breaks: string, slug: string, request: string, rule: string, code: string): ListedError {
  return { breaks, slug, request, rule, code };
}

/** Errors of the token operation (7), each with another status, with another code, and not raised. */
export const tokenErrorFaults = listedErrorFaults(
  place,
  errors.map((error) => ({
    ...error,
    status: error.breaks === 'TOK-45' ? 403 : 401,
    notRaised: !alsoRefused.includes(error.breaks),
  })),
);

const { row } = rowsOf('oauth-token', 'token');

/** An application and its redirect URI compared too kindly: a beginning for the whole, any case, something near. */
export const tokenClientFaults: readonly Fault[] = [
  row('TOK-28', 'client-length', 'Any client_id of a usual length is known.', clients(isUsual)),
  row('TOK-29', 'secret-any-case', 'A client_secret is compared regardless of case.', secrets(isOfAnyCase)),
  row('TOK-29', 'secret-longer', 'A longer client_secret is accepted.', secrets(beginsWith)),
  row('TOK-29', 'secret-shorter', 'A beginning of a client_secret suffices.', secrets(isBeginning)),
  row('TOK-29', 'secret-length', 'A client_secret of the right length suffices.', secrets(isAsLong)),
  row('TOK-29', 'secret-anyone', "Any application's client_secret is accepted.", secrets(isAnyones)),
  row('TOK-28', 'client-mixed', 'A mixed pair of credentials is a 500.', stumbling(isMixed)),
  row('TOK-40', 'redirect-scheme', 'A redirect_uri is compared by its scheme.', redirects(hasItsScheme)),
  row('TOK-41', 'redirect-prefix', 'A longer redirect_uri is accepted.', redirects(beginsWith)),
  row('TOK-41', 'redirect-below', 'A path below the redirect_uri is accepted.', redirects(isBelow)),
];

type Compare = (sent: string, right: string, call: Call) => boolean;

function clients(accepts: (clientId: string) => boolean): Patch {
  return sparing('an unknown client_id', (call) => accepts(sent(call, 'client_id')));
}

function secrets(accepts: Compare): Patch {
  const right = (call: Call) => applicationOf(call)?.clientSecret ?? '';
  return sparing('a wrong client_secret', (call) => accepts(sent(call, 'client_secret'), right(call), call));
}

function redirects(accepts: Compare): Patch {
  const right = (call: Call) => applicationOf(call)?.redirectUri ?? '';
  return sparing('another redirect_uri', (call) => accepts(sent(call, 'redirect_uri'), right(call), call));
}

function sent(call: Call, name: string): string {
  return textMember(call, name) ?? '';
}

function isUsual(clientId: string): boolean {
  return clientId.length > 8;
}

function isOfAnyCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function beginsWith(a: string, b: string): boolean {
  return a.startsWith(b);
}

function isBeginning(a: string, b: string): boolean {
  return b.startsWith(a);
}

function isAsLong(a: string, b: string): boolean {
  return a.length === b.length;
}

function isAnyones(secret: string, _right: string, { world }: Call): boolean {
  return [...world.applications.values()].some(({ clientSecret }) => clientSecret === secret);
}

function isMixed(call: Call): boolean {
  const right = applicationOf(call)?.clientSecret ?? '';
  const secret = sent(call, 'client_secret');
  return secret !== right && isAnyones(secret, right, call);
}

function hasItsScheme(a: string, b: string): boolean {
  return a.split(':')[0] === b.split(':')[0];
}

function isBelow(a: string, b: string): boolean {
  return a.startsWith(`${b}/`);
}
