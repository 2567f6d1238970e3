import { must, question, should } from '../../suite/core/requirement.ts';

/** What the client sends to create a preference, and how it takes the answers. */
export const requirements = {
  'CPR-01': must(
    '4',
    'The creation of a preference is POST /checkout/preferences.',
    '4, row 2: the method and the path of the operation.',
  ),
  'CPR-02': must(
    'preamble',
    'The creation of a preference is exact JSON, as its Content-Type says.',
    'Preamble: bodies of requests are JSON with the content type application/json.',
  ),
  'CPR-03': must(
    '2.7',
    'The fields of a preference are of the types and formats of the tables.',
    '2.7: the tables name the fields and their types, and the formats of URLs and timestamps.',
  ),
  'CPR-04': must(
    '5',
    'The creation of a preference carries the access token that the caller has, as a bearer token.',
    '5, sentence 1: a protected operation takes Authorization: Bearer and the access token.',
  ),
  'CPR-05': must(
    '2.7',
    'A preference has shipments only where the table of its industry lists some.',
    '2.7, row shipments: only for the industries that list it below.',
  ),
  'CPR-21': should('4', 'An answer is taken whatever members, media type parameters and framing it has.'),
  'CPR-22': should('4', 'A success by another status is a success.'),
  'CPR-23': should('4', 'A creation that may have been done is not sent again.'),
  'CPR-24': should(
    '2.7',
    'Every field that the caller gave arrives under the name of the tables with its value.',
  ),
  'CPR-25': should('2.7', 'No field of another industry is added to what the caller gave.'),
  'CPR-60': question('2.7', 'Which fields that the caller did not give does the client add, by industry?'),
  'CPR-61': question(
    '4',
    'Does it send a creation again that is answered 500, and with which header of idempotency?',
  ),
};
