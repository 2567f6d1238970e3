import path from 'node:path';
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const MOST = 10;

/** Says at the end which files took longest, all their tests together: the next to be made faster. */
export default class DearestReporter implements Reporter {
  private readonly seconds = new Map<string, number>();
  private folder = '';

  onBegin({ rootDir }: FullConfig): void {
    this.folder = rootDir;
  }

  onTestEnd({ location }: TestCase, { startTime }: TestResult): void {
    const file = path.relative(this.folder, location.file);
    const took = (Date.now() - startTime.getTime()) / 1000; // what is set up before a test counts too
    this.seconds.set(file, (this.seconds.get(file) ?? 0) + took);
  }

  onEnd(): void {
    const all = [...this.seconds].sort(([, one], [, other]) => other - one);
    const sum = all.reduce((total, [, seconds]) => total + seconds, 0);
    const rows = all.slice(0, MOST).map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
    process.stdout.write(`\nThe dearest files, of ${sum.toFixed(0)} s of tests in all:\n${rows.join('\n')}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
