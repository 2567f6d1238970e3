import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Creates an empty folder outside the repository and removes it when the process ends. */
export function ownFolder(name = 'tests'): string {
  const folder = mkdtempSync(path.join(tmpdir(), `selftest-${name}-`));
  folders.push(folder);
  return folder;
}
