import { accepting, type Fault, refusing } from '../fault.ts';
import { rowsOf } from './row.ts';

/** A request that a rule refuses, and what is answered instead of the listed status and code. */
export type ListedError = {
  breaks: string;
  slug: string;
  request: string;
  rule: string;
  status?: number;
  code?: string;
  /** False where another row leaves the same rule out. */
  notRaised?: boolean;
};

type Place = { operation: Fault['operation']; prefix: string };

/** For each listed error: another status, another code, and not raised at all. */
export function listedErrorFaults(place: Place, errors: readonly ListedError[]): Fault[] {
  return errors.flatMap((error) => [
    ...(error.status === undefined ? [] : [otherStatus(place, error, error.status)]),
    ...(error.code === undefined ? [] : [otherCode(place, error, error.code)]),
    ...(error.notRaised === false ? [] : [notRaised(place, error)]),
  ]);
}

function otherStatus({ operation, prefix }: Place, error: ListedError, status: number): Fault {
  const sentence = `${error.request} is answered ${status}.`;
  const patch = refusing(error.rule, { status });
  return rowsOf(operation, prefix).row(error.breaks, `${error.slug}-status`, sentence, patch);
}

function otherCode({ operation, prefix }: Place, error: ListedError, code: string): Fault {
  const sentence = `${error.request} is answered with the code ${code}.`;
  const patch = refusing(error.rule, { code });
  return rowsOf(operation, prefix).row(error.breaks, `${error.slug}-code`, sentence, patch);
}

function notRaised({ operation, prefix }: Place, error: ListedError): Fault {
  const sentence = `${error.request} is not refused by the rule that it breaks.`;
  return rowsOf(operation, prefix).row(
    error.breaks,
    `${error.slug}-accepted`,
    sentence,
    accepting(error.rule),
  );
}

const guards = {
  noToken: { slug: 'no-token', request: 'A request without a token', rule: 'no token' },
  otherScheme: { slug: 'scheme', request: 'A scheme other than Bearer', rule: 'a scheme that is not Bearer' },
  madeUp: { slug: 'made-up', request: 'A made-up token', rule: 'a token that was never issued' },
  expired: { slug: 'expired', request: 'An expired token', rule: 'a token past its lifetime' },
};

type Guard = keyof typeof guards;

/** Which rule about the token keeps which requirement, and what is wrong instead of the status and the code. */
type Guarded = { guard: Guard; breaks: string; status: number; code?: string };

/** For each rule about the token of a protected operation (5): another status, another code, and let in. */
export function protectionFaults(
  operation: Fault['operation'],
  prefix: string,
  guarded: readonly Guarded[],
): Fault[] {
  const errors = guarded.map(({ guard, ...wrong }): ListedError => ({ ...guards[guard], ...wrong }));
  return listedErrorFaults({ operation, prefix }, errors);
}

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
