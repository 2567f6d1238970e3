import type { TestCase, TestResult } from '@playwright/test/reporter';
import { INDUSTRY, LEVEL, REQUIREMENT } from '#api/covers';
import { endpointOfFile } from '#api/operations';
import { NOTICED, TARGET } from '#assertions/test';
import type { FailedTest } from '#results/finished-test';
import { listCauses } from '#run/skip';

/** One test on one of several targets. */
export interface Run {
  readonly target: string;
  readonly test: string;
  readonly requirements: readonly string[];
  readonly levels: readonly string[];
  readonly outcome: 'noticed' | 'passed' | 'skipped';
  readonly reason: string;
  readonly seconds: number;
  /** The industry of the test, and the responses that violate its requirements. */
  readonly industry?: string | undefined;
  readonly exchanges: FailedTest['exchanges'];
}

/** Returns the result of a finished test on its target. */
export function runOf(test: TestCase, result: TestResult): Run {
  const described = (type: string) =>
    test.annotations.filter((row) => row.type === type).map(({ description = '' }) => description);
  const [target = ''] = described(TARGET);
  const note = result.annotations.find(({ type }) => type === NOTICED || type === 'skip');
  const endpoint = endpointOfFile(test.location.file);
  return {
    target,
    test: `${endpoint}: ${test.title.replace(` [${target}]`, '')}`,
    requirements: described(REQUIREMENT),
    levels: described(LEVEL),
    outcome: note === undefined ? 'passed' : note.type === NOTICED ? 'noticed' : 'skipped',
    reason: note?.description ?? '',
    seconds: result.duration / 1000,
    industry: described(INDUSTRY)[0],
    exchanges: listCauses(result.annotations).flatMap((cause) => (cause.kind === 'breach' ? cause.exchanges : [])),
  };
}

/** Prints the findings, one per line, and their count; returns the status of the run. */
export function conclude(findings: readonly string[], passed: number): { status: 'passed' | 'failed' } {
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  process.stdout.write(`${passed} passed, ${findings.length} failed\n`);
  return { status: findings.length === 0 && passed > 0 ? 'passed' : 'failed' };
}
