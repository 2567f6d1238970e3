import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProvider } from '#mock/server';
import { withFaults } from '../faults/faults.ts';
import { orderFaults } from '../faults/orders.ts';
import { paymentIntentFaults } from '../faults/payment-intents.ts';
import { startNullServer } from '../matrix/null-servers.ts';
import { type Cost, costOf } from './process.ts';
import { startRecorder } from './recorder.ts';

const playwright = 'node_modules/.bin/playwright';
const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Runs the suite against the embedded provider, its reports in a folder of their own. */
export function suiteRun(variables: Readonly<Record<string, string>> = {}, ...args: string[]): Promise<Cost> {
  return costOf([playwright, 'test', ...args], {
    REPORTS_DIR: path.join(folder, 'reports'),
    SEED: '1',
    ...variables,
  });
}

/** Runs the suite against the embedded provider with fifteen faults. */
export async function faultyRun(): Promise<Cost> {
  const fifteen = [...paymentIntentFaults, ...orderFaults].slice(0, 15).map(({ name }) => name);
  const provider = await startProvider({ wrap: withFaults(fifteen.join()) });
  const target = { BASE_URL: provider.baseUrl, PROVIDER_STATES_URL: provider.statesUrl };
  const variables = { ...target, REPORTS_DIR: path.join(folder, 'reports'), SEED: '1' };
  const cost = await costOf([playwright, 'test'], variables, 1);
  await provider.close();
  return cost;
}

/** Runs the suite against a provider whose answers take 150 ms longer. */
export async function slowRun(): Promise<Cost> {
  const provider = await startProvider();
  const { baseUrl, close } = await startRecorder(provider.baseUrl, 150);
  const cost = await suiteRun({ BASE_URL: baseUrl, PROVIDER_STATES_URL: provider.statesUrl });
  await Promise.all([close(), provider.close()]);
  return cost;
}

/** Runs the suite against a server that answers 500 to everything: all that can fail fails. */
export async function failingRun(CONFIRM: '0' | '1' = '0'): Promise<Cost> {
  const provider = await startProvider();
  const { server, url } = await startNullServer((_, response) => response.writeHead(500).end());
  const target = { BASE_URL: url, PROVIDER_STATES_URL: provider.statesUrl, WORKERS: '2' };
  const variables = { ...target, CONFIRM, REPORTS_DIR: path.join(folder, 'reports'), SEED: '1' };
  const cost = await costOf([playwright, 'test'], variables, 1);
  server.closeAllConnections();
  server.close();
  await provider.close();
  return cost;
}

/** Playwright's floor: this many tests with one bare request each, in so many projects. */
export function floorRun(tests: number, projects = 1): Promise<Cost> {
  return costOf([playwright, 'test', '-c', 'selftest/bench/floor'], {
    TESTS: String(tests),
    PROJECTS: String(projects),
  });
}

/** Runs the suite through a recorder; the file with its requests, and the seconds from start to the first of them. */
export async function recordedRun(): Promise<{ file: string; requests: number; toFirst: number }> {
  const provider = await startProvider();
  const { baseUrl, recorded, firstAt, close } = await startRecorder(provider.baseUrl);
  const started = performance.now();
  await suiteRun({ BASE_URL: baseUrl, PROVIDER_STATES_URL: provider.statesUrl, WORKERS: '2' });
  await Promise.all([close(), provider.close()]);
  const file = path.join(folder, 'requests.json');
  writeFileSync(file, JSON.stringify(recorded));
  return { file, requests: recorded.length, toFirst: (firstAt() - started) / 1000 };
}

/** Sends recorded requests again in a plain loop. */
export async function replayRun(file: string): Promise<Cost> {
  const { baseUrl, close } = await startProvider();
  const cost = await costOf(['node', '--import', 'tsx', 'selftest/bench/replay.ts', file, baseUrl]);
  await close();
  return cost;
}
