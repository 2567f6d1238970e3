import path from 'node:path';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { drawn } from './factories/drawn.ts';
import { type Endpoint, endpoints } from './suite/core/operations.ts';
import { BLOB, shardFolder } from './suite/results/merge/shard-file.ts';
import { beginResult } from './suite/results/unfinished.ts';
import { askForBuild } from './suite/run/build.ts';
import { isWorker, nameBuild, startRun } from './suite/run/context.ts';
import { trust } from './suite/run/gateway.ts';
import { mergedRun } from './suite/run/merged.ts';
import { onlyLists, reportersOn } from './suite/run/process/command-line.ts';
import { complain } from './suite/run/process/output.ts';
import { moduleFile } from './suite/run/process/program.ts';
import type { RunContext } from './suite/run/run-context.ts';
import type { Shard } from './suite/run/settings/shard.ts';
import { usual } from './suite/run/settings/target.ts';
import { checkStore } from './suite/run/states/store.ts';
import { register, registerDigest, wantedTests } from './tests/register.ts';

/** The reporters that write down every step with its error, and a request's error lists its header fields. */
const detailed = ['html', 'blob'];

const { settings, shard, replay } = startedOrEnd();
trust(settings.EXTRA_CA);

const embedded = settings.TARGET === 'embedded' && !replay;
const isMerge = mergedRun() !== undefined;
const inReports = (name: string) => path.resolve(settings.REPORTS_DIR, name);

const shardReporter: ReporterDescription = [moduleFile('reporters/shard')];
const leftBehindReporter: ReporterDescription = [moduleFile('reporters/left-behind')];
const orderReporter: ReporterDescription = [moduleFile('reporters/order')];
const outageReporter: ReporterDescription = [moduleFile('reporters/outage')];
const harReporter: ReporterDescription = [moduleFile('reporters/har')];
const reporters: ReporterDescription[] = [
  [moduleFile('reporters/redacting')], // first: it mends in place what the others read
  ...(isMerge ? [] : [orderReporter]),
  ...(shard ? [blobReporter(shard)] : []), // before those that add to what they read
  [moduleFile('reporters/progress')],
  ...(isMerge ? [] : [outageReporter, leftBehindReporter]),
  ['html', { outputFolder: inReports('html'), open: 'never', noSnippets: true }],
  [moduleFile('reporters/allure/facts')],
  [moduleFile('reporters/allure/results'), { resultsDir: inReports('allure-results'), detail: false }],
  ...(isMerge ? [] : [shardReporter]),
  ...(settings.HAR && !isMerge ? [harReporter] : []),
  [moduleFile('reporters/conformance')], // after them: it looks for secrets in what the others wrote
  [moduleFile('reporters/output')],
];

export default defineConfig({
  testDir: 'tests',
  outputDir: inReports('test-results'),
  // An endpoint has one worker, or two, which get its tests a file at a time; only shards are cut finer, and nights
  // that renew the oldest proof first: a worker runs the tests of a file in the order of the file.
  fullyParallel: Boolean(shard) || settings.PER !== 'night',
  ...(shard ? { shard } : {}),
  workers: settings.WORKERS || usual(settings).WORKERS,
  timeout: 120_000,
  // What failed is run once more, alone, after the rest; suite/results/outcome.ts judges by both.
  retries: (settings.CONFIRM ?? usual(settings).CONFIRM) ? 1 : 0,
  retryStrategy: 'isolated',
  reporter: reporters,
  projects: inDrawnOrder(endpoints).map((endpoint) => ({
    name: endpoint,
    testDir: `tests/${endpoint}`,
    workers: workersOf(endpoint),
  })),
  ...(embedded ? { globalSetup: moduleFile('cli/embedded') } : {}),
});

function blobReporter(ofShard: Shard): ReporterDescription {
  return ['blob', { outputFile: path.join(shardFolder(ofShard), BLOB) }];
}

/**
 * A target that is waited for is asked by two about the endpoint with the most to ask, which would end long after the
 * others; not where a recording is made or played, which has what tests share once.
 */
function workersOf(endpoint: Endpoint): number {
  const share = register.filter((row) => row.endpoint === endpoint).length / register.length;
  return embedded || settings.HAR || replay || share < 1 / 4 ? 1 : 2;
}

/** The first process decides and the workers take it over; a setting that is wrong ends the run before it begins. */
function startedOrEnd(): RunContext {
  try {
    const isFirst = !isWorker();
    refuseUnredacted(process.argv);
    const run = startRun();
    if (isFirst && !onlyLists() && !mergedRun()) {
      checkStore();
      nameBuild(askForBuild());
    }
    if (isFirst && !onlyLists()) beginResult(register, wantedTests[run.settings.DEPTH], registerDigest());
    return run;
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    process.exit(4);
  }
}

/**
 * Reporters named on the command line replace all of the configuration's, the redacting one too: refuses those that
 * would then hold secrets, in one sentence that says how to have them.
 */
function refuseUnredacted(argv: readonly string[]): void {
  const names = reportersOn(argv);
  const isRedacted = names.some((name) => name.includes('redacting'));
  const detail = names.find((name) => detailed.includes(name));
  if (detail !== undefined && !isRedacted)
    throw new Error(
      `--reporter=${detail} would hold secrets: say --reporter=${moduleFile('reporters/redacting')},${names.join(',')}.`,
    );
}

/** In an order that SEED draws, so that no target can tell a request by its place. */
function inDrawnOrder(names: readonly Endpoint[]): Endpoint[] {
  const word = (name: string) => drawn(settings.SEED, name);
  return names.toSorted((one, other) => (word(one) < word(other) ? -1 : 1));
}
