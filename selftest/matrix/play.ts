import { spawn } from 'node:child_process';
import { prepareRun } from '../../suite/run/context.ts';
import type { NamedTarget } from '../../suite/run/target.ts';

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

function playwright(env: NodeJS.ProcessEnv): Promise<number> {
  const command = ['test', '-c', 'selftest/matrix', ...process.argv.slice(2)];
  const child = spawn('node_modules/.bin/playwright', command, { env, stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}
