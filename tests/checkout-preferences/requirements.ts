import { register } from '../../suite/core/covers.ts';
import { must, question, should } from '../../suite/core/requirement.ts';

export const { requirements, covers } = register('checkout-preferences', {
  'PRF-01': must('2.7', 'A full preference with the data of an industry is accepted.'),
  'PRF-02': must(
    '2.7',
    'Every value and shape that the text allows for a field is accepted, industry by industry.',
  ),
  'PRF-03': must(
    'preamble',
    'The body of a created preference, where there is one, is JSON with a JSON media type.',
  ),
  'PRF-04': must(
    'preamble',
    'The body of a refusal, where there is one, is JSON with a JSON media type.',
    'credentials',
    'validation',
  ),
  'PRF-10': must('5', 'A request without a token is refused.', 'credentials'),
  'PRF-11': must('5', 'A made-up token is refused.', 'identity'),
  'PRF-12': must('3', 'An expired token is refused.', 'identity', 'state'),
  'PRF-13': must('5', 'An authorization scheme other than Bearer is refused.', 'credentials'),
  'PRF-14': must('preamble', 'Malformed JSON is refused and never answers 5xx.', 'validation'),
  'PRF-20': should(
    '2.7',
    'A value that breaks its field never answers 5xx, answers in time, and its error is JSON.',
  ),
  'PRF-21': should('2.7', 'A hostile value never answers 5xx, answers in time, and its error is JSON.'),
  'PRF-30': should('5', 'A token that is sent otherwise than as a bearer token is refused.', 'credentials'),
  'PRF-31': should(
    'preamble',
    'JSON with extensions that RFC 8259 does not have is refused.',
    'validation',
    'errors',
  ),

  'PRF-60': question('4', 'Which status does a created preference have?'),
  'PRF-61': question('4', 'Which members has the answer to a created preference?'),
  'PRF-62': question('4', 'Which fields of a preference are required?'),
  'PRF-63': question('2.7', 'Which breaks of a field are refused, with which status and code?'),
  'PRF-64': question('2.7', 'Which hostile values are refused, with which status and code?'),
  'PRF-65': question('2.7', 'Is the spelling that contradicts the tables accepted?'),
  'PRF-66': question('2.7', 'Are the fields of another industry accepted?'),
  'PRF-67': question('2.7', 'Which values of auto_return are accepted beside approved?'),
  'PRF-68': question('2.7', 'Which values of shipments.mode are accepted beside not_specified?'),
  'PRF-69': question('7', 'What is the shape of a preference error?'),
  'PRF-70': question('8', 'How long may an external_reference be?'),
});
