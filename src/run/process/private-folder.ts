import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive } from '../lock.ts';
import type { RunContext } from '../run-context.ts';
import { seal, unseal } from '../seal.ts';

const PREFIX = 'conformance-run-';
const DAY = 86_400_000;

/** Makes a folder that its user alone can read, and takes it away when this process ends. */
export function privateFolder(): string {
  removeLeftFolders();
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
  return folder;
}

/** Removes what runs of this user left that were killed a day ago or earlier. */
function removeLeftFolders(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(tmpdir(), name);
    const { uid, mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? {};
    const isLeft = uid === process.getuid?.() && Date.now() - (mtimeMs ?? 0) > DAY;
    if (isLeft && !isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
      rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends the process as Ctrl-C would: a run writes its reports first, and the private folder goes. */
function interrupt(): void {
  if (process.listenerCount('SIGINT') > 0) process.kill(process.pid, 'SIGINT');
  else process.exit(1);
}

/** Says how a context is handed to a child process: a file in the private folder, for the children of its maker alone. */
export interface Handed {
  readonly maker: number;
  /** Tells whether the run has started, so that the child is one of its workers. */
  readonly isRunning: boolean;
  readonly context: RunContext;
}

/** Writes the context, encrypted, into its private folder; returns what the children of this process need to read it. */
export function handOver(context: RunContext, isRunning: boolean): string {
  const { folder, key } = context;
  const file = path.join(folder, 'context');
  const handed: Handed = { maker: process.pid, isRunning, context };
  writeFileSync(`${file}.new`, seal(JSON.stringify(handed), Buffer.from(key, 'base64url')), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return `${key}:${file}`;
}

/** Returns what the parent of this process has handed to it. A file that any other process names is ignored. */
export function handedIn(words: string): Handed | undefined {
  const [key = '', ...file] = words.split(':');
  try {
    const found: Handed = JSON.parse(unseal(readFileSync(file.join(':'), 'utf8'), Buffer.from(key, 'base64url')) ?? '');
    return found.maker === process.ppid ? found : undefined;
  } catch {
    return undefined;
  }
}
