import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { type Endpoint, endpoints } from '#api/operations';
import { register } from '#api/register';
import { drawn } from '#factories/drawn';
import { context, isWorker } from '#run/context';
import { moduleFile, testSources } from '#run/process/program';
import { isSmokeTest } from '#run/run-context';
import { getDefaults } from '#run/settings/target';

// A worker takes over the decisions of the first process, and loads no reporter.
const first = isWorker() ? undefined : await import('./reporters/first-process.ts');
const run = first?.startOrEnd() ?? context();
const { settings, shard, replay, byEndpoint } = run;

const musts = register.filter(({ level }) => level === 'must').map(({ id }) => id);
const embedded = settings.TARGET === 'embedded' && !replay;
/** The workers of an endpoint's project; one where a recording is made or played, in which tests share some exchanges. */
const workers = embedded || settings.HAR || replay ? 1 : 4;

export default defineConfig({
  testDir: testSources,
  outputDir: path.resolve(settings.REPORTS_DIR, 'test-results'),
  // Workers get whole files, since a worker runs the tests of a file in their order. Split further are shards, nights that
  // renew the oldest proof first, and runs that mostly wait.
  fullyParallel: Boolean(shard) || settings.BUDGET.per !== undefined || !(byEndpoint || embedded),
  ...(shard ? { shard } : {}),
  workers: getDefaults(settings).WORKERS,
  timeout: 120_000,
  // What failed is run once more, alone, after the rest; src/results/verdict.ts judges by both.
  retries: (settings.CONFIRM ?? getDefaults(settings).CONFIRM) ? 1 : 0,
  retryStrategy: 'isolated',
  ...(isSmokeTest(run) ? { grep: new RegExp(`@(?:${musts.join('|')})\\b`) } : {}),
  ...(first ? { reporter: first.listReporters(run) } : {}),
  projects: byEndpoint
    ? inDrawnOrder(endpoints).map((name) => ({ name, testDir: `tests/${name}`, workers }))
    : [{ testDir: 'tests' }],
  ...(embedded ? { globalSetup: moduleFile('cli/embedded') } : {}),
});

/** Returns the endpoints in an order drawn from SEED, so that no target can recognise a request by its position. */
function inDrawnOrder(names: readonly Endpoint[]): Endpoint[] {
  const word = (name: string) => drawn(settings.SEED, name);
  return names.toSorted((one, other) => (word(one) < word(other) ? -1 : 1));
}
