import type { Check } from './operation.ts';
import type { Variation } from './variations.ts';

/** The rules about the token and the others, in the variation's order. */
export function inOrder(choices: Variation, tokens: readonly Check[], others: readonly Check[]): Check[] {
  return choices.checkOrder === 'token first' ? [...tokens, ...others] : [...others, ...tokens];
}
