import { readFileSync } from 'node:fs';
import path from 'node:path';
import { asksForPart } from './process/command-line.ts';

/** The machines of a shared run that a result stands on. */
export interface Part {
  readonly of: number;
  readonly present: readonly number[];
}

/** Whether a result stands on less than the whole run. */
export function isPartial(part: Part | undefined): part is Part {
  return part !== undefined && part.present.length < part.of;
}

/** Which machines are missing, in words: `this is shard 2 of 3 alone`, `shard 3 of 3 is missing`. */
export function partialWords({ of, present }: Part): string {
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((n) => !present.includes(n));
  if (present.length === 1) return `this is shard ${present[0]} of ${of} alone`;
  return missing.length === 1
    ? `shard ${missing[0]} of ${of} is missing`
    : `shards ${missing.join(', ')} of ${of} are missing`;
}

/** What of a result says whether it stands on everything. */
interface Extent {
  readonly unfinished?: string;
  readonly selection?: { readonly tests: number; readonly of: number };
}

const BESIDE = 'part';

/** Where a run writes: a part of one beside the result of a whole one, never over it. */
export function folderFor(argv: readonly string[], reports: string): string {
  return asksForPart(argv.slice(2)) && holdsWhole(reports) ? path.join(reports, BESIDE) : reports;
}

/** The folder of the whole run that a part was written beside; undefined where it stands alone. */
export function besideWhole(reports: string): string | undefined {
  const whole = path.dirname(reports);
  return path.basename(reports) === BESIDE && holdsWhole(whole) ? whole : undefined;
}

function holdsWhole(folder: string): boolean {
  try {
    const file = path.join(folder, 'conformance.json');
    const { unfinished, selection }: Extent = JSON.parse(readFileSync(file, 'utf8'));
    return unfinished === undefined && selection !== undefined && selection.tests === selection.of;
  } catch {
    return false;
  }
}
