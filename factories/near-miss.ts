/** Returns a made-up text of the same shape: each letter and digit changes, everything else stays. */
export function madeUp(text: string): string {
  return text.replace(/[0-8a-yA-Y]|9|z|Z/g, (character) => {
    const wrapped: Record<string, string> = { '9': '0', z: 'a', Z: 'A' };
    return wrapped[character] ?? String.fromCharCode(character.charCodeAt(0) + 1);
  });
}

/** One way to change a value slightly: what is wrong with it, and how the wrong text is made from the right one. */
export interface Miss {
  readonly name: string;
  readonly of: (right: string) => string;
  /** True if it is also worth trying where the same comparison may run a second time. */
  readonly main?: true;
}

/** A text that is almost the right one. */
export interface NearMiss {
  readonly name: string;
  readonly value: string;
}

/** Returns the near misses of a text: only texts that differ from it, each once, none empty. */
export function nearMisses(ways: readonly Miss[], right: string): NearMiss[] {
  const found = new Map<string, NearMiss>();
  for (const { name, of } of ways) {
    const value = of(right);
    if (value !== right && value !== '' && !found.has(value)) found.set(value, { name, value });
  }
  return [...found.values()];
}

/** Pairs each way with one of the right values in turn, where all pairs would be too many. */
export function inTurn<W, R>(ways: readonly W[], rights: readonly R[]): (readonly [W, R])[] {
  return ways.flatMap((way, index) => {
    const turn = index % rights.length;
    return rights.slice(turn, turn + 1).map((right) => [way, right] as const);
  });
}
