import { stripVTControlCharacters } from 'node:util';
import type { TestInfo } from '@playwright/test';
import { type Cause, type Failure, getSkipOutcome, isSkipReason, MOST_FAILURES } from '#api/cause';
import { ANSWER, getDescriptions, getLevel, listAsserted, REQUIREMENT, WARNING } from '#api/covers';
import { describeViolation } from '#api/messages';
import { firstLine } from '#http/failure';
import { cleanStack, redact } from '#redaction/redact';
import { describeWaiver, findExclusion, findWaiver, type PlacedWaiver } from '#run/judging';
import type { RunContext } from '#run/run-context';
import { describeSkip, isFailure, listCauses, recordCause, replaceCauses, SUITE_ERROR, UNPROVEN } from '#run/skip';
import { endTestAs, keepWorker } from './playwright.ts';

/** Decides the outcome of a finished test for every reporter, after it has written what the test sent and received. */
export function decideOutcome(testInfo: TestInfo, run: Judging, writes: readonly (() => void)[]): void {
  redactErrors(testInfo);
  for (const write of writes) failWhereLost(testInfo, write);
  if (testInfo.status === 'passed') skipUnproven(testInfo);
  if (testInfo.status === 'failed' || testInfo.status === 'timedOut') decideFailure(testInfo, run);
}

type Judging = Pick<RunContext, 'settings' | 'waivers'>;

function decideFailure(testInfo: TestInfo, { settings, waivers }: Judging): void {
  const { title, annotations } = testInfo;
  const level = getLevel(annotations);
  const waiver = findWaiver({ title, annotations, breach: getBreach(testInfo) }, waivers);
  const isOutside = listAsserted(annotations).every((id) => findExclusion(id, settings));
  skipAfterOwnError(testInfo);
  if (annotations.some(({ type }) => type === 'skip')) skipForReason(testInfo);
  else if (waiver) waive(testInfo, waiver);
  else if (level === 'question') skipQuestion(testInfo);
  else if (isOutside || (level === 'should' && !settings.STRICT)) warn(testInfo);
  else fail(testInfo);
}

function redactErrors(testInfo: TestInfo): void {
  for (const error of testInfo.errors) {
    if (error.stack === error.message) delete error.stack; // it has no line of code
    if (error.stack) error.stack = cleanStack(error.stack, error.message);
    if (error.message) error.message = redact(error.message);
    if (error.value) error.value = redact(error.value);
  }
}

/** Fails the test where something cannot be written for the other processes of the run. */
function failWhereLost(testInfo: TestInfo, write: () => void): void {
  try {
    write();
  } catch (error) {
    testInfo.errors.push({ message: firstLine(error) });
    testInfo.status = 'failed';
  }
}

/** Skips a test that a file (Node's system errors) or a mistake of our code ended, which is no fault of the target. */
function skipAfterOwnError({ annotations, errors }: TestInfo): void {
  const words = errors
    .map(({ message = '' }) => /^(?:Error: )?((?:E[A-Z]{3,}|(?:Ra|Re|Sy|Ty)\w+Error): .*)/.exec(message)?.[1])
    .find((found) => found !== undefined);
  if (words === undefined) return;
  const reason = { kind: 'suite error', words } as const;
  annotations.push({ type: SUITE_ERROR, description: words });
  annotations.push({ type: 'skip', description: describeSkip(reason) });
  recordCause(annotations, reason);
}

/** Skips a test that ended with a reason, which replaces every other cause. */
function skipForReason(testInfo: TestInfo): void {
  const cause = listCauses(testInfo.annotations).findLast((found) => !isFailure(found));
  const { annotations } = testInfo;
  // A target that rejects even valid requests answers no question.
  if (cause?.kind === 'failed control')
    annotations.splice(0, annotations.length, ...annotations.filter(({ type }) => type !== ANSWER));
  replaceCauses(annotations, cause);
  endAsSkipped(testInfo);
}

/** Ends a test as skipped; it is run again only if that may give a result. */
function endAsSkipped(testInfo: TestInfo): void {
  const mayHaveResult = (cause: Cause) => isSkipReason(cause) && getSkipOutcome(cause.kind) === 'inconclusive';
  if (!listCauses(testInfo.annotations).some(mayHaveResult)) testInfo.expectedStatus = 'skipped';
  endTestAs(testInfo, 'skipped');
}

function skipUnproven(testInfo: TestInfo): void {
  const unproven = testInfo.annotations.find(({ type }) => type === UNPROVEN);
  if (unproven) {
    testInfo.annotations.push({ ...unproven, type: 'skip' });
    skipForReason(testInfo);
  } else replaceCauses(testInfo.annotations, undefined);
}

function waive(testInfo: TestInfo, waiver: PlacedWaiver): void {
  const words = describeWaiver(waiver);
  testInfo.annotations.push({ type: 'skip', description: `waived: ${words}` });
  replaceCauses(testInfo.annotations, { kind: 'waived', place: waiver.place, words, breach: getBreach(testInfo) });
  endAsSkipped(testInfo);
}

function skipQuestion(testInfo: TestInfo): void {
  const words = getMessage(testInfo);
  testInfo.annotations.push({ type: 'skip', description: `not exercised: ${words}` });
  replaceCauses(testInfo.annotations, { kind: 'not asked', words });
  endAsSkipped(testInfo);
}

function warn(testInfo: TestInfo): void {
  replaceCauses(testInfo.annotations, getBreach(testInfo));
  testInfo.annotations.push({ type: WARNING, description: getMessage(testInfo) });
  endTestAs(testInfo, 'passed');
}

/** Puts the violated requirement, the expected and the actual value first in a failure. */
function fail(testInfo: TestInfo): void {
  const breach = getBreach(testInfo);
  replaceCauses(testInfo.annotations, breach);
  const ids = getDescriptions(testInfo.annotations, REQUIREMENT);
  const violation = breach.kind === 'breach' ? `${describeViolation(breach)}\n` : '';
  for (const [at, error] of testInfo.errors.entries())
    error.message = `${ids.join(', ')}: ${at === 0 ? redact(violation) : ''}${error.message ?? ''}`;
  keepWorker(testInfo);
}

/** Returns the violations that a test found; of many responses only the first few. */
function getBreach(testInfo: TestInfo): Failure {
  const breaches = listCauses(testInfo.annotations).filter(isFailure);
  const exchanges = breaches.flatMap((breach) => (breach.kind === 'breach' ? breach.exchanges : []));
  const cases = [...new Set(exchanges.flatMap((exchange) => exchange.case ?? []))];
  const named = cases.length > 0 ? { cases } : {};
  if (exchanges.length > 0) return { kind: 'breach', exchanges: exchanges.slice(0, MOST_FAILURES), ...named };
  return breaches[0] ?? { kind: 'error', words: getMessage(testInfo) };
}

function getMessage(testInfo: TestInfo): string {
  return testInfo.errors.map(({ message }) => stripVTControlCharacters(message ?? '')).join('\n');
}
