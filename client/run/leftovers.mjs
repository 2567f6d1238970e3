import { readdirSync, readFileSync } from 'node:fs';

// Plain JavaScript, because the watcher reads it too, and starts in a twentieth of a second without a compiler.

/** The variable by which whatever a command started is known as its own, in whatever session it runs. */
export const MARK = 'SDK_GATE_RUN';

/** Ends every process that carries a mark, but this one; a machine without /proc has no way to find them. */
export function endMarked(mark) {
  for (const pid of listProcesses()) if (pid !== process.pid && hasMark(pid, mark)) end(pid);
}

function listProcesses() {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function hasMark(pid, mark) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${MARK}=${mark}`);
  } catch {
    return false; // ended since, or another user's
  }
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
