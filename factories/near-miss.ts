/** A made-up text of the same shape: each letter and digit is another one, everything else stays. */
export function madeUp(text: string): string {
  return text.replace(/[0-8a-yA-Y]|9|z|Z/g, (character) => {
    const wrapped: Record<string, string> = { '9': '0', z: 'a', Z: 'A' };
    return wrapped[character] ?? String.fromCharCode(character.charCodeAt(0) + 1);
  });
}

/** One way to miss a value by a little: what is wrong with it, and the wrong text made from the right one. */
export interface Miss {
  readonly name: string;
  readonly of: (right: string) => string;
  /** True if it is worth trying where the same comparison may be made a second time. */
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

/** Each way with one of the rights, which take turns: where each way with each right would be too many. */
export function inTurn<W, R>(ways: readonly W[], rights: readonly R[]): (readonly [W, R])[] {
  return ways.flatMap((way, index) => {
    const turn = index % rights.length;
    return rights.slice(turn, turn + 1).map((right) => [way, right] as const);
  });
}
