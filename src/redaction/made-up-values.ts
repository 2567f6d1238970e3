import { drawWord } from '#factories/drawn';
import { settings } from '#run/context';
import { recordMadeUp } from './redact.ts';

/** Returns a word that no provider knows: one that knew it would know this run's SEED. */
export function seededWord(name: string, length?: number): string {
  const word = drawWord(settings().SEED, name, length);
  recordMadeUp(word);
  return word;
}

/** Returns a verifier of RFC 7636 (4.1), for a state that gives none. */
export const createCodeVerifier = (): string => seededWord('code_verifier', 64);

/** Begins the ids that no resource has. */
export const UNKNOWN_ID_PREFIX = 'no-such-';

/** Returns an id that no resource has. */
export const createUnknownId = (what: string): string => `${UNKNOWN_ID_PREFIX}${seededWord(what)}`;
