import { createHash } from 'node:crypto';
import { answerChoices } from './choices/answer-choices.ts';
import type { Choice, Scalar } from './choices/choice.ts';
import { identifierChoices, resourceChoices } from './choices/resource-choices.ts';
import { tokenChoices } from './choices/token-choices.ts';

/** Everything that the reference leaves open and this provider decides. */
export const choices = [...answerChoices, ...tokenChoices, ...resourceChoices, ...identifierChoices] as const;

type Row = (typeof choices)[number];

/** One alternative of each choice. */
export type Variation = { readonly [R in Row as R['name']]: R['alternatives'][number] };

const rows: readonly Choice[] = choices;
const singles = rows.flatMap(({ name, alternatives }) => alternatives.slice(1).map((value) => ({ name, value })));

/** Counts how many variations differ from the default in one choice only: numbers 1 to this. */
export const singleVariations = singles.length;

/** The n-th variation: 0 the default, then the single ones, above them a random combination fixed by n. */
export function variation(n: number): Variation {
  const picked = Object.fromEntries(rows.map((row) => [row.name, pick(row, n)]));
  if (!isVariation(picked)) throw new Error(`Variation ${n} lacks a choice: see mock/variations.ts.`);
  return picked;
}

/** The number of the variation that takes one alternative of one choice and else the default; undefined where there is none. */
export function variationWith(name: string, value: Scalar): number | undefined {
  const index = singles.findIndex((single) => single.name === name && single.value === value);
  return index === -1 ? undefined : index + 1;
}

/** A line of words that says what variation n decides otherwise than the default. */
export function describe(n: number): string {
  const changes = rows.filter((row) => pick(row, n) !== row.alternatives[0]);
  const words = changes.map((row) => `${row.name} ${JSON.stringify(pick(row, n))}`);
  return `variation ${n}: ${words.join(', ') || 'the default'}`;
}

/** Random combinations that between them take every alternative of every choice: each the best of the next hundred. */
export function covering(from: number): number[] {
  const missing = new Set(rows.flatMap((row) => row.alternatives.map((value) => keyOf(row, value))));
  const takenBy = (n: number) => rows.map((row) => keyOf(row, pick(row, n))).filter((key) => missing.has(key));
  const numbers: number[] = [];
  for (let first = from; missing.size > 0; first += 100) {
    const next = Array.from({ length: 100 }, (_, index) => first + index);
    const best = next.reduce((one, other) => (takenBy(other).length > takenBy(one).length ? other : one));
    for (const key of takenBy(best)) missing.delete(key);
    numbers.push(best);
  }
  return numbers;
}

function keyOf({ name }: Choice, value: Scalar): string {
  return JSON.stringify([name, value]);
}

function pick(row: Choice, n: number): Scalar {
  if (n > singles.length) return row.alternatives[draw(n, row)] ?? row.alternatives[0];
  const single = singles[n - 1];
  return single?.name === row.name ? single.value : row.alternatives[0];
}

function draw(n: number, row: Choice): number {
  const digest = createHash('sha256').update(`${n} ${row.name}`).digest();
  return digest.readUInt32BE() % row.alternatives.length;
}

function isVariation(picked: Record<string, Scalar>): picked is Variation {
  return rows.every(({ name, alternatives }) => alternatives.some((value) => value === picked[name]));
}
