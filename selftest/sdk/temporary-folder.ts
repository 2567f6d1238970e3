import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new folder for one test. */
export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'selftest-sdk-'));
}
