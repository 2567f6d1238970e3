import path from 'node:path';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { Level } from '../core/requirement.ts';
import { ANSWER, WARNING } from '../fixtures/decide.ts';
import { unreachable } from '../http/circuit-breaker.ts';

/** How a requirement, or one test of it, came out of a run. */
export const outcomes = [
  'passed',
  'failed',
  'warned',
  'answered',
  'waived',
  'not exercised',
  'inconclusive',
] as const;
export type Outcome = (typeof outcomes)[number];

/** What one test of a requirement came to. */
export interface TestOutcome {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly answer?: unknown;
}

/** What a test that has ended came to for a requirement of a level, read back from what it settled on (suite/fixtures/decide.ts). */
export function outcomeOf(test: TestCase, result: TestResult, level: Level): TestOutcome {
  return { ...placeOf(test), ...(level === 'question' ? answered(result) : judged(result)) };
}

/** A test that was selected and never ran: what it would have found is not known. */
export function unrunOutcome(test: TestCase): TestOutcome {
  return { ...placeOf(test), outcome: 'inconclusive', reason: cutShort() };
}

/** Why the run ended before its last test. */
function cutShort(): string {
  return unreachable() ?? 'the run was interrupted before its end';
}

function placeOf({ title, location }: TestCase): Pick<TestOutcome, 'title' | 'file' | 'line'> {
  return { title, file: path.relative(process.cwd(), location.file), line: location.line };
}

type Judged = Pick<TestOutcome, 'outcome' | 'reason' | 'answer'>;

/** A test that asserts may answer a question besides: the answer counts, however the assertion ended. */
function answered(result: TestResult): Judged {
  const answer = noted(result, ANSWER);
  if (answer !== undefined) return { outcome: 'answered', answer: JSON.parse(answer) };
  const judgement = judged(result);
  const isBroken = judgement.outcome === 'failed' || judgement.outcome === 'waived';
  return isBroken ? { ...judgement, outcome: 'inconclusive' } : judgement;
}

function judged(result: TestResult): Judged {
  if (result.status === 'skipped') return skipped(noted(result, 'skip'));
  if (result.status === 'interrupted') return { outcome: 'inconclusive', reason: cutShort() };
  if (result.status !== 'passed')
    return { outcome: 'failed', reason: result.error?.message ?? result.status };
  const warning = noted(result, WARNING);
  return warning === undefined ? { outcome: 'passed' } : { outcome: 'warned', reason: warning };
}

function noted({ annotations }: TestResult, type: string): string | undefined {
  return annotations.find((annotation) => annotation.type === type)?.description;
}

/** A stop's description is its outcome, a colon and its reason (suite/run/stop.ts). */
function skipped(description = 'inconclusive: the test did not run'): Judged {
  const [word, ...reason] = description.split(': ');
  const outcome = outcomes.find((known) => known === word) ?? 'not exercised';
  return { outcome, reason: reason.join(': ') || description };
}
