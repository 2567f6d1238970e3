import type { Answers } from './answers.ts';
import { type Difference, differences } from './difference.ts';

/** An answer that only one of two ledgers has: the requirement or operation, the title, the answer. */
export interface LoneAnswer {
  readonly of: string;
  readonly title: string;
  readonly answer: unknown;
}

/** One place where an answer differs between two ledgers. */
export interface Change extends Difference {
  readonly of: string;
  readonly title: string;
}

/** Two ledgers held against each other; `same` counts the answers that do not differ. */
export interface Comparison {
  readonly same: number;
  readonly changed: readonly Change[];
  readonly new: readonly LoneAnswer[];
  readonly gone: readonly LoneAnswer[];
}

/** What differs between two sets of answers; `shared` looks only at what both of them have. */
export function compareAnswers(before: Answers, after: Answers, shared = false): Comparison {
  const old = new Map(rowsOf(before).map((row) => [keyOf(row), row]));
  const fresh = new Map(rowsOf(after).map((row) => [keyOf(row), row]));
  const both = [...fresh.values()].flatMap((row) => {
    const known = old.get(keyOf(row));
    return known ? [changesOf(row, known.answer, shared)] : [];
  });
  return {
    same: both.filter((changes) => changes.length === 0).length,
    changed: both.flat(),
    new: shared ? [] : [...fresh.values()].filter((row) => !old.has(keyOf(row))),
    gone: shared ? [] : [...old.values()].filter((row) => !fresh.has(keyOf(row))),
  };
}

/** Several comparisons as one. */
export function together(...comparisons: readonly Comparison[]): Comparison {
  return {
    same: comparisons.reduce((sum, { same }) => sum + same, 0),
    changed: comparisons.flatMap(({ changed }) => changed),
    new: comparisons.flatMap((comparison) => comparison.new),
    gone: comparisons.flatMap(({ gone }) => gone),
  };
}

function rowsOf(answers: Answers): LoneAnswer[] {
  const entries = Object.entries(answers);
  return entries.flatMap(([of, titles]) =>
    Object.entries(titles).map(([title, answer]) => ({ of, title, answer })),
  );
}

function keyOf({ of, title }: LoneAnswer): string {
  return JSON.stringify([of, title]);
}

function changesOf({ of, title, answer }: LoneAnswer, old: unknown, shared: boolean): Change[] {
  return differences(old, answer, shared).map((difference) => ({ of, title, ...difference }));
}
