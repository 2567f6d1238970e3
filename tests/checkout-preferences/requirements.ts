import { register } from '#api/covers';
import { must, question, should } from '#api/requirement';

export const { requirements, covers } = register('checkout-preferences', {
  'PRF-01': must(
    '2.7',
    'A full preference with the data of an industry is accepted.',
    '2.7: the rows name the fields that can be sent and their types, industry by industry; a full request has whatever is required.',
  ),
  'PRF-02': must(
    '2.7',
    'Every value and shape that the text names for a field is accepted, industry by industry.',
    '2.7: the rows name the values of an Enum, what may be null or empty, lists, Integer and Float, and ISO 8601 with an offset.',
  ),
  'PRF-03': must(
    'preamble',
    'The body of a created preference, where there is one, is JSON with a JSON media type.',
    'Preamble: bodies of answers are JSON with the content type application/json.',
  ),
  'PRF-04': must(
    'preamble',
    'The body of a refusal, where there is one, is JSON with a JSON media type.',
    'Preamble: bodies of answers are JSON with the content type application/json.',
    'credentials',
    'validation',
  ),
  'PRF-10': must(
    '5',
    'A request without a token is refused.',
    '5, sentence 1: a protected operation takes a bearer token; 4, row 2.',
    'credentials',
  ),
  'PRF-11': must(
    '5',
    'A made-up token is refused.',
    '5, sentences 1 and 2: the tokens that are taken come from the token operation, and this one does not.',
    'identity',
  ),
  'PRF-12': must(
    '3',
    'An expired token is refused.',
    '3: an access token expires expires_in seconds after its issue.',
    'identity',
    'state',
  ),
  'PRF-13': should('5', 'An authorization scheme other than Bearer is refused.', 'credentials'),
  // A should: what is refused is not shown (7), and readers of JSON differ on what stands behind it.
  'PRF-14': should('preamble', 'Malformed JSON is refused and never answers 5xx.', 'validation'),
  'PRF-20': should(
    '2.7',
    'A value that breaks its field never answers 5xx, answers in time, and its error is JSON.',
  ),
  'PRF-21': should('2.7', 'A hostile value never answers 5xx, answers in time, and its error is JSON.'),
  // A should: limits of fields are not shown (8), nor which values are refused.
  'PRF-22': should('2.7', 'Values that the types allow and few buyers have are accepted.'),
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
