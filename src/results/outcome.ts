import type { Cause } from '#api/cause';

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

export interface TestOutcome {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly industry?: string;
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly cause?: Cause;
  readonly answer?: unknown;
}

/** Returns the number of tests, each counted once, however often it ran. */
export function countTests(tests: readonly Pick<TestOutcome, 'file' | 'title'>[]): number {
  return new Set(tests.map(({ file, title }) => `${file} ${title}`)).size;
}
