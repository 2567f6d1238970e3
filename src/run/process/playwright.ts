import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { moduleFile } from './program.ts';

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
/** Node 20 warns of each JSON file that is imported. */
const node = ['--disable-warning=ExperimentalWarning'];

/** Starts a command of Playwright, such as `test`, with the configuration of the suite. */
export function startPlaywright(
  [command, ...words]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  stdio: StdioOptions,
): ChildProcess {
  const config = `--config=${moduleFile('playwright.config')}`;
  return spawn(process.execPath, [...node, playwright, command, config, ...words], { env, stdio });
}

/** Runs such a command on the terminal of this process, ends it with this process, and returns its exit code. */
export async function runPlaywright(words: readonly [string, ...string[]], env: NodeJS.ProcessEnv): Promise<number> {
  const child = startPlaywright(words, env, 'inherit');
  const interrupt = () => void child.kill('SIGINT');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  whenOrphaned(interrupt);
  const [code]: (number | null)[] = await once(child, 'close');
  return code ?? 1;
}

/** Calls back when the parent process is gone: npm and a shell may end at SIGTERM without passing it on. */
export function whenOrphaned(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 200);
  timer.unref();
}
