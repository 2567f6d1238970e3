import { type TestInfo, test } from '@playwright/test';
import { type Cause, type Failure, getSkipOutcome, type SkipReason } from '#api/cause';
import { type Annotation, getDescriptions, getLevel, REQUIREMENT } from '#api/covers';
import { describeSkipReason } from '#api/messages';
import { sanitize } from '#redaction/redact';
import { appendToChannel, readChannel } from './channels.ts';
import { writeImmediately, writeInOrder } from './in-order.ts';

/** The annotation that holds a cause as data; its underscore keeps it out of Playwright's pages. */
const CAUSE = '_cause';

const ours = new Set(['kind', 'lack', 'code', 'method', 'requirement', 'keyword', 'state', 'endpoint', 'variable']);

/** Writes a cause with each text redacted by itself, so that a secret that is cut short removes no other text. */
function toText(cause: Cause): string {
  return JSON.stringify(cause, (name, value) =>
    typeof value === 'string' && !ours.has(name) ? sanitize(value) : value,
  );
}

/** Records a cause of the outcome of the running test; src/assertions/decide.ts selects the one that counts. */
export function recordCause(annotations: Annotation[], cause: Cause): void {
  annotations.push({ type: CAUSE, description: toText(cause) });
}

/** Returns how many causes are recorded. */
export function countCauses(annotations: readonly Annotation[]): number {
  return annotations.filter(({ type }) => type === CAUSE).length;
}

/** Returns the recorded causes, in their order. */
export function listCauses(annotations: readonly Annotation[]): Cause[] {
  return annotations.filter(({ type }) => type === CAUSE).map(({ description = '' }): Cause => JSON.parse(description));
}

/** Replaces all recorded causes by one, or by none. */
export function replaceCauses(annotations: Annotation[], cause: Cause | undefined): void {
  annotations.splice(0, annotations.length, ...annotations.filter(({ type }) => type !== CAUSE));
  if (cause) recordCause(annotations, cause);
}

/** Returns true if a cause is a failure of the target. */
export function isFailure(cause: Cause): cause is Failure {
  return cause.kind === 'breach' || cause.kind === 'no answer' || cause.kind === 'error';
}

/** Ends a test with a recorded cause; tryOptional reads it. */
export class Stop extends Error {
  constructor(
    readonly reason: Cause,
    readonly end: ReturnType<typeof getSkipOutcome> | Failure['kind'],
    message: string,
  ) {
    super(message);
  }
}

/** Ends the running test, which the fixture then skips. It throws, and works inside matchers too. */
export function skipTest(reason: SkipReason): never {
  const description = describeSkip(reason);
  writeInOrder(() => {
    const { annotations, errors } = test.info();
    // A failure that a step has found already outweighs a later step that is skipped.
    if (errors.length > 0 && !annotations.some(({ type }) => type === 'skip')) return;
    annotations.push({ type: 'skip', description });
    recordCause(annotations, reason);
  });
  throw new Stop(reason, getSkipOutcome(reason.kind), description);
}

/** Returns the outcome of a stopped test, and the reason. */
export function describeSkip(reason: SkipReason): string {
  return `${getSkipOutcome(reason.kind)}: ${describeSkipReason(reason)}`;
}

/** Skips the running test because of its control request, unless it tests that itself or is run again if it fails. */
export function skipBecauseOfControl(requirement: string): void {
  const { annotations } = test.info();
  const isOfRequirement = getDescriptions(annotations, REQUIREMENT).includes(requirement);
  if (isOfRequirement || (getLevel(annotations) === 'must' && willRunAgain(test.info()))) return;
  skipTest({ kind: 'failed control', requirement });
}

/** Maximum failures of a run that are tried again: a target with more has no bad moment, and each takes a worker. */
const MOST_RETRIED = 20;

/** Returns true if the running test is run once more if it fails. */
export function willRunAgain({ testId, retry, project }: TestInfo): boolean {
  if (retry >= project.retries) return false;
  if (!readChannel('again').includes(testId)) appendToChannel('again', testId);
  return isRunAgain(testId);
}

/** Returns true if a test that has failed is run once more. */
export function isRunAgain(testId: string): boolean {
  return readChannel('again').slice(0, MOST_RETRIED).includes(testId);
}

/** Runs what the test can do without; returns undefined if it is not exercised, or has the `expected` end. */
export async function tryOptional<T>(run: () => Promise<T>, expected: Stop['end'] = 'not exercised') {
  const { annotations } = test.info();
  return writeImmediately(run).catch((error: unknown) => {
    if (!(error instanceof Stop) || error.end !== expected) throw error;
    // Others may run concurrently: only what this run recorded is removed.
    removeLast(annotations, 'skip', error.message);
    removeLast(annotations, CAUSE, toText(error.reason));
    return undefined;
  });
}

function removeLast(annotations: Annotation[], kind: string, text: string): void {
  const at = annotations.findLastIndex(({ type, description }) => type === kind && description === text);
  if (at >= 0) annotations.splice(at, 1);
}

export const UNPROVEN = 'unproven';

/** Skips the running test with a reason if it passes; a failure still fails it. */
export function markUnproven(reason: SkipReason): void {
  const { annotations } = test.info();
  annotations.push({ type: UNPROVEN, description: describeSkip(reason) });
  recordCause(annotations, reason);
}

export const SUITE_ERROR = 'suite error';

/** Ends the running test because of an error of the suite: the target is not judged, and the run is not green. */
export function suiteError(words: string): never {
  writeInOrder(() => test.info().annotations.push({ type: SUITE_ERROR, description: words }));
  return skipTest({ kind: 'suite error', words });
}
