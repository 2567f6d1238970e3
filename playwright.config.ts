import path from 'node:path';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { settings } from './suite/environment.ts';
import { endIfMisnamed } from './suite/guard/named.ts';
import { mergedRun } from './suite/merge/merged.ts';
import { BLOB, shardFolder } from './suite/merge/shard-folder.ts';
import { endpoints } from './suite/operations.ts';
import { refuseUnredacted } from './suite/reporters/on-command-line.ts';
import { runFolder } from './suite/run.ts';
import { newRunNames } from './suite/run-names.ts';
import { type Shard, shardOnCommandLine, thisShard } from './suite/shard.ts';
import { trust } from './suite/trust.ts';

if (!process.env.RUN_FOLDER) endIfMisnamed(settings);

// The first process decides, and the workers inherit it.
process.env.TARGET ||= settings.BASE_URL ? 'target' : 'embedded';
process.env.SHARD = shardOnCommandLine(process.argv) || settings.SHARD;
const shard = thisShard();
const { SEED, RUN_ID } = newRunNames(process.env);
process.env.SEED ||= SEED;
process.env.RUN_ID ||= RUN_ID;
process.env.STARTED_AT ??= new Date().toISOString();
runFolder();
trust(settings.EXTRA_CA);

const embedded = process.env.TARGET === 'embedded';
const isMerge = mergedRun() !== undefined;
const inReports = (name: string) => path.resolve(settings.REPORTS_DIR, name);

refuseUnredacted(process.argv);
const shardReporter: ReporterDescription = ['./suite/reporters/shard.ts'];
const leftBehindReporter: ReporterDescription = ['./suite/reporters/left-behind.ts'];
const outageReporter: ReporterDescription = ['./suite/reporters/outage.ts'];
const reporters: ReporterDescription[] = [
  ['./suite/reporters/redacting.ts'], // first: it mends in place what the others read
  ...(shard ? [blobReporter(shard)] : []), // before those that add to what they read
  ['./suite/reporters/progress.ts'],
  ...(isMerge ? [] : [outageReporter, leftBehindReporter]),
  ['./suite/reporters/conformance.ts'],
  ['junit', { outputFile: inReports('junit.xml') }],
  ['html', { outputFolder: inReports('html'), open: 'never', noSnippets: true }],
  ['./suite/reporters/allure/facts.ts'],
  ['./suite/reporters/allure/results.ts', { resultsDir: inReports('allure-results'), detail: false }],
  ...(isMerge ? [] : [shardReporter]),
  ['./suite/reporters/artefacts.ts'], // after them: it looks at what the others wrote
  ['./suite/reporters/output.ts'],
];

export default defineConfig({
  testDir: 'tests',
  outputDir: inReports('test-results'),
  // An endpoint has one worker, which gets its tests a file at a time; only shards are cut finer.
  fullyParallel: Boolean(shard),
  ...(shard ? { shard } : {}),
  workers: settings.WORKERS || (embedded ? 2 : 1),
  timeout: 120_000,
  retries: 0,
  reporter: reporters,
  projects: endpoints.map((endpoint) => ({ name: endpoint, testDir: `tests/${endpoint}`, workers: 1 })),
  ...(embedded ? { globalSetup: './suite/embedded.ts' } : {}),
});

function blobReporter(ofShard: Shard): ReporterDescription {
  return ['blob', { outputFile: path.join(shardFolder(ofShard), BLOB) }];
}
