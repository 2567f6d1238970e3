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
function following(taken: readonly number[], length: number, count: number, seen: Set<string>): number | undefined {
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
