import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { FileSystemWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import allure from 'allure-playwright';
import writeFileAtomic from 'write-file-atomic';
import { LEVEL } from '#api/covers';
import { getWorstOutcome, outcomeOfUnrunTest, withRootCauses } from '#results/finished-test';
import type { TestOutcome } from '#results/outcome';
import { settings } from '#run/context';
import { onlyLists } from '#run/process/command-line';
import { SUITE_ERROR } from '#run/skip';
import { shortReason } from '../html/checks.ts';
import { tellAllure } from './private-parts.ts';

/**
 * Writes Allure's results with the outcomes of the suite, after clearing those of an earlier run. In a merge Playwright
 * names the projects only after the configuration, which Allure's reporter reads at once: it gets it when they are there.
 */
export default class AllureResultsReporter extends allure.default {
  private configuration: FullConfig | undefined;
  private tests: readonly TestCase[] = [];
  private readonly failed = new Map<TestCase, TestResult>();

  constructor(options: object = {}) {
    super({ resultsDir: folder(), ...options });
  }

  override onConfigure(config: FullConfig): void {
    this.configuration = config;
  }

  override onBegin(suite: Suite): void {
    this.tests = suite.allTests();
    if (!onlyLists()) rmSync(folder(), { recursive: true, force: true });
    if (this.configuration?.projects[0]) super.onConfigure(this.configuration);
    super.onBegin(suite);
    Object.assign(this, {
      allureRuntime: new ReporterRuntime({ ...this.options, writer: createWriter(this.options.resultsDir) }),
    });
  }

  /** Writes the earlier try of a test that is run once more: Allure's reporter knows one try of a test at a time. */
  override onTestBegin(test: TestCase): void {
    const earlier = this.failed.get(test);
    this.failed.delete(test);
    if (earlier !== undefined) void this.write(test, earlier);
    super.onTestBegin(test);
  }

  /** Writes a test that passed; one that failed waits for the end of the run, which tells its root cause. */
  override async onTestEnd(test: TestCase, result: TestResult): Promise<void> {
    if (test.results.length > 0 && mayFollow(getWorstOutcome(test, result))) this.failed.set(test, result);
    else await this.write(test, result);
  }

  private async write(test: TestCase, result: TestResult): Promise<void> {
    const isRun = test.results.length > 0;
    const judged = isRun ? getWorstOutcome(test, result) : outcomeOfUnrunTest(test);
    const isError = result.annotations.some(({ type }) => type === SUITE_ERROR);
    const shown = { ...result, attachments: [...result.attachments], ...statusOf(judged) };
    tellAllure(shown, {
      labels: [{ name: 'outcome', value: isError ? SUITE_ERROR : judged.outcome }],
      parameters: [{ name: 'SEED', value: String(settings().SEED), excluded: true }],
      description: descriptionOf(test, judged),
    });
    await super.onTestEnd(test, shown);
  }

  /** Adds the tests that never ran, each by itself: Allure's reporter adds one of those with the same title. */
  override async onEnd(): Promise<void> {
    const failed = withRootCauses([...this.failed].map(([test, result]) => ({ test, result })));
    for (const { test, result } of failed) await this.write(test, result);
    for (const test of onlyLists() ? [] : this.tests.filter(({ results }) => results.length === 0)) {
      this.onTestBegin(test);
      await this.onTestEnd(test, notRun());
    }
    await super.onEnd();
  }
}

function mayFollow({ outcome }: TestOutcome): boolean {
  return outcome === 'failed' || outcome === 'warned' || outcome === 'waived';
}

function notRun(): TestResult {
  const nothing = { attachments: [], annotations: [], errors: [], steps: [], stdout: [], stderr: [] };
  return {
    ...nothing,
    status: 'skipped',
    startTime: new Date(),
    duration: 0,
    retry: 0,
    parallelIndex: 0,
    workerIndex: 0,
  };
}

function folder(): string {
  return path.join(settings().REPORTS_DIR, 'allure-results');
}

/** Returns the status that Allure shows in the colour of an outcome: it has amber for what timed out, and a skip says why. */
function statusOf(judged: TestOutcome): Partial<Pick<TestResult, 'status' | 'error'>> {
  const { outcome, reason = '' } = judged;
  const message = `${shortReason(judged)}\n${stripVTControlCharacters(reason)}`;
  if (outcome === 'warned' || outcome === 'unstable')
    return { status: 'timedOut', error: { message: `${outcome}: ${message}` } };
  const isSkipped = outcome === 'waived' || outcome === 'not exercised' || outcome === 'inconclusive';
  return isSkipped ? { status: 'skipped', error: { message: `${outcome}: ${reason}` } } : {};
}

/** The requirements of a test in words, and what it came to where its status does not say it. */
function descriptionOf(test: TestCase, { outcome, reason, answer }: TestOutcome): string {
  const features = described(test, '@allure.label.feature');
  const sections = described(test, '@allure.label.section');
  const own = described(test, LEVEL);
  return [
    ...features.map((feature, index) => `**${feature}** (${own[index]}, reference ${sections[index]})`),
    ...(['warned', 'waived', 'unstable'].includes(outcome) ? [`**${outcome}**`, code(reason ?? '')] : []),
    ...(answer === undefined ? [] : ['**answer**', code(JSON.stringify(answer, null, 2))]),
  ].join('\n\n');
}

/** Returns a text of a target as an indented block of code: there nothing in it is Markdown or HTML. */
function code(text: string): string {
  return stripVTControlCharacters(text).replace(/^/gm, '    ');
}

function described({ annotations }: TestCase, wanted: string): string[] {
  return annotations.flatMap(({ type, description }) => (type === wanted && description ? [description] : []));
}

/** Returns Allure's writer without its fsync for each result, which blocks this process for milliseconds each time. */
function createWriter(resultsDir = folder()): FileSystemWriter {
  const writer = new FileSystemWriter({ resultsDir });
  writer.writeResult = (result) => {
    mkdirSync(resultsDir, { recursive: true });
    writeFileAtomic.sync(path.join(resultsDir, `${result.uuid}-result.json`), JSON.stringify(result), { fsync: false });
  };
  return writer;
}
