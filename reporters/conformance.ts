import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { register, testCounts } from '#api/register';
import { escapeControls } from '#api/text';
import { reorder, selectsNoTest } from '#assertions/playwright';
import { drawWord } from '#factories/drawn';
import { firstLine } from '#http/failure';
import { redact } from '#redaction/redact';
import { recordForeignCode } from '#results/conditions';
import { buildConformance } from '#results/document';
import { type FinishedTest, withRootCauses } from '#results/finished-test';
import { createProofFinder, recordSpent } from '#results/history/rolling';
import { removeOtherShards, writeShardFile } from '#results/merge/shard-file';
import type { Selection } from '#results/selection';
import { beginResult, removeResult } from '#results/unfinished';
import { appendToChannel, clearChannels, getMergedRun, getOutage, getShards } from '#run/channels';
import { changeContext, context } from '#run/context';
import { getUserArguments, onlyLists, removeShardOption } from '#run/process/command-line';
import { handleOutputError, printError } from '#run/process/output';
import type { RunContext } from '#run/run-context';
import { SUITE_ERROR } from '#run/skip';
import { recordOrder } from '#safety/budget';
import { readCreatedResources, writeCreatedResources } from '#safety/created-resources';
import { writeResults } from './allure.ts';
import { writeRunHar } from './har.ts';
import { getEvidence } from './html/shown.ts';
import { toCases } from './junit.ts';
import { publish } from './publish.ts';
import { inColor, summary } from './summary.ts';

type Status = FullResult['status'];

/** Adds up the outcomes after all other reporters, decides, writes and searches the reports, and prints the summary. */
export default class ConformanceReporter implements Reporter {
  private run: RunContext = context();
  private results: FinishedTest[] = [];
  private readonly errors: string[] = [];
  private argv: readonly string[] = [];
  private selected: readonly TestCase[] = [];
  private isEnding = false;

  constructor() {
    // Playwright's code is that of a red run; to exit in a listener would skip those that come after it.
    handleOutputError(() => process.once('exit', () => Object.assign(process, { exitCode: 4 })));
  }

  /** Draws the order of tests from SEED, so that no target can recognise a request by it; oldest proofs first. */
  async preprocess({ config, suite }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    if (getMergedRun()) return;
    const proof = createProofFinder(this.run);
    // The file of TOK-05 waits for seconds: it comes first, so that the other worker of the embedded provider has work.
    const first = this.run.settings.TARGET === 'embedded' ? 'TOK-05' : '';
    const word = (name: string, ids: readonly string[]) => `${proof(ids)} ${drawWord(this.run.settings.SEED, name)}`;
    reorder(suite, config, (name, ids) => (ids.includes(first) ? '' : word(name, ids)));
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.run = context();
    if (this.run.started === '') this.run = changeContext({ started: new Date().toISOString() }); // after another: UI mode
    recordForeignCode(config);
    this.argv = getUserArguments(config.argv);
    this.selected = suite.allTests();
    recordOrder(suite.allTests());
    if (getMergedRun()) return;
    recordSpent(this.run);
    if (onlyLists()) return;
    removeOtherShards(this.run);
    if (this.selected.length > 0) writeCreatedResources(this.run.settings.REPORTS_DIR); // before there are workers, which write it too
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.retry > 0) this.results = this.results.filter((each) => each.test !== test);
    this.results.push({ test, result });
    for (const { type, description = '' } of result.annotations)
      if (type === SUITE_ERROR) this.errors.push(`${test.title}: ${description}`);
    this.endAtOutage();
  }

  /** Ends the run, as Ctrl-C does, as soon as a worker records that the target cannot be reached. */
  private endAtOutage(): void {
    if (this.isEnding || getMergedRun() || getOutage() === null) return;
    this.isEnding = true;
    process.kill(process.pid, 'SIGINT');
  }

  onError(error: TestError): void {
    if (this.errors.length === 0 && selectsNoTest(error)) this.endWithoutTests();
    this.errors.push(error.message ?? error.value ?? 'an error without a message');
  }

  /** Ends the process as a wrong command line does: no request was sent, and no report is left. */
  private endWithoutTests(): void {
    const words = removeShardOption(getUserArguments(process.argv)).join(' ');
    printError(`No test matches ${redact(words)}. Use --list to print the tests.`);
    removeResult(this.run.settings.REPORTS_DIR);
    process.exit(4);
  }

  async onEnd({ status }: FullResult): Promise<{ status: Status } | undefined> {
    const ended = onlyLists() ? undefined : this.endOrPrintError(status);
    await setImmediate(); // a pipe says only later that it is closed
    return ended;
  }

  private endOrPrintError(status: Status): { status: Status } | undefined {
    try {
      return this.end(status);
    } catch (error) {
      printError(`The reports could not be written: ${firstLine(error)}. Check the disk, and run again.`);
      beginResult(this.run, register, testCounts[this.run.settings.DEPTH]); // removes what was written of it
      return { status: 'failed' };
    }
  }

  private end(status: Status): { status: Status } | undefined {
    const results = withRootCauses(this.results);
    const cases = toCases(results, this.selected);
    if (!getMergedRun()) this.writeOwn();
    const { REPORTS_DIR, SEED } = this.run.settings;
    const parameters = [{ name: 'SEED', value: String(SEED), excluded: true }];
    writeResults(cases, path.join(REPORTS_DIR, 'allure-results'), parameters);
    const run = buildConformance(this.run, results, this.errors, this.selection());
    const evidence = new Map(results.map(({ test, result }) => getEvidence(test, result)));
    const isMerge = getMergedRun() !== undefined;
    const { document, isWritten } = publish(this.run, run, { cases, evidence }, { isMerge, ended: status });
    const words = escapeControls(summary(document, this.run.settings).trimEnd());
    process.stdout.write(`${inColor(words, process.stdout)}\n`);
    const hasFailed = results.some(({ result }) => ['failed', 'timedOut'].includes(result.status));
    if (isWritten && document.decision.tone !== 'red')
      return status === 'failed' && !hasFailed ? { status: 'passed' } : undefined; // root causes are waived
    if (getMergedRun()) appendToChannel('not green', true); // Playwright takes no status of a merge from a reporter
    const isFailure = status === 'passed' || document.unreachable !== null; // an outage ends the run as Ctrl-C does
    return { status: isFailure ? 'failed' : status };
  }

  private writeOwn(): void {
    const { shard, settings } = this.run;
    if (this.selected.length > 0) writeCreatedResources(settings.REPORTS_DIR);
    const leftBehind = readCreatedResources(settings.REPORTS_DIR) ?? null;
    if (shard) writeShardFile(this.run, { shard, argv: removeShardOption(this.argv), leftBehind });
    if (settings.HAR) writeRunHar(this.run);
  }

  private selection(): Selection {
    const merged = getMergedRun();
    return {
      argv: merged?.argv ?? this.argv,
      selected: this.selected,
      expected: testCounts[this.run.settings.DEPTH],
      part: getShards(this.run),
      endedAt: merged?.ended,
    };
  }

  async onExit(): Promise<void> {
    clearChannels();
  }
}
