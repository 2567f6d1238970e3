import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { conclude, type Run, runOf } from './runs.ts';

/**
 * Requirements that go beyond the reference, so that a conformant provider may get a warning: rare values and a date
 * form are accepted, another seller's resource is rejected (with the related question), a response does not echo the
 * client_secret, and a media type may have a charset.
 */
const more: readonly string[] = [
  'USR-25',
  'ORD-24',
  'ORD-65',
  'PNT-24',
  'PNT-68',
  'TOK-57',
  'PRF-22',
  'USR-35',
  'WAL-22',
  'TOK-85',
  'PRF-32',
  'USR-36',
  'WAL-23',
];

/** Prints the tests of a must or a should that did not pass on a conformant provider: false alarms and skips. */
export default class VariationsReporter implements Reporter {
  private readonly runs: Run[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    this.runs.push(runOf(test, result));
  }

  async onEnd(): Promise<{ status: 'passed' | 'failed' }> {
    const asserting = this.runs.filter(({ levels }) => levels.includes('must') || levels.includes('should'));
    const alarms = asserting.filter((run) => run.outcome !== 'passed' && !isMore(run));
    const targets = new Set(asserting.map(({ target }) => target));
    process.stdout.write(`${targets.size} conformant targets\n`);
    return conclude(
      alarms.map(({ target, requirements, test, reason }) => `${requirements} on ${target}: ${test}\n${reason}`),
      asserting.length - alarms.length,
    );
  }

  printsToStdio(): boolean {
    return true;
  }
}

function isMore({ requirements, outcome }: Run): boolean {
  return outcome === 'noticed' && requirements.every((id) => more.includes(id));
}
