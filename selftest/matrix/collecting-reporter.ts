import { writeFile } from 'node:fs/promises';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { type Run, runOf } from './runs.ts';

/** Writes the result of each test on each target to RUNS_FILE. */
export default class CollectingReporter implements Reporter {
  private readonly runs: Run[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    this.runs.push(runOf(test, result));
  }

  async onEnd(): Promise<{ status: 'passed' }> {
    await writeFile(process.env.RUNS_FILE ?? '', JSON.stringify(this.runs));
    return { status: 'passed' };
  }

  printsToStdio(): boolean {
    return true;
  }
}
