import path from 'node:path';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { type BrokenExchange, type Cause, getSkipOutcome, isSkipReason, type SkipReason } from '#api/cause';
import { ANSWER, getDescriptions, getLevel, INDUSTRY, listAsserted, WARNING } from '#api/covers';
import { describeSkipReason } from '#api/messages';
import { getDependencies } from '#api/register';
import type { Level } from '#api/requirement';
import { getWorkerExit } from '#assertions/playwright';
import { REPEATED_CREDENTIAL } from '#assertions/repeated-credentials';
import { getOutage } from '#run/channels';
import { listCauses, replaceCauses } from '#run/skip';
import { getBreach } from './cause-groups.ts';
import { type FailedTest, findRootCauses } from './root-cause.ts';
import type { TestOutcome } from './verdict.ts';

export interface FinishedTest {
  readonly test: TestCase;
  readonly result: TestResult;
}

/** Returns the outcome of a finished test for a requirement of a level, as src/assertions/decide.ts recorded it. */
export function getTestOutcome(test: TestCase, result: TestResult, level: Level): TestOutcome {
  return { ...getPlace(test), ...(level === 'question' ? judgeQuestion(result) : judgeRuns(test, result)) };
}

/** Returns the outcome of a whole test, by the strictest of its levels. */
export function getWorstOutcome(test: TestCase, result: TestResult): TestOutcome {
  return getTestOutcome(test, result, getLevel(test.annotations) ?? 'must');
}

/** Returns the outcome of the requirement that no error repeats a credential (src/assertions/repeated-credentials.ts). */
export function listRepeatedCredentials(test: TestCase, { annotations }: TestResult, isStrict: boolean): TestOutcome[] {
  const [words] = getDescriptions(annotations, REPEATED_CREDENTIAL);
  if (words === undefined) return [];
  const outcome = isStrict ? 'failed' : 'warned';
  return [{ ...getPlace(test), outcome, reason: words, cause: { kind: 'error', words } }];
}

export function getUnrunOutcome(test: TestCase): TestOutcome {
  return { ...getPlace(test), ...toInconclusive(getInterruption()) };
}

function getInterruption(): SkipReason {
  const words = getOutage();
  return words === null ? { kind: 'cut short', words: 'the run was interrupted' } : { kind: 'outage', words };
}

function toInconclusive(cause: SkipReason): Judged {
  return { outcome: 'inconclusive', reason: describeSkipReason(cause), cause };
}

function getPlace({ title, location, annotations }: TestCase): Omit<TestOutcome, 'outcome'> {
  const [industry] = getDescriptions(annotations, INDUSTRY);
  return {
    title,
    file: path.relative(process.cwd(), location.file),
    line: location.line,
    ...(industry === undefined ? {} : { industry }),
  };
}

type Judged = Pick<TestOutcome, 'outcome' | 'reason' | 'cause' | 'answer'>;

function judgeQuestion(result: TestResult): Judged {
  const [response] = getDescriptions(result.annotations, ANSWER);
  if (response !== undefined) return { outcome: 'answered', answer: JSON.parse(response) };
  const judgement = judgeRun(result);
  const isBroken = judgement.outcome === 'failed' || judgement.outcome === 'waived';
  return isBroken ? { ...judgement, outcome: 'inconclusive' } : judgement;
}

/** Returns the outcome of a test and its second run: unstable if only the first failed and the second had a result. */
function judgeRuns(test: TestCase, result: TestResult): Judged {
  const again = judgeRun(result);
  const first = test.results.find(({ retry }) => retry < result.retry);
  const before = first && judgeRun(first);
  const isFinal = again.outcome === 'failed' || again.cause?.kind === 'failed control';
  if (before?.outcome !== 'failed' || isFinal) return again;
  if (again.outcome === 'not exercised') return before;
  const words = again.outcome === 'passed' ? 'passed' : `${again.outcome} (${again.reason})`;
  return {
    outcome: 'unstable',
    reason: `failed once, and when run again alone: ${words}. ${before.reason}`,
    cause: { kind: 'unstable', again: words, breach: getBreach(before) },
  };
}

function judgeRun(result: TestResult): Judged {
  const [cause] = listCauses(result.annotations);
  if (result.status === 'skipped') return judgeSkip(cause);
  if (result.status === 'interrupted') return toInconclusive(getInterruption());
  const ended = getWorkerExit(result);
  if (ended !== undefined) return toInconclusive({ kind: 'worker lost', words: ended });
  const words = result.error?.message ?? result.status;
  if (result.status !== 'passed') return { outcome: 'failed', reason: words, cause: cause ?? { kind: 'error', words } };
  const [warning] = getDescriptions(result.annotations, WARNING);
  return warning === undefined
    ? { outcome: 'passed' }
    : { outcome: 'warned', reason: warning, ...(cause ? { cause } : {}) };
}

function judgeSkip(cause: Cause | undefined): Judged {
  if (cause?.kind === 'waived') return { outcome: 'waived', reason: cause.words, cause };
  if (cause === undefined || !isSkipReason(cause))
    // Playwright ends a test that it has just handed out as skipped when an outage ends the run.
    return getOutage() === null
      ? { outcome: 'inconclusive', reason: 'the test did not run' }
      : toInconclusive(getInterruption());
  return { outcome: getSkipOutcome(cause.kind), reason: describeSkipReason(cause), cause };
}

/** Returns the tests of a run, each failed one that has its root cause elsewhere as inconclusive because of that. */
export function withRootCauses(results: readonly FinishedTest[]): FinishedTest[] {
  const failed = new Map(results.flatMap((row) => getFailure(row).map((failure) => [row, failure] as const)));
  const causes = findRootCauses([...failed.values()], getDependencies);
  return results.map((row) => {
    const failure = failed.get(row);
    const requirement = failure && causes.get(failure);
    return requirement === undefined || failure?.isWaived ? row : attribute(row, requirement);
  });
}

function attribute({ test, result }: FinishedTest, requirement: string): FinishedTest {
  const annotations = result.annotations.filter(({ type }) => type !== WARNING && type !== ANSWER);
  replaceCauses(annotations, { kind: 'failed control', requirement });
  return { test, result: { ...result, status: 'skipped', annotations } };
}

/** Returns the exchanges of a failure; a request without a response is one of status 0. */
function listExchanges(breach: Cause): readonly BrokenExchange[] {
  if (breach.kind === 'breach') return breach.exchanges;
  if (breach.kind !== 'no answer') return [];
  return [{ ...breach, status: 0, problems: [{ kind: 'other', words: breach.failure.code }] }];
}

function getFailure({ test, result }: FinishedTest): FailedTest[] {
  const { outcome, industry, cause } = getWorstOutcome(test, result);
  const breach = cause?.kind === 'waived' ? cause.breach : cause;
  if (!['failed', 'warned', 'waived'].includes(outcome) || !breach) return [];
  const exchanges = listExchanges(breach);
  return [{ ids: listAsserted(test.annotations), industry, exchanges, isWaived: outcome === 'waived' }];
}
