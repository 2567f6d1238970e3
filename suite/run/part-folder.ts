import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What of a result says whether it stands on everything. */
interface Extent {
  readonly unfinished?: string;
  readonly selection?: { readonly tests: number; readonly of: number };
}

const BESIDE = 'part';

const selects =
  /^(?:-g|-G|-gv|--grep|--grep-invert|--project|--last-failed|--only-changed|--test-list|--test-list-invert)(?:=|$)/;

/** What has a value of its own behind it, which selects nothing. */
const takesValue =
  /^(?:-c|-j|-u|--config|--global-timeout|--max-failures|--output|--repeat-each|--reporter|--shard|--timeout|--trace|--tsconfig|--workers)$/;

/** Where a run writes: a part of one beside the result of a whole one, never over it. */
export function folderFor(argv: readonly string[], reports: string): string {
  return asksForPart(argv) && holdsWhole(reports) ? path.join(reports, BESIDE) : reports;
}

/** The folder of the whole run that a part was written beside; undefined where it stands alone. */
export function besideWhole(reports: string): string | undefined {
  const whole = path.dirname(reports);
  return path.basename(reports) === BESIDE && holdsWhole(whole) ? whole : undefined;
}

/** Whether a command line of Playwright runs some of the tests: by an option, or by the place of a file. */
function asksForPart([, , command, ...words]: readonly string[]): boolean {
  if (command !== 'test') return false;
  return words.some(
    (word, at) => selects.test(word) || !(word.startsWith('-') || takesValue.test(words[at - 1] ?? '')),
  );
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
