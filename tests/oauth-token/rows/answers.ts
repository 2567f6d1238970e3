import { must } from '#api/requirement';

/** What a token request is answered, and what its tokens open (2.1, 2.2, 5). */
export const answers = {
  'TOK-01': must(
    '2.1',
    'An authorization code is exchanged for an access token and a refresh token.',
    '2.1, row code and grant authorization_code: a code is exchanged for an access token and a refresh token.',
  ),
  'TOK-02': must(
    '2.2',
    'The answer to a code has every member of the token response, each of its type.',
    '2.2: the rows name the members of every answer and their types; refresh_token is promised for a code (2.1).',
  ),
  'TOK-03': must(
    '2.2',
    'An access token begins with its type, the client id and its creation date as MMddHH.',
    '2.2, row access_token: it begins with a token type, then the client id, then a creation date as MMddHH.',
    'logic',
  ),
  'TOK-04': must(
    '2.2',
    'The token type is always bearer.',
    '2.2, row token_type: always bearer, the only type there is.',
  ),
  'TOK-05': must(
    '2.2',
    'An access token lives 15552000 seconds unless the target is configured otherwise.',
    '2.2, row expires_in, and 8: the lifetime is fixed, 15552000 seconds by default; TOKEN_LIFETIME names another one.',
  ),
  'TOK-06': must(
    '2.2',
    'The scope lists, space-separated, only offline_access, read and write.',
    '2.2, row scope: scopes separated by spaces, drawn from offline_access, read and write.',
  ),
  'TOK-07': must(
    '5',
    'An issued access token opens a protected operation.',
    '5, sentences 1 and 2: protected operations take the bearer tokens that the token operation issues.',
    'identity',
    'state',
    'logic',
  ),
  'TOK-08': must(
    '2.1',
    'A refresh token is exchanged for a new access token that differs from the one before.',
    '2.1, grant refresh_token: a refresh token is exchanged for a new access token; the old one again would not be new.',
    'state',
    'logic',
  ),
  'TOK-09': must(
    '2.2',
    'The answer to a refresh token has the members of the token response, each of its type.',
    '2.2: the rows name the members of every answer of the operation, whichever grant is used.',
  ),
  'TOK-10': must(
    '5',
    'The refresh token that came with a code renews the access token.',
    '2.1, row code, and 5, sentence 5: the refresh token that a code gives renews the access token.',
    'identity',
    'state',
    'logic',
  ),
  'TOK-11': must(
    '2.1',
    'client_credentials gives a token or answers unsupported_grant_type, nothing else.',
    '2.1, row grant_type, lists client_credentials; 7, row unsupported_grant_type, is for a grant that is not allowed, row unauthorized_client for an application that may not have a token.',
    'errors',
  ),
  'TOK-12': must(
    '2.1',
    'A code_verifier is accepted in the request.',
    '2.1, row code_verifier: accepted in the request.',
  ),
  'TOK-13': must(
    '2.1',
    'A test_token with the text false is accepted in the request.',
    '2.1, row test_token: a textual flag, of which the example carries the text false.',
  ),
  'TOK-14': must(
    'preamble',
    'A token response is JSON with a JSON media type.',
    'Preamble: bodies of answers are JSON with the content type application/json.',
  ),
  'TOK-15': must(
    'preamble',
    'A token error is JSON with a JSON media type.',
    'Preamble: bodies of answers are JSON; 7: an error of the token operation carries a code, so that it has a body.',
    'validation',
  ),
  'TOK-16': must(
    'preamble',
    'A token request is accepted however its JSON is laid out.',
    'Preamble: a request body is JSON, whose white space, order of members and escapes mean nothing (RFC 8259).',
  ),
  'TOK-17': must(
    '2.1',
    'A refreshed token is for the user of the code, and renews in its turn.',
    '2.1, refresh_token: it gives a new access token without the user; 2.2, row access_token: a token identifies the user.',
    'identity',
    'state',
    'logic',
  ),
  'TOK-18': must(
    '2.1',
    'Codes that are exchanged at the same time give each its own tokens.',
    '2.1, authorization_code: an exchange yields an access token and a refresh token; 2.2, row access_token: a token identifies the user.',
    'identity',
    'state',
    'logic',
  ),
  'TOK-19': must(
    '5',
    'A token opens every creation, whichever grant gave it.',
    '5, sentences 1 and 2: protected operations take the tokens that the token operation issues, and no grant is set apart; 403 is for a token that may not.',
    'identity',
    'state',
    'logic',
  ),
} as const;
