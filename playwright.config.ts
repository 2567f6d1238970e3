import path from 'node:path';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { type Endpoint, endpoints } from '#api/operations';
import { register, wantedTests } from '#api/register';
import { drawn } from '#factories/drawn';
import { BLOB, shardFolder } from '#results/merge/shard-file';
import { beginResult } from '#results/unfinished';
import { isWorker, startRun } from '#run/context';
import { trust } from '#run/gateway';
import { mergedRun } from '#run/merged';
import { onlyLists, reportersOn } from '#run/process/command-line';
import { complain } from '#run/process/output';
import { moduleFile } from '#run/process/program';
import { registerDigest } from '#run/register-digest';
import type { RunContext } from '#run/run-context';
import type { Shard } from '#run/settings/shard';
import { usual } from '#run/settings/target';
import { checkStore } from '#run/states/store';

/** The reporters that write down every step with its error, and a request's error lists its header fields. */
const detailed = ['html', 'blob'];

const { settings, shard, replay, byEndpoint } = startedOrEnd();
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
  // Workers get tests a file at a time; only shards are cut finer, and nights that renew the oldest proof first: a worker
  // runs the tests of a file in the order of the file.
  fullyParallel: Boolean(shard) || settings.BUDGET.per !== undefined,
  ...(shard ? { shard } : {}),
  workers: settings.WORKERS || usual(settings).WORKERS,
  timeout: 120_000,
  // What failed is run once more, alone, after the rest; src/results/outcome.ts judges by both.
  retries: (settings.CONFIRM ?? usual(settings).CONFIRM) ? 1 : 0,
  retryStrategy: 'isolated',
  reporter: reporters,
  projects: byEndpoint ? inDrawnOrder(endpoints).map(projectOf) : [{ testDir: 'tests' }],
  ...(embedded ? { globalSetup: moduleFile('cli/embedded') } : {}),
});

function blobReporter(ofShard: Shard): ReporterDescription {
  return ['blob', { outputFile: path.join(shardFolder(ofShard), BLOB) }];
}

/** Playwright starts workers for each project: one project in place of six saves the start of four. */
function projectOf(endpoint: Endpoint) {
  return { name: endpoint, testDir: `tests/${endpoint}`, workers: workersOf(endpoint) };
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
      `--reporter=${detail} alone is not allowed: it would hold secrets. Use --reporter=${moduleFile('reporters/redacting')},${names.join(',')}.`,
    );
}

/** In an order that SEED draws, so that no target can tell a request by its place. */
function inDrawnOrder(names: readonly Endpoint[]): Endpoint[] {
  const word = (name: string) => drawn(settings.SEED, name);
  return names.toSorted((one, other) => (word(one) < word(other) ? -1 : 1));
}
