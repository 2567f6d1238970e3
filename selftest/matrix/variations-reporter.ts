import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { conclude, type Run, runOf } from './runs.ts';

/** Says which test of a must or a should did not pass on a conformant provider: a false alarm, or a skip. */
export default class VariationsReporter implements Reporter {
  private readonly runs: Run[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    this.runs.push(runOf(test, result));
  }

  async onEnd(): Promise<{ status: 'passed' | 'failed' }> {
    const asserting = this.runs.filter(({ levels }) => levels.includes('must') || levels.includes('should'));
    const alarms = asserting.filter(({ outcome }) => outcome !== 'passed');
    const targets = new Set(asserting.map(({ target }) => target));
    process.stdout.write(`${targets.size} conformant targets\n`);
    return conclude(
      alarms.map(
        ({ target, requirements, test, reason }) => `${requirements} on ${target}: ${test}\n${reason}`,
      ),
      asserting.length - alarms.length,
    );
  }

  printsToStdio(): boolean {
    return true;
  }
}
