import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { conclude, type Run, runOf } from './runs.ts';

/** Prints the musts that passed on a server that implements nothing, and the undetected servers. */
export default class NullTargetsReporter implements Reporter {
  private readonly runs: Run[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    this.runs.push(runOf(test, result));
  }

  async onEnd(): Promise<{ status: 'passed' | 'failed' }> {
    const musts = this.runs.filter(({ levels }) => levels.includes('must'));
    const targets = [...new Set(musts.map(({ target }) => target))];
    const count = (target: string, outcome: Run['outcome']) =>
      musts.filter((run) => run.target === target && run.outcome === outcome).length;
    for (const target of targets)
      process.stdout.write(`${target}: ${count(target, 'noticed')} failed, ${count(target, 'skipped')} skipped\n`);
    const passed = musts.filter(({ outcome }) => outcome === 'passed');
    return conclude(
      passed.map(({ target, requirements, test }) => `${requirements} passed on "${target}": ${test}`),
      musts.length - passed.length,
    );
  }

  printsToStdio(): boolean {
    return true;
  }
}
