/** One way to miss a value by a little: what is wrong with it, and the wrong text made from the right one. */
export interface Miss {
  readonly name: string;
  readonly of: (right: string) => string;
  /** Whether it is worth trying wherever the same comparison may be made a second time. */
  readonly main?: true;
}

/** A text that is almost the right one. */
export interface NearMiss {
  readonly name: string;
  readonly value: string;
}

/** The near misses of a text: those of the ways that make another one of it, each text once, none empty. */
export function nearMisses(ways: readonly Miss[], right: string): NearMiss[] {
  const found = new Map<string, NearMiss>();
  for (const { name, of } of ways) {
    const value = of(right);
    if (value !== right && value !== '' && !found.has(value)) found.set(value, { name, value });
  }
  return [...found.values()];
}
