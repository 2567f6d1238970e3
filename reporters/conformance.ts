import { copyFileSync } from 'node:fs';
import path from 'node:path';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import writeFileAtomic from 'write-file-atomic';
import { answersOf } from '../suite/results/besides.ts';
import { type Conformance, conformanceOf, type FinishedTest } from '../suite/results/document.ts';
import { isGreen } from '../suite/results/green.ts';
import { answersFile, readLedger } from '../suite/results/ledger/answers.ts';
import { ledgerText } from '../suite/results/ledger/ledger-text.ts';
import { onlyLists, type Selection, wantedOf } from '../suite/results/selection.ts';
import { forgetRun } from '../suite/run/channels.ts';
import { beginRun, settings } from '../suite/run/context.ts';
import { mergedRun, partOfRun, tellNotGreen } from '../suite/run/merged.ts';
import { SUITE_ERROR } from '../suite/run/stop.ts';
import { runWaivers } from '../suite/run/waivers.ts';
import { tellOrder } from '../suite/safety/budget/order.ts';
import { register } from '../tests/register.ts';
import { summary } from './summary.ts';

const schemaFile = new URL('../suite/results/conformance.schema.json', import.meta.url);

/** Adds up what the tests settled on, writes the result, prints the summary and decides the exit code. */
export default class ConformanceReporter implements Reporter {
  private readonly results: FinishedTest[] = [];
  private readonly errors: string[] = [];
  private argv: readonly string[] = [];
  private selected: readonly TestCase[] = [];
  private wanted: Readonly<Record<string, number>> = {};

  constructor() {
    endUnlessReadable();
  }

  async preprocess({ suite }: { suite: Suite }): Promise<void> {
    this.wanted = wantedOf(suite);
  }

  onBegin({ argv }: FullConfig, suite: Suite): void {
    beginRun();
    this.argv = argv.slice(2);
    this.selected = suite.allTests();
    tellOrder(suite.allTests());
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.results.push({ test, result });
    for (const { type, description = '' } of result.annotations)
      if (type === SUITE_ERROR) this.errors.push(`${test.title}: ${description}`);
  }

  onError(error: TestError): void {
    this.errors.push(error.message ?? error.value ?? 'an error without a message');
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    if (onlyLists()) return undefined;
    const document = conformanceOf(register, this.results, this.errors, this.selection());
    const written = write(document);
    process.stdout.write(summary(document));
    if (written && status === 'passed' && isGreen(document)) return undefined;
    if (mergedRun()) tellNotGreen();
    const isFailure = status === 'passed' || document.unreachable !== null; // an outage ends the run as Ctrl-C does
    return { status: isFailure ? 'failed' : status };
  }

  /** A merge is told what its shards had. */
  private selection(): Selection {
    const merged = mergedRun();
    const { argv, wanted } = merged ?? { argv: this.argv, wanted: this.wanted };
    const counts = { selected: this.selected.length, ended: this.results.length };
    const unrun = this.selected.filter(({ results }) => results.length === 0);
    return { argv, wanted, ...counts, unrun, part: partOfRun(), endedAt: merged?.ended };
  }

  async onExit(): Promise<void> {
    forgetRun();
  }

  printsToStdio(): boolean {
    return true;
  }
}

/** Before the first request: a ledger or a list of waivers that cannot be read ends the run with its sentence. */
function endUnlessReadable(): void {
  try {
    runWaivers();
    readLedger(settings().TARGET);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(4);
  }
}

function write(document: Conformance): boolean {
  const file = path.join(settings().REPORTS_DIR, 'conformance.json');
  try {
    writeFileAtomic.sync(file, `${JSON.stringify(document, null, 2)}\n`);
    copyFileSync(schemaFile, path.join(settings().REPORTS_DIR, 'conformance.schema.json'));
    writeFileAtomic.sync(answersFile, answersText(document));
    return true;
  } catch (error) {
    process.stderr.write(
      `${file} could not be written: ${String(error)}. Free the disk or set REPORTS_DIR.\n`,
    );
    return false;
  }
}

/** What `npm run ledger` takes over: nothing in it varies from run to run of the same target. */
function answersText({ target, depth, complete, observed, requirements }: Conformance): string {
  return ledgerText({ target: target.name, depth, complete, answers: answersOf(requirements), observed });
}
