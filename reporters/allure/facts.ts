import { rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { LEVEL } from '#api/covers';
import { getWorstOutcome, type Outcome } from '#results/outcome';
import { settings } from '#run/context';
import { SUITE_ERROR } from '#run/skip';
import { tellAllure } from './private-parts.ts';

/** Stands before Allure's reporter: clears what an earlier run left there, and tells it what only the suite knows. */
export default class AllureFactsReporter implements Reporter {
  private isCleared = false;

  onTestBegin(): void {
    if (this.isCleared) return;
    rmSync(path.join(settings().REPORTS_DIR, 'allure-results'), { recursive: true, force: true });
    this.isCleared = true;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    tellAllure(result, {
      labels: [{ name: 'outcome', value: wordOf(test, result) }],
      parameters: [{ name: 'SEED', value: String(settings().SEED), excluded: true }],
      description: descriptionOf(test, result),
    });
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** The outcome of a test as a category of the report. */
function wordOf(test: TestCase, result: TestResult): Outcome | typeof SUITE_ERROR {
  if (result.annotations.some(({ type }) => type === SUITE_ERROR)) return SUITE_ERROR;
  return getWorstOutcome(test, result).outcome;
}

/** The requirements of a test in words, and what it came to where its status does not say it. */
function descriptionOf(test: TestCase, result: TestResult): string {
  const features = described(test, '@allure.label.feature');
  const sections = described(test, '@allure.label.section');
  const own = described(test, LEVEL);
  const { outcome, reason, answer } = getWorstOutcome(test, result);
  return [
    ...features.map((feature, index) => `**${feature}** (${own[index]}, reference ${sections[index]})`),
    ...(['warned', 'waived', 'unstable'].includes(outcome) ? [`**${outcome}**`, code(reason ?? '')] : []),
    ...(answer === undefined ? [] : ['**answer**', code(JSON.stringify(answer, null, 2))]),
  ].join('\n\n');
}

/** Returns what a target says stands in a block of code, indented: there nothing in it is Markdown or HTML. */
function code(text: string): string {
  return stripVTControlCharacters(text).replace(/^/gm, '    ');
}

function described({ annotations }: TestCase, wanted: string): string[] {
  return annotations.flatMap(({ type, description }) => (type === wanted && description ? [description] : []));
}
