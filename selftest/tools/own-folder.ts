import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new empty folder outside the repository, which goes with the process that made it. */
export function ownFolder(name = 'tests'): string {
  const folder = mkdtempSync(path.join(tmpdir(), `selftest-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
