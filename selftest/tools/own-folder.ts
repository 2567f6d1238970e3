import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder outside the repository, which goes with the process that made it. */
export function ownFolder(name = 'tests'): string {
  const folder = mkdtempSync(path.join(tmpdir(), `selftest-${name}-`));
  folders.push(folder);
  return folder;
}
