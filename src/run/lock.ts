import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';

/** Says of a folder of reports that a run is writing there. */
const LOCK = '.running';

/** Who writes in a folder. */
interface Holder {
  readonly pid: number;
  readonly host: string;
}

/**
 * Takes a folder for this process until it ends; throws one sentence where another run has it. What a run left that was
 * killed is taken over.
 */
export function lockFolder(folder: string): void {
  const file = path.join(folder, LOCK);
  const own: Holder = { pid: process.pid, host: hostname() };
  mkdirSync(folder, { recursive: true });
  if (isTaken(file)) throw new Error(sentence(folder, file));
  rmSync(file, { force: true });
  try {
    writeFileSync(file, JSON.stringify(own), { flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw new Error(sentence(folder, file));
    throw error;
  }
  const beat = setInterval(() => renew(file), BEAT).unref();
  process.once('exit', () => {
    clearInterval(beat);
    rmSync(file, { force: true });
  });
}

/** A machine that is gone renews its lock no more. */
const BEAT = 30_000;
const STALE = 10 * BEAT;

function renew(file: string): void {
  const now = new Date();
  if (statSync(file, { throwIfNoEntry: false })) utimesSync(file, now, now);
}

function sentence(folder: string, file: string): string {
  return `Another run writes its reports to ${folder}: wait for its end, or set REPORTS_DIR to another folder (${file} says who has it).`;
}

/** A process of another machine cannot be asked: the age of its lock says whether it is still there. */
function isTaken(file: string): boolean {
  const holder = holderIn(file);
  if (holder === undefined || holder.pid === process.pid) return false;
  return holder.host === hostname() ? isAlive(holder.pid) : Date.now() - statSync(file).mtimeMs < STALE;
}

function holderIn(file: string): Holder | undefined {
  try {
    const holder: Holder = JSON.parse(readFileSync(file, 'utf8'));
    return holder;
  } catch {
    return undefined;
  }
}

/** Returns true if a process of this machine is still there. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
