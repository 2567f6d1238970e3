/** A way to a wrong green, or to hide or forge a verdict, and what becomes of it. */
export interface Attack {
  readonly group: string;
  readonly name: string;
  /** Holds what must be seen. */
  readonly expected: string;
  /** Carries the attack out and says what is seen. */
  readonly run: () => string | Promise<string>;
}

/** Describes what an attack came to, at what cost. */
export interface Attacked extends Attack {
  readonly seen: string;
  readonly milliseconds: number;
  /** Holds what the process had more after it than before, in megabytes. */
  readonly megabytes: number;
}

/** Longer, or more, is a loss however it ends. */
const LONGEST = 120_000;
const MOST = 600;

/** Carries an attack out. */
export async function carryOut(attack: Attack): Promise<Attacked> {
  const began = performance.now();
  const had = process.memoryUsage().rss;
  const seen = await Promise.resolve()
    .then(attack.run)
    .catch((error: unknown) => `threw: ${error instanceof Error ? error.message : String(error)}`);
  const milliseconds = Math.round(performance.now() - began);
  const megabytes = Math.max(0, Math.round((process.memoryUsage().rss - had) / 1e6));
  return { ...attack, seen, milliseconds, megabytes };
}

/** Returns true if the attack was warded off, within its bounds. */
export function isWarded({ expected, seen, milliseconds, megabytes }: Attacked): boolean {
  return seen === expected && milliseconds <= LONGEST && megabytes <= MOST;
}
