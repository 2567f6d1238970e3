import covertable from 'covertable';
import type { Depth } from './preferences/depth.ts';

/** The values of each factor, by name. */
type Factors = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** One value of each factor, and a name that lists them. */
type Combination<F extends Factors> = { readonly [Factor in keyof F]: F[Factor][keyof F[Factor]] } & {
  readonly name: string;
};

/** Number of factors that are combined with each other: a higher number needs more requests. */
const strengths: Readonly<Record<Depth, number>> = { smoke: 1, standard: 2, full: 3 };

/** The seed out of 400 that gives the fewest combinations in tests/. */
const seed = '195';

/**
 * Returns combinations in which any two values of two factors meet at least once (a covering array), at full depth any
 * three. The same factors give the same combinations.
 */
export function pairwise<const F extends Factors>(factors: F, depth: Depth): Combination<F>[];
export function pairwise(factors: Factors, depth: Depth): Combination<Factors>[] {
  const names = Object.entries(factors).map(([factor, values]) => [factor, Object.keys(values)] as const);
  const rows = covertable.make(Object.fromEntries(names.map(([factor, values]) => [factor, [...values]])), {
    length: strengths[depth],
    seed,
  });
  return rows.map((row) => {
    const chosen = names.map(([factor]) => [factor, String(row[factor])] as const);
    const values = chosen.map(([factor, value]) => [factor, factors[factor]?.[value]]);
    return { ...Object.fromEntries(values), name: chosen.map((words) => words.join(' ')).join(', ') };
  });
}
