import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { escapeControls } from '#api/escape-controls';
import { register, wantedTests } from '#api/register';
import { firstLine } from '#http/failure';
import { decideRun } from '#results/decision';
import type { DecisionInput } from '#results/decision-input';
import { buildConformance, type Conformance, type UndecidedResult } from '#results/document';
import { type FinishedTest, withRootCauses } from '#results/finished-test';
import { recordSpent } from '#results/history/rolling';
import type { Selection } from '#results/selection';
import { beginResult } from '#results/unfinished';
import { clearChannels } from '#run/channels';
import { beginRun, context, settings } from '#run/context';
import { recordForeignCode } from '#run/foreign-code';
import { getMergedRun, getShards, recordNotGreen } from '#run/merged-run';
import { onlyLists, saidOn } from '#run/process/command-line';
import { complain } from '#run/process/output';
import { registerDigest } from '#run/register-digest';
import { SUITE_ERROR } from '#run/skip';
import { noteOrder } from '#safety/budget/owed';
import { readCreatedResources } from '#safety/created-resources';
import { evidenceOf } from './html/evidence.ts';
import { casesOf } from './junit.ts';
import { type Found, publish } from './publish.ts';
import { addToHistory, listEarlierRuns, readBefore } from './standing-files.ts';
import { inColor, summary } from './summary.ts';

type Status = FullResult['status'];

/**
 * Runs after all that write reports: adds up the outcomes of the tests, decides, writes the result and what is derived
 * from it, searches every report for secrets, and prints the summary.
 */
export default class ConformanceReporter implements Reporter {
  private readonly results: FinishedTest[] = [];
  private readonly errors: string[] = [];
  private argv: readonly string[] = [];
  private selected: readonly TestCase[] = [];

  constructor() {
    endUnlessReadable();
  }

  onBegin(config: FullConfig, suite: Suite): void {
    beginRun();
    recordForeignCode(config);
    this.argv = saidOn(config.argv);
    this.selected = suite.allTests();
    noteOrder(suite.allTests());
    if (!getMergedRun()) recordSpent();
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.retry > 0)
      this.results.splice(
        this.results.findIndex((each) => each.test === test),
        1,
      );
    this.results.push({ test, result });
    for (const { type, description = '' } of result.annotations)
      if (type === SUITE_ERROR) this.errors.push(`${test.title}: ${description}`);
  }

  onError(error: TestError): void {
    this.errors.push(error.message ?? error.value ?? 'an error without a message');
  }

  async onEnd({ status }: FullResult): Promise<{ status: Status } | undefined> {
    if (onlyLists()) return undefined;
    try {
      return this.end(status);
    } catch (error) {
      complain(`The reports could not be made: ${firstLine(error)}. The result says that the run did not end.`);
      beginResult(register, wantedTests[settings().DEPTH], registerDigest()); // what was written of it is taken away
      return { status: 'failed' };
    }
  }

  private end(status: Status): { status: Status } | undefined {
    const results = withRootCauses(this.results);
    const { selected } = this;
    const run = buildConformance(register, results, this.errors, this.selection());
    const evidence = new Map(results.map(({ test, result }) => evidenceOf(test, result)));
    const { REPORT_LANGUAGE: language } = settings();
    const shown = { evidence, left: readCreatedResources(), earlier: listEarlierRuns(run), language };
    const finished = { cases: casesOf(results, selected), shown };
    const { document, isWritten: isPublished } = publish((found) => decided(run, status, found), finished);
    const isWritten = isPublished && addToHistory(document);
    process.stdout.write(`${inColor(escapeControls(summary(document).trimEnd()), process.stdout)}\n`);
    if (isWritten && document.decision.tone !== 'red')
      return status === 'failed' && !results.some(hasFailed) ? { status: 'passed' } : undefined; // root causes are waived
    if (getMergedRun()) recordNotGreen();
    const isFailure = status === 'passed' || document.unreachable !== null; // an outage ends the run as Ctrl-C does
    return { status: isFailure ? 'failed' : status };
  }

  /** Returns what the run selected; a merge has it from its shards. */
  private selection(): Selection {
    const merged = getMergedRun();
    const { selected } = this;
    const wanted = wantedTests[settings().DEPTH];
    return {
      argv: merged?.argv ?? this.argv,
      selected,
      ended: this.results.length,
      wanted,
      register: registerDigest(),
      part: getShards(),
      endedAt: merged?.ended,
    };
  }

  async onExit(): Promise<void> {
    clearChannels();
  }

  printsToStdio(): boolean {
    return true;
  }
}

function hasFailed({ result }: FinishedTest): boolean {
  return result.status === 'failed' || result.status === 'timedOut';
}

function decided(run: UndecidedResult, ended: DecisionInput['ended'], found: Found): Conformance {
  const { CERTIFY, DRIFT } = settings();
  const isMerge = getMergedRun() !== undefined;
  const { subject } = context();
  const terms = { subject, certify: CERTIFY, failsOnDrift: DRIFT === 'fail', isMerge, ended, ...found };
  return { decision: decideRun(run, terms), ...run };
}

/** Ends the run with a message if a ledger, the waivers or the history cannot be read, before the first request. */
function endUnlessReadable(): void {
  try {
    readBefore();
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    process.exit(4);
  }
}
