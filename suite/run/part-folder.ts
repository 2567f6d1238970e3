import { readFileSync } from 'node:fs';
import path from 'node:path';
import { asksForPart } from './process/command-line.ts';

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
