import covertable from 'covertable';
import type { Depth } from './preferences/depth.ts';

/** What may be one way or another in a request, by name. */
type Factors = Readonly<Record<string, readonly string[]>>;

/** One way for each factor. */
type Context<F extends Factors> = { readonly [Name in keyof F]: F[Name][number] };

/** How many factors meet in each of their combinations: more of them need more requests. */
const strengths: Readonly<Record<Depth, number>> = { smoke: 1, standard: 2, full: 3 };

/** Of 400 the one with which the arrays of the contexts in tests/ have the fewest rows. */
const seed = '195';

/**
 * Contexts in which each pair of ways of any two factors meets at least once, and at full depth any three: a covering
 * array. The same factors give the same contexts.
 */
export function contexts<const F extends Factors>(factors: F, depth: Depth): Context<F>[] {
  const ways = Object.fromEntries(Object.entries(factors).map(([name, of]) => [name, [...of]]));
  return covertable.make(ways, { length: strengths[depth], seed }).map((row) => chosen(factors, row));
}

/** A name of a context in a few words. */
export function wordsOf(context: Readonly<Record<string, string>>): string {
  return Object.entries(context)
    .map(([name, way]) => `${name} ${way}`)
    .join(', ');
}

function chosen<F extends Factors>(factors: F, row: Readonly<Record<string, unknown>>): Context<F>;
function chosen(factors: Factors, row: Readonly<Record<string, unknown>>): Context<Factors> {
  return Object.fromEntries(Object.keys(factors).map((name) => [name, String(row[name])]));
}

/**
 * A sequence in which any `length` of the steps follow each other in every order, each order once: a de Bruijn sequence,
 * made by taking the last step that makes a new order (Martin, 1934).
 */
export function everyOrder<T>(steps: readonly T[], length: number): T[] {
  const taken = Array.from({ length }, () => 0);
  const seen = new Set([taken.join()]);
  for (let next = following(taken, length, steps.length, seen); next !== undefined; ) {
    taken.push(next);
    next = following(taken, length, steps.length, seen);
  }
  return taken.flatMap((index) => steps.slice(index, index + 1));
}

/** The last step after which the end of the sequence is an order that was not seen; it is seen then. */
function following(
  taken: readonly number[],
  length: number,
  count: number,
  seen: Set<string>,
): number | undefined {
  const before = taken.slice(taken.length - length + 1);
  for (let step = count - 1; step >= 0; step -= 1) {
    const order = [...before, step].join();
    if (!seen.has(order)) {
      seen.add(order);
      return step;
    }
  }
  return undefined;
}
