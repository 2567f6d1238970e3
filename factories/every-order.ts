/**
 * Returns a sequence that contains every order of `length` steps once: a de Bruijn sequence, made by always taking the
 * last step that gives a new order (Martin, 1934).
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

/** Returns the last step that ends the sequence with an unseen order, and marks that order as seen. */
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
