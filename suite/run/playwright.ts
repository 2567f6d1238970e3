import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the suite is installed; the user may stand anywhere. */
const home = fileURLToPath(new URL('../../', import.meta.url));

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
const config = path.join(home, `playwright.config${path.extname(import.meta.url)}`);

/** Starts a command of Playwright, such as `test`, with the configuration of the suite. */
export function startPlaywright(
  [command, ...words]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  stdio: StdioOptions,
): ChildProcess {
  return spawn(process.execPath, [playwright, command, `--config=${config}`, ...words], { env, stdio });
}
