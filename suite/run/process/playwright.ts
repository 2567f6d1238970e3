import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { moduleFile } from './program.ts';

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
/** Node 20 warns of each JSON file that is imported. */
const node = ['--disable-warning=ExperimentalWarning'];

const CONFIG = '--config=';

/** What the user said on the command line of a run: the place of the configuration is no part of it. */
export function saidOn(argv: readonly string[]): string[] {
  return argv.slice(2).filter((word) => !word.startsWith(CONFIG));
}

/** Starts a command of Playwright, such as `test`, with the configuration of the suite. */
export function startPlaywright(
  [command, ...words]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  stdio: StdioOptions,
): ChildProcess {
  const config = `${CONFIG}${moduleFile('playwright.config')}`;
  return spawn(process.execPath, [...node, playwright, command, config, ...words], { env, stdio });
}
