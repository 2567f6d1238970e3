import type { Endpoint } from '#api/operations';
import { singleVariations } from '#mock/variations';
import { type DocumentedError, documentedErrors, nameError } from '../contract/documented-errors.ts';

/** Describes one run of the command, and what its requests are answered. */
export interface Round {
  readonly name: string;
  /** The embedded provider's variation: 0 is its usual one. */
  readonly variation: number;
  /** The error that every request of one operation is answered; the others are answered as usualRound. */
  readonly error?: DocumentedError;
}

/** Describes what was asked for: a variation, or every documented error. */
export type Replies = number | 'errors';

/** Holds the provider's usual replies. */
export const defaultRound: Round = { name: 'conformant', variation: 0 };

/** `conformant`, `variation:<n>`, `variations` (each open choice by itself) or `errors`; nothing where it is none. */
export function parseReplies(text: string): Replies[] {
  if (text === 'errors') return [text];
  if (text === defaultRound.name) return [defaultRound.variation];
  if (text === 'variations') return Array.from({ length: singleVariations }, (_, index) => index + 1);
  const number = Number(/^variation:(\d+)$/.exec(text)?.[1]);
  return Number.isSafeInteger(number) ? [number] : [];
}

/** Returns the rounds that are known before the command has run. Errors follow a usual round, which shows what it exercises. */
export function firstRounds(replies: readonly Replies[]): Round[] {
  const variations = new Set(replies.map((reply) => (reply === 'errors' ? defaultRound.variation : reply)));
  return [...variations].map(roundOf);
}

/** Returns a round for each documented error of the operations that the command was seen to use. */
export function errorRounds(exercised: ReadonlySet<Endpoint>): Round[] {
  const errors = documentedErrors.filter(({ endpoint }) => exercised.has(endpoint));
  return errors.map((error) => ({ name: nameError(error), variation: defaultRound.variation, error }));
}

function roundOf(variation: number): Round {
  return variation === defaultRound.variation ? defaultRound : { name: `variation:${variation}`, variation };
}
