import { register } from '#api/covers';
import { unasked } from '#api/requirement';

/** The silences of the reference that belong to no operation. */
export const { requirements } = register('service', {
  'SVC-60': unasked(
    '2.6',
    'Which fields has an in-store order?',
    'No operation reads an order, and its deletion answers without a body.',
  ),
  'SVC-61': unasked(
    '3',
    'Which states has each resource, and which transitions lead between them?',
    'No operation reads a resource. What can be seen of transitions is asked where it shows: a second exchange, cancellation or deletion.',
  ),
  'SVC-62': unasked(
    '5',
    'Which step produces an authorization code?',
    'It happens between a user and the authorization pages, outside the six operations.',
  ),
  'SVC-63': unasked('5', 'How long does a refresh token live?', 'Only waiting for its end would tell.'),
  'SVC-64': unasked(
    '6',
    'Which events are delivered to notification_url, with which payload and by which rules?',
    'Delivery goes to an address on the internet after a real payment; no operation here makes one.',
  ),
  'SVC-65': unasked(
    '8',
    'Which request rate is answered 429?',
    'Only flooding the target would tell, and the suite is a guest there.',
  ),
  'SVC-66': unasked(
    '9',
    'How is a version selected, and how is one deprecated?',
    'The six paths are all that the reference names; there is no version to select.',
  ),
});
