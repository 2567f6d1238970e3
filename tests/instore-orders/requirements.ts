import { register } from '#api/covers';
import { must, question, should } from '#api/requirement';

export const { requirements, covers } = register('instore-orders', {
  'ORD-01': must(
    '4',
    'An open order is deleted.',
    '4, row 6: the operation deletes the order of a point of sale.',
  ),
  'ORD-02': must(
    '4',
    'A deletion is answered without any body.',
    '4, row 6: the answer to a deletion has no body.',
  ),
  'ORD-03': must(
    'preamble',
    'The body of a refusal, where there is one, is JSON with a JSON media type.',
    'Preamble: bodies of answers are JSON with the content type application/json.',
    'identity',
  ),
  'ORD-10': must(
    '7',
    'A user_id that is no number is an invalid_collectorId.',
    '4, row 6: user_id is numeric; 7, orders: 400 invalid_collectorId.',
    'validation',
    'errors',
  ),
  'ORD-11': must(
    '7',
    'An empty external_pos_id is an invalid_externalPosId.',
    '4, row 6: external_pos_id is required; 7, orders: 400 invalid_externalPosId where it is not present.',
    'validation',
    'errors',
    'logic',
  ),
  'ORD-12': must(
    '5',
    'A made-up token is an invalid_access_token.',
    '5, sentence 8, and 7, orders: 400 invalid_access_token, access denied.',
    'identity',
    'errors',
  ),
  'ORD-13': must(
    '3',
    'An expired token is an invalid_access_token.',
    '3: an access token expires; 5, sentence 8, and 7, orders: 400 invalid_access_token.',
    'identity',
    'state',
    'errors',
  ),
  'ORD-14': must(
    '7',
    'A failure inside the service is answered 500 in_store_order_creation_error.',
    '7, orders: 500 in_store_order_creation_error where the deletion failed.',
    'state',
    'errors',
  ),
  'ORD-15': must(
    '5',
    'A request without a token is refused.',
    '5, sentence 1: a protected operation takes a bearer token; 4, row 6.',
    'credentials',
  ),
  'ORD-16': should(
    '4',
    'Where deleting an order that never was is refused, deleting one twice is refused too.',
    'state',
  ),
  'ORD-20': should('5', 'A token that is sent otherwise than as a bearer token is refused.', 'credentials'),
  'ORD-21': should('7', 'A user_id that only some take for a number never answers 5xx.'),
  'ORD-22': should('4', 'An order whose external_pos_id is almost named is not deleted.', 'state'),
  'ORD-23': should('4', 'Of several deletions of one order at once one at least succeeds.', 'state'),
  'ORD-24': should('5', "An order is not deleted with another seller's token.", 'identity', 'state'),
  'ORD-25': should('5', 'A deletion that is refused for its token is not done.', 'credentials', 'identity'),

  'ORD-60': question('3', 'What does deleting an order twice answer?', 'state'),
  'ORD-61': question('3', 'What does deleting an order that never was answer?'),
  'ORD-62': question('4', 'Which status does a deletion have?'),
  'ORD-63': question('7', 'What is the shape of a deletion error?'),
  'ORD-64': question('3', 'How many of three deletions at once of one order succeed?', 'state'),
  'ORD-65': question('5', "What does deleting another seller's order answer?", 'identity', 'state'),
});
