import { drawn } from '#factories/drawn';
import { settings } from './context.ts';

/** A word for what a request has to name and nobody knows: a provider that knew it would know this run's SEED. */
export function literal(name: string, length?: number): string {
  return drawn(settings().SEED, name, length);
}

/** A verifier of RFC 7636 (4.1), where a state gives none of its own. */
export function codeVerifier(): string {
  return literal('code_verifier', 64);
}

/** How an id begins that no resource has, which the suite names to see a refusal. */
export const NOBODYS = 'no-such-';

/** An id that no resource has. */
export function nobodys(what: string): string {
  return `${NOBODYS}${literal(what)}`;
}
