import { must, question, should } from '../../suite/core/requirement.ts';

/** What the client sends to cancel a payment intent, and how it takes the answers. */
export const requirements = {
  'CPI-01': must(
    '4',
    'The cancellation of a payment intent is DELETE /point/integration-api/devices/{deviceid}/payment-intents/{paymentintentid}.',
    '4, row 4: the method and the path of the operation.',
  ),
  'CPI-02': must(
    '4',
    'The cancellation of a payment intent has no body.',
    '4, row 4: the request of this operation has no body.',
  ),
  'CPI-04': must(
    '5',
    'The cancellation of a payment intent carries the access token that the caller has, as a bearer token.',
    '5, sentence 1: a protected operation takes Authorization: Bearer and the access token.',
  ),
  'CPI-05': must(
    '4',
    'The ids of a device and of a payment intent arrive as the caller gave them, or nothing is sent: none walks to another path.',
    '4, row 4: both are path parameters, each one segment of the path of this operation, and strings of any text.',
  ),
  'CPI-06': must(
    '4',
    'An x-test-scope that is sent has the value sandbox.',
    '4, row 4, and 9: the header has the value sandbox.',
  ),
  'CPI-20': should('7', 'Each of the four documented errors is survived and told to the caller.'),
  'CPI-21': should('2.4', 'Members of the answer that the client does not know are survived.'),
  'CPI-22': should('4', 'A success by another status is a success.'),
  'CPI-26': should('2.4', 'The caller gets the id that was answered.'),
  'CPI-60': question('4', 'Does the client send x-test-scope, in the sandbox and elsewhere?'),
  'CPI-61': question('4', 'Which ids of a device or a payment intent does it refuse to send?'),
};
