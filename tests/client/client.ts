import { must, question, should } from '#api/requirement';

/** What holds of every request of a client. */
export const requirements = {
  'CLI-01': must(
    '5',
    'No credential stands in a URL.',
    '5, sentences 1 and 2: tokens travel in the Authorization header, client credentials in the body.',
  ),
  'CLI-02': must(
    '5',
    'The client_secret and what is exchanged for a token go to the token operation alone, in its body.',
    '5, sentence 2: client credentials travel in the body of the token operation.',
  ),
  'CLI-03': must(
    '5',
    'An access token stands in the Authorization header alone.',
    '5, sentence 1: protected operations take it in the Authorization header.',
  ),
  'CLI-20': should(
    '4',
    'An answer that breaks off is survived: it is told to the caller, or asked for again.',
  ),
  'CLI-21': should('7', 'The client gives up on a service that fails all the time, and tells the caller.'),
  'CLI-60': question('7', 'How often does it send a request to a service that fails all the time?'),
  'CLI-61': question('8', 'Does it wait two seconds for an answer?'),
  'CLI-62': question('preamble', 'By which version of HTTP does it speak?'),
  'CLI-63': question('4', 'Which headers does it send that the reference does not list?'),
  'CLI-64': question('4', 'By which name does it introduce itself (User-Agent)?'),
  'CLI-65': question('4', 'Does it ask for an answer in a coding (Accept-Encoding)?'),
};
