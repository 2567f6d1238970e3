import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunContext } from '../run-context.ts';

/** Makes a folder that its user alone can read, and takes it away when this process ends. */
export function privateFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'conformance-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
  return folder;
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

/** Writes the context into its private folder for the children of this process; returns the file. */
export function handOver(context: RunContext, isRunning: boolean): string {
  const file = path.join(context.folder, 'context.json');
  const handed: Handed = { maker: process.pid, isRunning, context };
  writeFileSync(`${file}.new`, JSON.stringify(handed), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return file;
}

/** Returns what the parent of this process has handed to it. A file that anybody else names is nobody's. */
export function handedIn(file: string): Handed | undefined {
  try {
    const found: Handed = JSON.parse(readFileSync(file, 'utf8'));
    return found.maker === process.ppid ? found : undefined;
  } catch {
    return undefined;
  }
}
