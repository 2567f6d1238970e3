import { must, question, should } from '../../suite/core/requirement.ts';

/** What the client sends to create an agreement, and how it takes the answers. */
export const requirements = {
  'CAG-01': must(
    '4',
    'The creation of an agreement is POST /v2/wallet_connect/agreements, and a client.id in its query is one number.',
    '4, row 5: the method and the path of the operation.',
  ),
  'CAG-02': must(
    'preamble',
    'The creation of an agreement is exact JSON, as its Content-Type says.',
    'Preamble: bodies of requests are JSON with the content type application/json.',
  ),
  'CAG-03': must(
    '2.5',
    'The fields of an agreement are of the types of the table.',
    '2.5, the table of the request: each field with its type and, of the objects, the shape that was seen.',
  ),
  'CAG-04': must(
    '5',
    'The creation of an agreement carries the access token that the caller has, as a bearer token.',
    '5, sentence 1: a protected operation takes Authorization: Bearer and the access token.',
  ),
  'CAG-20': should('7', 'The documented error is survived and told to the caller.'),
  'CAG-21': should('2.5', 'Members of the answer that the client does not know are survived.'),
  'CAG-22': should('4', 'A success by another status is a success.'),
  'CAG-23': should('4', 'A creation that may have been done is not sent again.'),
  'CAG-24': should('2.5', 'Every field, the client.id and the x-platform-id arrive as the caller gave them.'),
  'CAG-26': should('2.5', 'The caller gets the agreement_id and the agreement_uri that were answered.'),
  'CAG-60': question('2.5', 'Which members does the client send that the reference does not list?'),
};
