import { register } from '../../suite/core/covers.ts';
import { must, question, should, unasked } from '../../suite/core/requirement.ts';

export const { requirements, covers } = register('point-payment-intents', {
  'PNT-01': must(
    '2.4',
    'A queued payment intent is cancelled and its own id comes back.',
    '2.4 and 4, row 4: a cancellation answers the id of the payment intent.',
    'logic',
  ),
  'PNT-02': must(
    '4',
    'A queued payment intent is cancelled with the header x-test-scope: sandbox too.',
    '4, row 4: the optional header x-test-scope with the value sandbox belongs to the request.',
    'logic',
  ),
  'PNT-03': must(
    'preamble',
    'A cancellation is answered in JSON with a JSON media type.',
    'Preamble: bodies of answers are JSON; 4, row 4: a cancellation has one.',
  ),
  'PNT-04': must(
    'preamble',
    'The body of a refusal, where there is one, is JSON with a JSON media type.',
    'Preamble: bodies of answers are JSON with the content type application/json.',
    'identity',
  ),
  'PNT-10': must(
    '5',
    'A made-up token is answered 401 with the label bad_request.',
    '5, sentence 7, and 7, payment intents: 401 where the token is invalid, with the label bad_request.',
    'identity',
    'errors',
  ),
  'PNT-11': must(
    '3',
    'An expired token is answered 401 with the label bad_request.',
    '3: an access token expires; 5, sentence 7, and 7, payment intents: 401 with the label bad_request.',
    'identity',
    'state',
    'errors',
  ),
  'PNT-12': must(
    '5',
    'An integrator who is not registered is answered 403 with the label bad_request.',
    '5, sentence 7, and 7, payment intents: 403 where the integrator is not registered, with the label bad_request.',
    'identity',
    'errors',
  ),
  'PNT-13': must(
    '7',
    'A conflict is answered 409 with the label bad_request.',
    '7, payment intents: 409 with the label bad_request.',
    'state',
    'errors',
  ),
  'PNT-14': must(
    '7',
    'A failure inside the service is answered 500 with the label bad_request.',
    '7, payment intents: 500 internal server error, with the label bad_request.',
    'state',
    'errors',
  ),
  'PNT-15': must(
    '5',
    'A request without a token is refused.',
    '5, sentence 1: a protected operation takes a bearer token; 4, row 4.',
    'credentials',
  ),
  'PNT-16': should('4', 'A payment intent named with another device is not cancelled.', 'state'),
  'PNT-20': should('5', 'A token that is sent otherwise than as a bearer token is refused.', 'credentials'),
  'PNT-21': should('4', 'A payment intent whose id is almost named is not cancelled.', 'state'),
  'PNT-22': should(
    '4',
    'Of several cancellations of one payment intent at once one at least succeeds.',
    'state',
  ),
  'PNT-23': must(
    '2.4',
    'Payment intents that are cancelled at once come back each with its own id.',
    '2.4: a cancellation answers the identifier of the payment intent, whatever else is cancelled meanwhile.',
    'state',
    'logic',
  ),

  'PNT-60': question('7', 'What does cancelling a payment intent twice answer?', 'state'),
  'PNT-61': question('7', 'What does cancelling an unknown payment intent answer?'),
  'PNT-62': question('2.4', 'Which other members has the answer to a cancellation?'),
  'PNT-63': question('7', 'What is the shape of a cancellation error?'),
  'PNT-64': question('4', 'Which status does a cancellation have?'),
  'PNT-65': question('4', 'What does another value of x-test-scope answer?'),
  'PNT-67': question('7', 'How many of three cancellations at once of one payment intent succeed?', 'state'),
  'PNT-66': unasked(
    '7',
    'Which condition makes a cancellation conflict?',
    'The target brings the conflict about in a provider state of its own; a client sees only the 409.',
  ),
});
