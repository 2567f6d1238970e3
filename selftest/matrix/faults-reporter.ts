import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { markdownTable } from 'markdown-table';
import type { Fault } from '../faults/combinators.ts';
import { faults } from '../faults/faults.ts';
import { publishedFaults } from '../faults/published.ts';
import { distributionWords, EVERY_TEST } from './distribution.ts';
import { publishedSection } from './published-section.ts';
import { conclude, type Run, runOf } from './runs.ts';
import { writeSection } from './section.ts';

/** Prints undetected faults and tests that detected none; writes the whole table to docs/faults.md. */
export default class FaultsReporter implements Reporter {
  private readonly runs: Run[] = [];
  private readonly ofEveryTest: Run[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    const run = runOf(test, result);
    (run.target.endsWith(EVERY_TEST) ? this.ofEveryTest : this.runs).push(run);
  }

  onError({ message = 'an error without a message' }: TestError): void {
    process.stderr.write(`${message}\n`);
  }

  async onEnd(): Promise<{ status: 'passed' | 'failed' }> {
    const met = faults.filter((fault) => this.of(fault).length > 0);
    const unnoticed = met.filter((fault) => this.noticing(fault).length === 0);
    const noticing = new Set(this.runs.filter(({ outcome }) => outcome === 'noticed').map(({ test }) => test));
    const idle = [...new Set(this.judging(met).map(({ test }) => test))].filter((test) => !noticing.has(test));
    process.stdout.write(`${met.length - unnoticed.length} of ${met.length} faults noticed\n`);
    process.stdout.write(distributionWords(this.ofEveryTest));
    const seen = new Set(met.filter((fault) => this.noticing(fault).length > 0).map(({ name }) => name));
    if (publishedFaults.every((fault) => met.includes(fault)))
      await writeSection('npm run faults -- -g published-', publishedSection(seen));
    if (met.length === faults.length) await writeSection('npm run faults', this.page(noticing.size));
    const findings = [
      ...unnoticed.map(({ name, requirement }) => `${name} is not noticed by ${requirement}`),
      ...idle.map((test) => `${test} notices no fault`),
    ];
    return conclude(findings, met.length - unnoticed.length);
  }

  printsToStdio(): boolean {
    return true;
  }

  /** Returns the runs that judge a test, without requirements of which only some faults were selected. */
  private judging(met: readonly Fault[]): Run[] {
    const partly = new Set(faults.filter((fault) => !met.includes(fault)).map(({ requirement }) => requirement));
    const judged = new Set(met.filter(({ requirement }) => !partly.has(requirement)).map(({ name }) => name));
    return this.runs.filter(({ target }) => judged.has(target));
  }

  private of({ name }: Fault): Run[] {
    return this.runs.filter(({ target }) => target === name);
  }

  private noticing(fault: Fault): Run[] {
    return this.of(fault).filter(({ outcome }) => outcome === 'noticed');
  }

  private page(noticing: number): string {
    const rows = faults.map((fault) => {
      const seconds = this.of(fault).reduce((sum, run) => sum + run.seconds, 0);
      const share = `${this.noticing(fault).length} of ${this.of(fault).length}`;
      return [fault.name, fault.description, fault.requirement, share, seconds.toFixed(1)];
    });
    return [
      `Each row is one small fault of the embedded provider (\`npm run faults -- --grep <name>\`), the requirement that it violates, how many of the tests of that requirement fail on it, and the seconds that they took. A fault counts as noticed only by that requirement. Made by \`npm run faults\`; not written by hand.`,
      `${faults.length} faults; ${noticing} tests noticed at least one.`,
      markdownTable([['fault', 'what is wrong', 'requirement', 'tests that fail', 'seconds'], ...rows], {
        alignDelimiters: false,
      }),
    ].join('\n\n');
  }
}
