import { question } from '#api/requirement';

/** What the reference leaves open of a token request. */
export const questions = {
  'TOK-60': question('2.1', 'Is redirect_uri required with authorization_code?'),
  'TOK-61': question('2.1', 'Is refresh_token required with refresh_token?'),
  'TOK-62': question('2.1', 'Is code_verifier required with authorization_code?'),
  'TOK-63': question('2.1', 'Is test_token required with authorization_code?'),
  'TOK-64': question('2.1', 'Are redirect_uri, code_verifier and test_token accepted with refresh_token?'),
  'TOK-65': question('2.2', 'Which scopes does a token have where none was asked for?'),
  'TOK-66': question('2.1', 'Does asking for the scope read narrow the token?'),
  'TOK-67': question('2.1', 'Does a second exchange of a code succeed?', 'state'),
  'TOK-68': question('2.1', 'Does refreshing give a new refresh token, the same or none?', 'state', 'logic'),
  'TOK-69': question('2.1', 'Does a refresh token work a second time?', 'state'),
  'TOK-70': question('2.1', 'What does test_token with the text true change?'),
  'TOK-71': question('2.2', 'How is the rest of an access token composed?'),
  'TOK-72': question('2.1', 'Is client_credentials offered, and with a refresh token?'),
  'TOK-73': question('7', 'What is the shape of a token error?'),
  'TOK-74': question('4', 'Which status does an issued token have?'),
  'TOK-75': question('5', 'Which operations does a token open that was narrowed to the scope read?'),
  'TOK-76': question('8', 'Does a client_secret of 100,000 characters meet a limit?'),
  'TOK-77': question('5', 'Does a token of the type TEST open a protected operation here?'),
  'TOK-78': question(
    '2.1',
    'Which of redirect_uri, code_verifier and test_token are required with refresh_token?',
  ),
  'TOK-79': question('2.1', 'How many of three requests at once with one code succeed?', 'state'),
  'TOK-80': question('2.1', 'How many of three requests at once with one refresh token succeed?', 'state'),
  'TOK-83': question('7', 'Is a parameter that does not exist refused where it has no value?'),
} as const;
