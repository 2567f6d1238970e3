import { type ListedError, listedErrorFaults } from '../listed-errors.ts';

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
