import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { markdownTable } from 'markdown-table';
import writeFileAtomic from 'write-file-atomic';
import { faults } from '../../mock/faults.ts';
import { FAULT, NOTICED } from '../../suite/targets.ts';

interface Run {
  readonly fault: string;
  readonly test: string;
  readonly noticed: boolean;
  readonly seconds: number;
}

/** Prints and writes which fault is noticed by which tests, and which tests notice nothing; either lack fails the run. */
export default class TableReporter implements Reporter {
  private readonly runs: Run[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    const fault = test.annotations.find(({ type }) => type === FAULT)?.description ?? '';
    const noticed = result.annotations.some(({ type }) => type === NOTICED);
    const title = test.title.replace(` [${fault}]`, '');
    this.runs.push({ fault, test: title, noticed, seconds: result.duration / 1000 });
  }

  onError(error: { message?: string }): void {
    process.stderr.write(`${error.message ?? 'an error without a message'}\n`);
  }

  async onEnd(): Promise<{ status: FullResult['status'] }> {
    const met = faults.filter(({ name }) => this.runs.some((run) => run.fault === name));
    const unnoticed = met.filter(({ name }) => !this.runs.some((run) => run.fault === name && run.noticed));
    const noticing = new Set(this.runs.filter((run) => run.noticed).map((run) => run.test));
    const idle = [...new Set(this.runs.map((run) => run.test))].filter((test) => !noticing.has(test));
    process.stdout.write(lines(unnoticed.map(({ name, breaks }) => `NOT NOTICED by ${breaks}: ${name}`)));
    process.stdout.write(lines(idle.map((test) => `NOTICES NOTHING: ${test}`)));
    process.stdout.write(`${met.length - unnoticed.length} of ${met.length} faults noticed (${faults.length} in all)\n`);
    process.stdout.write(`${noticing.size} passed, ${unnoticed.length + idle.length} failed\n`);
    if (this.isWhole()) await writeFileAtomic('docs/faults.md', this.page());
    return { status: unnoticed.length + idle.length === 0 ? 'passed' : 'failed' };
  }

  /** A run of one project or a few tests says nothing of the other faults. */
  private isWhole(): boolean {
    return faults.every(({ name }) => this.runs.some((run) => run.fault === name));
  }

  private page(): string {
    const rows = faults.map(({ name, breaks, sentence }) => {
      const own = this.runs.filter((run) => run.fault === name);
      const noticing = own.filter((run) => run.noticed).length;
      return [name, sentence, breaks, `${noticing} of ${own.length}`];
    });
    return [
      '# Faults',
      'Each row is one small fault of the embedded provider (`MOCK_FAULT=<name>`), the requirement that it breaks, and how many of the tests of that requirement fail on it. A fault counts as noticed only by the requirement that it breaks. Made by `npm run faults`; not written by hand.',
      markdownTable([['fault', 'what is wrong', 'requirement', 'tests that fail'], ...rows], { alignDelimiters: false }),
      '',
    ].join('\n\n');
  }

  printsToStdio(): boolean {
    return true;
  }
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
