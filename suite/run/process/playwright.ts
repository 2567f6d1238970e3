import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
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
