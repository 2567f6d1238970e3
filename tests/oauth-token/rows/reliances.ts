import { must, should } from '#api/requirement';

/** What any client relies on, and what several conditions of 7 come to. */
export const reliances = {
  'TOK-46': should('7', 'An error never repeats the client_secret.'),
  'TOK-47': should(
    '7',
    'A parameter of a wrong type or of great length never answers 5xx, and its error is JSON.',
  ),
  'TOK-48': should('2.2', 'Scopes that are not separated by spaces are refused.', 'validation', 'errors'),
  'TOK-50': should(
    '2.1',
    'A parameter that is right but for how it is written is refused.',
    'identity',
    'errors',
  ),
  'TOK-51': should(
    '7',
    'JSON with extensions that RFC 8259 does not have is refused.',
    'validation',
    'errors',
  ),
  'TOK-52': must(
    '7',
    'A required parameter that is empty, blank or null is refused with the code of a missing or an invalid one.',
    '2.1 marks them as required; 7, rows invalid_request, invalid_client and invalid_grant: what is empty is missing or invalid.',
    'validation',
    'errors',
  ),
  'TOK-53': should(
    '2.1',
    'A parameter in a list or an object, or a number or a boolean for its text, is refused.',
    'validation',
    'errors',
  ),
  'TOK-54': should('2.1', 'A required parameter by another name is missing.', 'validation', 'errors'),
  'TOK-55': should(
    '2.1',
    'Of several requests at once with one code or refresh token one at least gets a token, and none answers 5xx.',
    'state',
  ),
  'TOK-56': should(
    '2.1',
    'What was refused takes nothing from the next request: a refresh token renews after any refusal.',
    'state',
  ),
  'TOK-57': should('2.2', 'A token response never repeats the client_secret.'),
  'TOK-58': must(
    '7',
    'A request with several things wrong is refused with a listed code of one of them.',
    '7: each condition has its code and the status 400; which of two is told first is not shown, and both are refusals.',
    'identity',
    'validation',
    'errors',
  ),
  'TOK-59': should(
    '5',
    'Credentials that stand elsewhere than in the body are missing.',
    'credentials',
    'validation',
  ),
  // A should: whether a refresh token works twice is not shown (3), and 2.2 names refresh_token in every answer.
  'TOK-81': should(
    '5',
    'A refresh token that a renewal answers with is good for the next one, whether it is a new one or the same.',
    'state',
  ),
  // A should: the row of 7 lists the allowed ones, and may mean those that the application has.
  'TOK-82': should('7', 'A scope of the list is never an invalid_scope.', 'logic'),
} as const;
