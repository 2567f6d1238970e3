import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { type Endpoint, endpoints } from '#api/operations';
import { register } from '#api/register';
import { drawWord } from '#factories/drawn';
import { context, isWorker } from '#run/context';
import { getModuleFile, testSources } from '#run/process/program';
import { isSmokeTest } from '#run/run-context';
import { getDefaults } from '#run/settings/target';

// A worker takes over the decisions of the first process, and loads no reporter.
const first = isWorker() ? undefined : await import('./reporters/first-process.ts');
const run = first?.startOrEnd() ?? context();
const { settings, shard, replay, byEndpoint } = run;

const musts = register.filter(({ level }) => level === 'must').map(({ id }) => id);
const embedded = settings.TARGET === 'embedded' && !replay;
/** True if tests mostly wait; those of a recording share some exchanges, so that one worker has an endpoint. */
const isWaitedFor = !embedded && !settings.HAR && !replay && getDefaults(settings).WORKERS > 1;

export default defineConfig({
  testDir: testSources,
  outputDir: path.resolve(settings.REPORTS_DIR, 'test-results'),
  // Workers get whole files, since a worker runs the tests of a file in their order. Split further are shards, nights that
  // renew the oldest proof first, and runs that mostly wait.
  fullyParallel: Boolean(shard) || settings.BUDGET.per !== undefined || isWaitedFor,
  ...(shard ? { shard } : {}),
  // One worker soon finds that nothing is there: the circuit breaker ends the run.
  workers: first && isWaitedFor && !(await isListening(settings.BASE_URL)) ? 1 : getDefaults(settings).WORKERS,
  timeout: 120_000,
  // What failed is run once more, alone, after the rest; src/results/verdict.ts judges by both.
  retries: (settings.CONFIRM ?? getDefaults(settings).CONFIRM) ? 1 : 0,
  retryStrategy: 'isolated',
  ...(isSmokeTest(run) ? { grep: new RegExp(`@(?:${musts.join('|')})\\b`) } : {}),
  ...(first ? { reporter: first.listReporters(run) } : {}),
  projects: byEndpoint ? inDrawnOrder(endpoints).map(getProject) : [{ testDir: 'tests' }],
  ...(embedded ? { globalSetup: getModuleFile('cli/mock') } : {}),
});

/** Returns true if a server of this machine accepts a connection at the URL. */
async function isListening(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const socket = connect(Number(port) || (protocol === 'https:' ? 443 : 80), hostname.replace(/^\[|\]$/g, ''));
  const accepts = once(socket, 'connect').then(Boolean, () => false);
  return accepts.finally(() => socket.destroy());
}

/** Returns the project of an endpoint; one with a quarter of the register has 5 workers, or it would end long after the others. */
function getProject(endpoint: Endpoint) {
  const share = register.filter((row) => row.endpoint === endpoint).length / register.length;
  return { name: endpoint, testDir: `tests/${endpoint}`, workers: isWaitedFor && share > 1 / 4 ? 5 : 1 };
}

/** Returns the endpoints in an order drawn from SEED, so that none is known by it; that of the test that runs alone last. */
function inDrawnOrder(names: readonly Endpoint[]): Endpoint[] {
  const word = (name: string) => (name === 'instore-orders' && !shard ? '~' : drawWord(settings.SEED, name));
  return names.toSorted((one, other) => (word(one) < word(other) ? -1 : 1));
}
