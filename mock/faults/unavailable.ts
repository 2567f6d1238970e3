import { type Fault, refusing } from '../fault.ts';
import { rowsOf } from './row.ts';

/** What is listed with a status of its own (7, 8), answered as an outage is while everything else is answered. */
export const unavailableFaults: readonly Fault[] = [
  row('oauth-token', 'token', 'TOK-45', 'too many requests of this application', 503),
  row('test-users', 'test-user', 'USR-15', 'a token that may not create test users', 503),
  row('test-users', 'test-user', 'USR-17', 'a failure inside', 503),
  row('point-payment-intents', 'intent', 'PNT-13', 'a payment intent that cannot be cancelled now', 503),
  row('point-payment-intents', 'intent', 'PNT-14', 'a failure inside', 502),
  row('instore-orders', 'order', 'ORD-14', 'a failure inside', 504),
];

function row(
  operation: Fault['operation'],
  prefix: string,
  breaks: string,
  rule: string,
  status: number,
): Fault {
  const slug = `${breaks.toLowerCase()}-as-${status}`;
  const sentence = `Where the rule is "${rule}", the answer is ${status}.`;
  return rowsOf(operation, prefix).row(breaks, slug, sentence, refusing(rule, { status }));
}
