import type { Cause } from '#api/cause';

/** Says how a requirement, or one test of it, came out of a run. */
export const outcomes = [
  'passed',
  'failed',
  'unstable',
  'warned',
  'answered',
  'waived',
  'not exercised',
  'inconclusive',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Describes what one test of a requirement came to. */
export interface TestOutcome {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  /** The industry that it is about. */
  readonly industry?: string;
  readonly outcome: Outcome;
  /** Gives the reason why, in a sentence, and as data. */
  readonly reason?: string;
  readonly cause?: Cause;
  readonly answer?: unknown;
}

/** Returns how many tests there are, each counted once, however often it ran. */
export function countTests(tests: readonly Pick<TestOutcome, 'file' | 'title'>[]): number {
  return new Set(tests.map(({ file, title }) => `${file} ${title}`)).size;
}
