import { isDeepStrictEqual } from 'node:util';
import { isObject } from '#api/values/json';
import type { Answers } from './answers.ts';

/** Says where two JSON values differ: the members that lead there, and what of each side the other has not. */
interface Difference {
  readonly at: readonly string[];
  readonly old: unknown;
  readonly new: unknown;
}

/**
 * The places where two values differ, each as deep as it goes: of two objects only the members that differ.
 * `shared` leaves out members that only one of them has.
 */
export function differences(before: unknown, after: unknown, shared = false, at: readonly string[] = []): Difference[] {
  if (!isObject(before) || !isObject(after))
    return isDeepStrictEqual(before, after) ? [] : [{ at, old: before, new: after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const inBoth = (name: string) => Object.hasOwn(before, name) && Object.hasOwn(after, name);
  const deep = (name: string) => inBoth(name) && isObject(before[name]) && isObject(after[name]);
  const flat = names.filter(
    (name) => !deep(name) && (inBoth(name) || !shared) && !isDeepStrictEqual(before[name], after[name]),
  );
  const own = flat.length === 0 ? [] : [{ at, old: pick(before, flat), new: pick(after, flat) }];
  const inner = names.filter(deep).flatMap((name) => differences(before[name], after[name], shared, [...at, name]));
  return [...own, ...inner];
}

function pick(value: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const own = names.filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(own.map((name) => [name, value[name]]));
}

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

/** Returns what differs between two sets of answers; `shared` looks only at what both of them have. */
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
  return entries.flatMap(([of, titles]) => Object.entries(titles).map(([title, answer]) => ({ of, title, answer })));
}

function keyOf({ of, title }: LoneAnswer): string {
  return JSON.stringify([of, title]);
}

function changesOf({ of, title, answer }: LoneAnswer, old: unknown, shared: boolean): Change[] {
  return differences(old, answer, shared).map((difference) => ({ of, title, ...difference }));
}
