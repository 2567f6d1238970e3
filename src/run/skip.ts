import { type TestInfo, test } from '@playwright/test';
import { outcomeBySkipKind, type SkipReason } from '#api/cause';
import { describeSkipReason } from '#api/cause-texts';
import { LEVEL, REQUIREMENT } from '#api/covers';
import { dropCause, recordCause } from './causes.ts';
import { appendToChannel, readChannel } from './channels.ts';
import { writeImmediately, writeInOrder } from './in-order.ts';

/** So many failures of a run are tried again: a target on which more fails has no bad moment, and each takes a worker. */
const MOST = 20;

/**
 * Ends the running test: it will be skipped, with the outcome and the reason, by the fixture that decides outcomes
 * (src/assertions/decide.ts). It throws, so that nothing after it runs, and works inside matchers too.
 */
export function skipTest(reason: SkipReason): never {
  const description = describeSkip(reason);
  writeInOrder(() => {
    const { annotations, errors } = test.info();
    // A breach that a step of the test has found already outweighs what a later step cannot tell.
    const isBroken = errors.length > 0 && !annotations.some(({ type }) => type === 'skip');
    if (isBroken) return;
    annotations.push({ type: 'skip', description });
    recordCause(annotations, reason);
  });
  const error = new Error(description);
  reasons.set(error, reason);
  throw error;
}

/** The reasons of the errors that end a test. */
const reasons = new WeakMap<Error, SkipReason>();

/** Returns what a test that was stopped says of itself: its outcome, and why. */
export function describeSkip(reason: SkipReason): string {
  return `${outcomeBySkipKind[reason.kind]}: ${describeSkipReason(reason)}`;
}

/**
 * Ends the running test where the control that it stands on failed, because of the requirement that the control breaks; a
 * test that is about that requirement goes on, to fail for itself, and so does one that is run again where it fails: the
 * control may have met a bad moment.
 */
export function skipBecauseOfControl(requirement: string): void {
  const { annotations } = test.info();
  const has = (of: string, words: string) =>
    annotations.some(({ type, description }) => type === of && description === words);
  if (has(REQUIREMENT, requirement) || (has(LEVEL, 'must') && willRunAgain(test.info()))) return;
  skipTest({ kind: 'failed control', requirement });
}

/** Returns true if the running test is run once more where it fails. */
export function willRunAgain({ testId, retry, project }: TestInfo): boolean {
  if (retry >= project.retries) return false;
  if (!readChannel('again').includes(testId)) appendToChannel('again', testId);
  return isRunAgain(testId);
}

/** Returns true if a test that has failed is run once more. */
export function isRunAgain(testId: string): boolean {
  return readChannel('again').slice(0, MOST).includes(testId);
}

/** Runs what may say that a test cannot be exercised, where the test can do without: undefined then, and no end. */
export async function tryOptional<T>(run: () => Promise<T>): Promise<T | undefined> {
  const { annotations } = test.info();
  return writeImmediately(run).catch((error: unknown) => {
    const reason = error instanceof Error ? reasons.get(error) : undefined;
    if (!reason || outcomeBySkipKind[reason.kind] !== 'not exercised') throw error;
    // Others may run concurrently: only what this run recorded is removed.
    const at = annotations.findLastIndex(
      ({ type, description }) => type === 'skip' && description === describeSkip(reason),
    );
    if (at >= 0) annotations.splice(at, 1);
    dropCause(annotations, reason);
    return undefined;
  });
}

/** The annotation of a test that can pass and yet proves nothing. */
export const UNPROVEN = 'unproven';

/** Says that the running test proves nothing if it passes: it is skipped then, with the reason; a breach still fails it. */
export function markUnproven(reason: SkipReason): void {
  const { annotations } = test.info();
  annotations.push({ type: UNPROVEN, description: describeSkip(reason) });
  recordCause(annotations, reason);
}

/** The annotation of a test that the suite itself got wrong. */
export const SUITE_ERROR = 'suite error';

/** Ends the running test because the suite itself is wrong: nothing is said of the target, and the run is not green. */
export function suiteError(words: string): never {
  writeInOrder(() => test.info().annotations.push({ type: SUITE_ERROR, description: words }));
  return skipTest({ kind: 'suite error', words });
}
