import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const watcher = fileURLToPath(new URL('watcher.mjs', import.meta.url));

/** Starts a process that clears up after this one where it is killed; what is returned lets it go. */
export function startWatcher(mark: string, folder: string): () => void {
  // A session of its own, so that a signal to the gate's group spares it.
  const child = spawn(process.execPath, [watcher, mark, folder], {
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  return () => void child.stdin.end();
}
