import fs from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { isAlive } from '#run/process/private-folder';

const LOCK = '.running';
const BEAT = 30_000;
const STALE = 10 * BEAT;

/**
 * Locks a folder for this process until it ends; throws if another run has it. The lock of a run that was killed is
 * taken over; a process of another machine cannot be asked, but renews its lock as long as it runs.
 */
export function lockFolder(folder: string): void {
  const file = path.join(folder, LOCK);
  const taken = () =>
    new Error(
      `Another run is writing its reports to ${folder} (see ${file}). Wait until it ends, or set REPORTS_DIR to another folder.`,
    );
  fs.mkdirSync(folder, { recursive: true });
  if (isTaken(file)) throw taken();
  fs.rmSync(file, { force: true });
  try {
    fs.writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' });
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'EEXIST' ? taken() : error;
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
