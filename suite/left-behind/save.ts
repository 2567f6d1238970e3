import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { settings } from '../environment.ts';
import type { Resource } from './journal.ts';

const schemaFile = new URL('left-behind.schema.json', import.meta.url);

/** A run that creates hundreds does so on loopback: there the file is written once in this many milliseconds. */
const OFTEN = 1_000;
const FEW = 100;
let saved = 0;

/** Writes reports/left-behind.json; `soon` may leave it to the next time, and no test fails where it cannot be written. */
export function saveLeftBehind(resources: readonly Resource[], when: 'soon' | 'now'): void {
  if (when === 'soon' && resources.length > FEW && Date.now() - saved < OFTEN) return;
  saved = Date.now();
  try {
    write(resources);
  } catch (error) {
    if (when === 'now')
      process.stderr.write(
        `left-behind.json could not be written: ${String(error)}. Free the disk or set REPORTS_DIR.\n`,
      );
  }
}

function write(resources: readonly Resource[]): void {
  mkdirSync(settings.REPORTS_DIR, { recursive: true });
  const file = path.join(settings.REPORTS_DIR, 'left-behind.json');
  writeFileAtomic.sync(file, `${JSON.stringify(resources, null, 2)}\n`, { fsync: false });
  copyFileSync(schemaFile, path.join(settings.REPORTS_DIR, 'left-behind.schema.json'));
}
