import { createRequire } from 'node:module';
import type covertable from 'covertable';
import type { Depth } from '#api/register';

export interface Graded {
  readonly name: string;
  /** Names the flaw, in any place. */
  readonly way: string;
  readonly fieldKind: string;
  /** True if this way is worth trying on every field of its kind. */
  readonly main: boolean;
}

/** Payloads with the same key are interchangeable at that depth. */
const keys: Readonly<Record<Depth, (payload: Graded) => string>> = {
  smoke: ({ way }) => way,
  standard: ({ main, name, way, fieldKind }) => (main ? name : `${way} of any ${fieldKind}`),
  full: ({ name }) => name,
};

/** Selects payloads: smoke takes each way once, standard each way per kind of field (main ways per field), full all. */
export function atDepth<T extends Graded>(payloads: readonly T[], depth: Depth): T[] {
  const chosen = new Map<string, T>();
  for (const payload of payloads) {
    const key = keys[depth](payload);
    if (!chosen.has(key)) chosen.set(key, payload);
  }
  return [...chosen.values()];
}

type Factors = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** One value of each factor, and a name that lists them. */
type Combination<F extends Factors> = { readonly [Factor in keyof F]: F[Factor][keyof F[Factor]] } & {
  readonly name: string;
};

/** Number of factors that are combined with each other: a higher number needs more requests. */
const strengths: Readonly<Record<Depth, number>> = { smoke: 1, standard: 2, full: 3 };

/** The seed out of 400 that gives the fewest combinations in tests/. */
const seed = '195';

/** Returns combinations in which any two values of two factors meet: a covering array; at full depth any three. */
export function pairwise<const F extends Factors>(factors: F, depth: Depth): Combination<F>[];
export function pairwise(factors: Factors, depth: Depth): Combination<Factors>[] {
  const names = Object.entries(factors).map(([factor, values]) => [factor, Object.keys(values)] as const);
  const { make }: typeof covertable = createRequire(import.meta.url)('covertable'); // loaded by tests that combine
  const rows = make(Object.fromEntries(names.map(([factor, values]) => [factor, [...values]])), {
    length: strengths[depth],
    seed,
  });
  return rows.map((row) => {
    const chosen = names.map(([factor]) => [factor, String(row[factor])] as const);
    const values = chosen.map(([factor, value]) => [factor, factors[factor]?.[value]]);
    return { ...Object.fromEntries(values), name: chosen.map((words) => words.join(' ')).join(', ') };
  });
}

/** Returns a sequence with every order of `length` steps once: a de Bruijn sequence, last step first (Martin 1934). */
export function everyOrder<T>(steps: readonly T[], length: number): T[] {
  const taken = Array.from({ length }, () => 0);
  const seen = new Set([taken.join()]);
  const lastFirst = [...steps.keys()].reverse();
  const toOrder = (step: number) => [...taken.slice(taken.length - length + 1), step].join();
  const findNext = () => lastFirst.find((step) => !seen.has(toOrder(step)));
  for (let next = findNext(); next !== undefined; next = findNext()) {
    seen.add(toOrder(next));
    taken.push(next);
  }
  return taken.flatMap((index) => steps.slice(index, index + 1));
}
