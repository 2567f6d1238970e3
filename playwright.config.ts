import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { type Endpoint, endpoints } from '#api/operations';
import { register } from '#api/register';
import { drawn } from '#factories/drawn';
import { isWorker, startRun } from '#run/context';
import { trustAuthorities } from '#run/gateway';
import { moduleFile } from '#run/process/program';
import { usual } from '#run/settings/target';

// A worker takes over what the first process decided, and loads nothing of what writes reports.
const first = isWorker() ? undefined : await import('./reporters/first-process.ts');
const run = first?.startedOrEnd() ?? startRun();
const { settings, shard, replay, byEndpoint } = run;
trustAuthorities(settings.EXTRA_CA);

const embedded = settings.TARGET === 'embedded' && !replay;

export default defineConfig({
  testDir: 'tests',
  outputDir: path.resolve(settings.REPORTS_DIR, 'test-results'),
  // Workers get tests a file at a time; only shards are cut finer, and nights that renew the oldest proof first: a worker
  // runs the tests of a file in the order of the file.
  fullyParallel: Boolean(shard) || settings.BUDGET.per !== undefined,
  ...(shard ? { shard } : {}),
  workers: usual(settings).WORKERS,
  timeout: 120_000,
  // What failed is run once more, alone, after the rest; src/results/outcome.ts judges by both.
  retries: (settings.CONFIRM ?? usual(settings).CONFIRM) ? 1 : 0,
  retryStrategy: 'isolated',
  ...(first ? { reporter: first.reportersOf(run) } : {}),
  projects: byEndpoint ? inDrawnOrder(endpoints).map(projectOf) : [{ testDir: 'tests' }],
  ...(embedded ? { globalSetup: moduleFile('cli/embedded') } : {}),
});

/** Playwright starts workers for each project: one project instead of six saves the start of four. */
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

/** In an order that SEED draws, so that no target can tell a request by its place. */
function inDrawnOrder(names: readonly Endpoint[]): Endpoint[] {
  const word = (name: string) => drawn(settings.SEED, name);
  return names.toSorted((one, other) => (word(one) < word(other) ? -1 : 1));
}
