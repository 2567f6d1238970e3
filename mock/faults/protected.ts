import type { Fault } from '../fault.ts';
import { type ListedError, listedErrorFaults } from './listed-errors.ts';

const guards = {
  noToken: { slug: 'no-token', request: 'A request without a token', rule: 'no token' },
  otherScheme: { slug: 'scheme', request: 'A scheme other than Bearer', rule: 'a scheme that is not Bearer' },
  madeUp: { slug: 'made-up', request: 'A made-up token', rule: 'a token that was never issued' },
  expired: { slug: 'expired', request: 'An expired token', rule: 'a token past its lifetime' },
};

type Guard = keyof typeof guards;

/** Which rule about the token keeps which requirement, and what is wrong instead of the status and the code. */
export type Guarded = { guard: Guard; breaks: string; status: number; code?: string };

/** For each rule about the token of a protected operation (5): another status, another code, and let in. */
export function protectionFaults(
  operation: Fault['operation'],
  prefix: string,
  guarded: readonly Guarded[],
): Fault[] {
  const errors = guarded.map(({ guard, ...wrong }): ListedError => ({ ...guards[guard], ...wrong }));
  return listedErrorFaults({ operation, prefix }, errors);
}
