import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

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
