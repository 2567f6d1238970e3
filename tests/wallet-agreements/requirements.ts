import { register } from '../../suite/core/covers.ts';
import { must, question, should } from '../../suite/core/requirement.ts';

export const { requirements, covers } = register('wallet-agreements', {
  'WAL-01': must('2.5', 'A created agreement has an agreement_id and an agreement_uri, both strings.'),
  'WAL-02': must('2.5', 'The agreement_uri is an absolute URI.'),
  'WAL-03': must('2.5', 'Two agreements have two ids.', 'state', 'logic'),
  'WAL-04': must('4', 'The number client.id is accepted in the query.'),
  'WAL-05': must('4', 'The header x-platform-id is accepted.'),
  'WAL-06': must('2.5', 'A validation_amount with a fraction is accepted.'),
  'WAL-07': must('preamble', 'A created agreement is JSON with a JSON media type.'),
  'WAL-08': must(
    'preamble',
    'The body of a refusal, where there is one, is JSON with a JSON media type.',
    'credentials',
    'validation',
  ),
  'WAL-10': must('7', 'Malformed JSON is answered 400.', 'validation', 'errors'),
  'WAL-11': should(
    '7',
    'Malformed JSON is answered with the label Bad-Request.',
    'validation',
    'errors',
    'logic',
  ),
  'WAL-12': must('5', 'A request without a token is refused.', 'credentials'),
  'WAL-13': must('5', 'A made-up token is refused.', 'identity'),
  'WAL-14': must('3', 'An expired token is refused.', 'identity', 'state'),
  'WAL-15': should('2.5', 'A field of a wrong type never answers 5xx, and its error is JSON.'),
  'WAL-20': should('5', 'A token that is sent otherwise than as a bearer token is refused.', 'credentials'),
  'WAL-21': should(
    '7',
    'JSON with extensions that RFC 8259 does not have is refused.',
    'validation',
    'errors',
  ),

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
