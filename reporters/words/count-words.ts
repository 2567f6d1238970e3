import { type Counts, countLevel } from '#results/verdict';

/**
 * Three numbers that add up to all requirements of a level; a waived failure is a failure, and so is one that showed once.
 */
interface ThreeNumbers {
  readonly all: number;
  readonly passed: number;
  readonly failed: number;
  readonly notExercised: number;
}

function threeNumbersOf(counts: Counts['must']): ThreeNumbers {
  const failed = counts.failed + counts.unstable + counts.waived;
  const notExercised = counts['not exercised'] + counts.inconclusive;
  const all = countLevel(counts);
  return { all, passed: all - failed - notExercised, failed, notExercised };
}

/** `93 of 96 passed, 2 failed (1 waived), 1 not exercised (1 inconclusive)` */
export function threeNumbers(counts: Counts['must']): string {
  const { all, passed, failed, notExercised } = threeNumbersOf(counts);
  return [
    `${passed} of ${all} passed`,
    `${failed} failed${aside(counts.unstable, 'unstable')}${aside(counts.waived, 'waived')}`,
    `${notExercised} not exercised${aside(counts.inconclusive, 'inconclusive')}`,
  ].join(', ');
}

function aside(count: number, word: string): string {
  return count === 0 ? '' : ` (${count} ${word})`;
}
