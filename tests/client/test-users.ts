import { must, question, should } from '../../suite/core/requirement.ts';

/** What the client sends to create a test user, and how it takes the answers. */
export const requirements = {
  'CUS-01': must(
    '4',
    'The creation of a test user is POST /users/test.',
    '4, row 3: the method and the path of the operation.',
  ),
  'CUS-02': must(
    'preamble',
    'The creation of a test user is exact JSON, as its Content-Type says.',
    'Preamble: bodies of requests are JSON with the content type application/json.',
  ),
  'CUS-03': must(
    '2.3',
    'The creation of a test user has a site_id and a description, both text.',
    '2.3, the table of the request: both are required strings.',
  ),
  'CUS-04': must(
    '5',
    'The creation of a test user carries the access token that the caller has, as a bearer token.',
    '5, sentence 1: a protected operation takes Authorization: Bearer and the access token.',
  ),
  'CUS-20': should('7', 'Each of the five documented errors is survived and told to the caller.'),
  'CUS-21': should('2.3', 'Members of the answer that the client does not know are survived.'),
  'CUS-22': should('4', 'A success by another status is a success.'),
  'CUS-23': should('4', 'A creation that may have been done is not sent again.'),
  'CUS-24': should('2.3', 'The site_id and the description arrive as the caller gave them.'),
  'CUS-26': should('2.3', 'The caller gets the id, the nickname and the password that were answered.'),
  'CUS-60': question('2.3', 'Which members does the client send that the reference does not list?'),
};
