import { must, question, should } from '#api/requirement';

/** What the client sends to get and renew a token, and how it takes the answers. */
export const requirements = {
  'CTK-01': must(
    '4',
    'A token request is POST /oauth/token.',
    '4, row 1: the method and the path of the operation.',
  ),
  'CTK-02': must(
    'preamble',
    'A token request is exact JSON, as its Content-Type says.',
    'Preamble: bodies of requests are JSON with the content type application/json.',
  ),
  'CTK-03': must(
    '2.1',
    'A token request has members of the table alone, each of its type, and those that its grant needs.',
    '2.1: the rows name the members, their types and which are required; 7, invalid_request: an unsupported parameter is refused.',
  ),
  'CTK-04': must(
    '2.1',
    'A code is exchanged by the grant authorization_code, with the code and the credentials that the client was given.',
    '2.1, grant authorization_code and row code: the code is required with it; client_id and client_secret always are.',
  ),
  'CTK-05': must(
    '2.1',
    'A token is renewed by the grant refresh_token, with the refresh token and the credentials that the client was given.',
    '2.1, grant refresh_token: it exchanges a refresh token; client_id and client_secret are always required.',
  ),
  'CTK-06': must(
    '2.1',
    'A redirect_uri that is sent is the configured one, to the letter.',
    '2.1, row redirect_uri: it must match the one configured for the application.',
  ),
  'CTK-07': must(
    '2.1',
    'A scope that is asked for is made of offline_access, read and write alone.',
    '2.1 and 7, invalid_scope: the allowed values of scope; 2.2: scopes are separated by spaces.',
  ),
  'CTK-08': must(
    '2.1',
    'A code that was exchanged is not sent again.',
    '2.1, row code: a code is exchanged for an access token and a refresh token; what follows is renewed by refresh_token.',
  ),
  'CTK-09': must(
    '8',
    'A code is not sent after its ten minutes.',
    '2.1, row code, and 8: a code is valid ten minutes from its generation.',
  ),
  'CTK-10': must(
    '5',
    'An access token that has expired is renewed by its refresh token, without asking a person, and the new one is used.',
    '2.1, grant refresh_token, and 5, sentence 5: it renews an access token that is expired without user interaction.',
  ),
  'CTK-20': should('7', 'Each of the eight documented errors is survived and told to the caller.'),
  'CTK-21': should('2.2', 'Members of the answer that the client does not know are survived.'),
  'CTK-22': should('4', 'A success by another status is a success.'),
  'CTK-23': should(
    '7',
    'A 429 is waited out: the client sends again after its Retry-After, or tells the caller.',
  ),
  'CTK-26': should('2.2', 'The caller gets the tokens that were answered.'),
  'CTK-60': question('2.1', 'Which members that are not required does the client send, by grant?'),
  'CTK-61': question('4', 'Does it send an Authorization header to the operation that issues tokens?'),
  'CTK-62': question('2.1', 'Does it send the redirect_uri with a code?'),
  'CTK-63': question('2.1', 'Does it know the grant client_credentials?'),
  'CTK-64': question('8', 'Does it send again what is answered 429?'),
  'CTK-65': question('7', 'Does it send a token request again that is answered 500?'),
  'CTK-66': question('5', 'Does it use a token for more than one request?'),
};
