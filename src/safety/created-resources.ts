import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Resource } from '#run/channel-table';
import { settings } from '#run/context';
import { isLoopback } from '#run/settings/target';

/** Writes reports/left-behind.json. */
export function writeCreatedResources(resources: readonly Resource[]): void {
  try {
    write(resources);
  } catch (error) {
    process.stderr.write(
      `left-behind.json could not be written: ${String(error)}. Free the disk or set REPORTS_DIR.\n`,
    );
  }
}

/** A worker that asks hundreds of times on loopback writes the file once in this many milliseconds. */
const OFTEN = 1_000;
const FEW = 200;
let times = 0;
let saved = 0;

/**
 * Writes it while the run is on, or leaves that to the next time; no test fails where it cannot be written. The embedded
 * provider ends with its run, and leaves nothing.
 */
export function writeCreatedResourcesSoon(resources: () => readonly Resource[]): void {
  const isNear = isLoopback(settings().BASE_URL);
  const isOwn = settings().TARGET === 'embedded' && isNear;
  if (isOwn || (isNear && times > FEW && Date.now() - saved < OFTEN)) return;
  times += 1;
  saved = Date.now();
  try {
    write(resources());
  } catch {
    // The end of the run tries again, and says so.
  }
}

function write(resources: readonly Resource[]): void {
  mkdirSync(settings().REPORTS_DIR, { recursive: true });
  const file = path.join(settings().REPORTS_DIR, 'left-behind.json');
  writeFileAtomic.sync(file, `${JSON.stringify(resources, null, 2)}\n`, { fsync: false });
}

export type CreatedResources = readonly Resource[];

/** Returns what a run created and could not delete; undefined if nothing was recorded. */
export function readCreatedResources(): CreatedResources | undefined {
  const file = path.join(settings().REPORTS_DIR, 'left-behind.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
