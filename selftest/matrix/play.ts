import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareRun } from '#run/context';
import type { NamedTarget } from '#run/settings/target';
import type { Run } from './runs.ts';

/** Runs the tests over the targets with a reporter of this folder; the process exits as Playwright does. */
export async function play(
  targets: readonly NamedTarget[],
  reporter: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { SEED = '1', RUN_ID = 'matrix' } = process.env;
  const own = { STRICT: '1', SEED, RUN_ID, MATRIX_REPORTER: reporter };
  process.exitCode = await playwright(prepareRun({ ...variables, ...process.env, ...own }, { targets }));
}

/** Runs the tests over the targets and returns the result of each. */
export async function collect(
  targets: readonly NamedTarget[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Run[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'runs-'));
  const file = path.join(folder, 'runs.json');
  await play(targets, 'collecting-reporter.ts', { ...variables, RUNS_FILE: file });
  const runs: Run[] = JSON.parse(await readFile(file, 'utf8'));
  await rm(folder, { recursive: true });
  return runs;
}

function playwright(env: NodeJS.ProcessEnv): Promise<number> {
  const command = ['test', '-c', 'selftest/matrix', ...process.argv.slice(2)];
  const child = spawn('node_modules/.bin/playwright', command, { env, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}
