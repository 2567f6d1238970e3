import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NamedTarget } from '../../suite/fixtures/targets.ts';

/** Runs the tests over the targets with a reporter of this folder; the process exits as Playwright does. */
export async function play(
  targets: readonly NamedTarget[],
  reporter: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'matrix-'));
  const file = path.join(folder, 'targets.json');
  await writeFile(file, JSON.stringify(targets));
  const own = { TARGETS_FILE: file, RUN_FOLDER: folder, MATRIX_REPORTER: reporter };
  process.exitCode = await playwright({ ...variables, ...process.env, ...own });
  await rm(folder, { recursive: true });
}

function playwright(env: NodeJS.ProcessEnv): Promise<number> {
  const command = ['test', '-c', 'selftest/matrix', ...process.argv.slice(2)];
  const child = spawn('node_modules/.bin/playwright', command, { env, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}
