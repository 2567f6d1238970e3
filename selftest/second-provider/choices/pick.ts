import { createHash } from 'node:crypto';

/** Takes one of the values that the reference leaves open; the first one is the plainest. */
export type Pick = <const T extends string | number>(...values: readonly [T, ...T[]]) => T;

/** The plainest of the values. */
export const first: Pick = (...values) => values[0];

/** A pick that takes any of the values, and the same ones again for the same seed. */
export function atRandom(seed: number): Pick {
  let drawn = 0;
  return (...values) => {
    const hash = createHash('sha256').update(`${seed}/${drawn++}`).digest();
    return values[hash.readUInt32BE() % values.length] ?? values[0];
  };
}
