import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import packageFile from '../../../package.json' with { type: 'json' };
import { environment } from '../context.ts';
import { onlyLists } from './command-line.ts';

/** True in the package, and in a checkout that runs its compiled files. */
const isCompiled = import.meta.url.endsWith('.js');

export const home = fileURLToPath(new URL('../../../', import.meta.url));

/** True in a checkout; the package has no TypeScript. */
const isCheckout = !isCompiled || existsSync(`${home}../tsconfig.json`);

/** The folder of the tests as they were written, to which Playwright's lists are relative. */
export const testSources = path.join(home, isCompiled && isCheckout ? '../tests' : 'tests');

/** The command by which the user calls the program. */
export const PROGRAM = isCheckout ? 'npm run conformance --' : 'npx payments-conformance';

/** The same, where its output goes on to another program. */
export const PRINTING = isCheckout ? 'npm run -s conformance --' : PROGRAM;

/** Returns the path of a module of the suite, whose ending differs where it is compiled. */
export function getModuleFile(name: string): string {
  return `${home}${name}${isCompiled ? '.js' : '.ts'}`;
}

/** Returns the commit of the suite, with `+changes` if files differ; undefined without git, and for a package. */
export function getCommit(): string | undefined {
  if (!isCheckout) return undefined; // a repository around the package is its user's
  const { PATH, HOME, TMPDIR } = environment();
  const options = { cwd: home, env: { PATH, HOME, TMPDIR }, encoding: 'utf8', stdio: 'pipe' } as const;
  try {
    const status = execFileSync('git', ['status', '--porcelain=v2', '--branch'], options);
    const [, commit] = /^# branch\.oid ([0-9a-f]+)$/m.exec(status) ?? [];
    return commit && `${commit}${/^[^#]/m.test(status) ? '+changes' : ''}`;
  } catch {
    return undefined;
  }
}

/** Returns this suite, without a commit if git finds none; `register` is the digest of its register. */
export function getSuite(register: string) {
  return { name: packageFile.name, version: packageFile.version, commit: getCommit() ?? '', register };
}

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
const node = ['--disable-warning=ExperimentalWarning']; // Node 20 warns of each JSON file that is imported

type Words = readonly [string, ...string[]];

/** Returns the words of a command of Playwright, such as `test`, with the configuration of the suite, and their variables. */
function getPlaywrightCall([command, ...words]: Words) {
  const config = `--config=${getModuleFile('playwright.config')}`;
  if (!isCompiled) return { args: [command, config, ...words], variables: {} };
  const files = words.map((word) => word.replace(/(\.spec)\.ts(?=$|:\d)/, '$1'));
  const isPlain = !files.some((word) => /\.[cm]?tsx?\b/.test(word)); // no reporter in TypeScript, which Playwright has to translate
  return { args: [command, config, ...files], variables: isPlain ? { PW_DISABLE_TS_ESM: '1' } : {} };
}

/** Starts a command of Playwright in a process of its own. */
export function startPlaywright(words: Words, env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess {
  const { args, variables } = getPlaywrightCall(words);
  return spawn(process.execPath, [...node, playwright, ...args], { env: { ...env, ...variables }, stdio });
}

/** Runs a command of Playwright as this process, which ends with its exit code: another one would load everything again. */
export async function runPlaywright(words: Words, more: NodeJS.ProcessEnv = {}): Promise<void> {
  const { args, variables } = getPlaywrightCall(words);
  Object.assign(environment(), more, variables);
  process.argv = [process.execPath, playwright, ...args];
  if (!onlyLists(words)) process.stdout.removeAllListeners('error'); // a reporter reports it, and writes the reports
  onParentExit(() => void process.kill(process.pid, 'SIGINT'));
  await import(playwright);
}

/** Calls back when the parent process is gone: npm and a shell may end at SIGTERM without passing it on. */
export function onParentExit(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 200);
  timer.unref();
}

/** Ends a detached program and the processes that it left behind, which would hold its pipes open. */
export function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // nothing of it is left
  }
}
