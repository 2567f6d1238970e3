import fs from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { isAlive } from './process/private-folder.ts';

const LOCK = '.running';
const BEAT = 30_000;
const STALE = 10 * BEAT;

/** Locks a folder until this process ends; takes over the lock of a killed run, which nothing renews. */
export function lockFolder(folder: string): void {
  const file = path.join(folder, LOCK);
  fs.mkdirSync(folder, { recursive: true });
  if (fs.existsSync(file) && !isTaken(file)) fs.rmSync(file, { force: true });
  try {
    fs.writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new Error(
      `Another run is writing its reports to ${folder} (see ${file}). Set REPORTS_DIR to another folder, or wait until it ends.`,
    );
  }
  const beat = setInterval(() => {
    const now = new Date();
    if (fs.statSync(file, { throwIfNoEntry: false })) fs.utimesSync(file, now, now);
  }, BEAT).unref();
  process.once('exit', () => {
    clearInterval(beat);
    fs.rmSync(file, { force: true });
  });
}

function isTaken(file: string): boolean {
  try {
    const { pid, host }: { pid: number; host: string } = JSON.parse(fs.readFileSync(file, 'utf8'));
    if (pid === process.pid) return false;
    return host === hostname() ? isAlive(pid) : Date.now() - fs.statSync(file).mtimeMs < STALE;
  } catch {
    return false;
  }
}

const RETRY_AFTER = 20;
const LONGEST_HELD = 10_000;

/** Runs an action while no other process runs one for this file; a lock that is ten seconds old is of a killed run. */
export function withLock(file: string, action: () => void): void {
  const lock = `${file}.lock`;
  while (!makeLock(lock)) {
    const { mtimeMs = Date.now() } = fs.statSync(lock, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > LONGEST_HELD) fs.rmSync(lock, { recursive: true, force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_AFTER);
  }
  try {
    action();
  } finally {
    fs.rmSync(lock, { recursive: true, force: true });
  }
}

/** Makes the folder that is a lock; returns false if another process has it. */
function makeLock(folder: string): boolean {
  try {
    fs.mkdirSync(folder);
    return true;
  } catch (error) {
    const { code }: NodeJS.ErrnoException = Object(error);
    if (code === 'EEXIST') return false;
    throw new Error(`${folder} cannot be made (${code}). Check the disk and the permissions of its folder.`);
  }
}
