import { register } from '#api/covers';
import { must, question, should } from '#api/requirement';

export const { requirements, covers } = register('wallet-agreements', {
  'WAL-01': must(
    '2.5',
    'A created agreement has an agreement_id and an agreement_uri, both strings.',
    '2.5, the table of the response: agreement_id and agreement_uri, both strings.',
  ),
  'WAL-02': must(
    '2.5',
    'The agreement_uri is an absolute URI.',
    '2.5, row agreement_uri: the URI to which the user is redirected; a redirection needs a whole one.',
  ),
  'WAL-03': must(
    '2.5',
    'Two agreements have two ids.',
    '2.5, row agreement_id: a unique id.',
    'state',
    'logic',
  ),
  'WAL-04': must(
    '4',
    'The number client.id is accepted in the query.',
    '4, row 5: the query has client.id, a number.',
  ),
  'WAL-05': must(
    '4',
    'The header x-platform-id is accepted.',
    '4, row 5: the header x-platform-id belongs to the request, a string of which no more is stated.',
  ),
  'WAL-06': must(
    '2.5',
    'A validation_amount with a fraction is accepted.',
    '2.5, row agreement_data: validation_amount is a number, not an integer.',
  ),
  'WAL-07': must(
    'preamble',
    'A created agreement is JSON with a JSON media type.',
    'Preamble: bodies of answers are JSON; 4, row 5: a creation has one.',
  ),
  'WAL-08': must(
    'preamble',
    'The body of a refusal, where there is one, is JSON with a JSON media type.',
    'Preamble: bodies of answers are JSON with the content type application/json.',
    'credentials',
    'validation',
  ),
  'WAL-09': must(
    'preamble',
    'An agreement is created however the JSON of the request is laid out.',
    'Preamble: a request body is JSON, whose white space, order of members and escapes mean nothing (RFC 8259).',
  ),
  // A should: the conditions of 400 are not shown (7), and readers of JSON differ on what stands behind it.
  'WAL-10': should('7', 'Malformed JSON is answered 400.', 'validation', 'errors'),
  'WAL-11': should(
    '7',
    'Malformed JSON is answered with the label Bad-Request.',
    'validation',
    'errors',
    'logic',
  ),
  'WAL-12': must(
    '5',
    'A request without a token is refused.',
    '5, sentence 1: a protected operation takes a bearer token; 4, row 5.',
    'credentials',
  ),
  'WAL-13': must(
    '5',
    'A made-up token is refused.',
    '5, sentences 1 and 2: the tokens that are taken come from the token operation, and this one does not.',
    'identity',
  ),
  'WAL-14': must(
    '3',
    'An expired token is refused.',
    '3: an access token expires expires_in seconds after its issue.',
    'identity',
    'state',
  ),
  'WAL-15': should(
    '2.5',
    'A field of a wrong type or of great length never answers 5xx, and its error is JSON.',
  ),
  'WAL-20': should('5', 'A token that is sent otherwise than as a bearer token is refused.', 'credentials'),
  'WAL-21': should(
    '7',
    'JSON with extensions that RFC 8259 does not have is refused.',
    'validation',
    'errors',
  ),
  // A should: the conditions of 400 and the limits of fields are not shown (7, 8).
  'WAL-22': should('2.5', 'Values that the types allow and few senders have are accepted.'),

  'WAL-60': question('2.5', 'Which fields of an agreement are required?'),
  'WAL-61': question('4', 'What does a request without client.id answer?'),
  'WAL-62': question('4', 'What does a client.id that is no number answer?'),
  'WAL-63': question('2.5', 'Are other members accepted in external_user and agreement_data?'),
  'WAL-64': question('7', 'Which status and code does each kind of refusal have?'),
  'WAL-65': question('7', 'What is the shape of an agreement error?'),
  'WAL-66': question('4', 'Which status does a created agreement have?'),
  'WAL-67': question('8', 'How long may an external_flow_id be?'),
  'WAL-68': question('4', 'Is the header x-platform-id required?'),
});
