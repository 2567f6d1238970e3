import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The private folder of this run, outside the reports: what the processes of one run tell each other, and what no
 * report may hold. The first process makes it, readable by its user alone, and takes it away when it ends.
 */
export function runFolder(): string {
  process.env.RUN_FOLDER ??= makeFolder();
  return process.env.RUN_FOLDER;
}

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'conformance-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
  isMaker = true;
  return folder;
}

/** Ends the process as Ctrl-C would: a run writes its reports first, and the private folder goes. */
function interrupt(): void {
  if (process.listenerCount('SIGINT') > 0) process.kill(process.pid, 'SIGINT');
  else process.exit(1);
}

let isMaker = false;

const CLAIM = 'claim-';

/** Takes a name for the calling test; false where any worker of this run took it before. */
export function claim(name: string): boolean {
  try {
    writeFileSync(path.join(runFolder(), `${CLAIM}${name}`), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function isErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

const opened = new Map<string, number>();

/** Appends a line to a file that all processes of the run share; it is kept open, for the next line soon comes. */
export function tell(file: string, line: string): void {
  const descriptor = opened.get(file) ?? openSync(path.join(runFolder(), file), 'a', 0o600);
  opened.set(file, descriptor);
  appendFileSync(descriptor, `${line}\n`);
}

/** The lines of a shared file; none where nothing was told yet. */
export function told(file: string): string[] {
  const shared = path.join(runFolder(), file);
  // Most are asked for at each request and are not there: to look is cheaper than to catch.
  return existsSync(shared) ? readFileSync(shared, 'utf8').split('\n').filter(Boolean) : [];
}

/** The names of the shared files. */
export function toldFiles(): string[] {
  const files = readdirSync(runFolder(), { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name }) => name).filter((name) => !name.startsWith(CLAIM));
}

/**
 * Empties the shared files but one when a run is over, for the process that made them may start another: Playwright's
 * UI mode does. The claims stay: what the environment gave for one test is used up.
 */
export function forgetRun(lasting: string): void {
  if (!isMaker) return;
  for (const name of toldFiles()) if (name !== lasting) truncateSync(path.join(runFolder(), name));
  delete process.env.STARTED_AT;
}
