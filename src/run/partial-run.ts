import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The machines of a shared run that a result covers. */
export interface ShardSelection {
  readonly of: number;
  readonly present: readonly number[];
}

/** Returns true if a result covers less than the whole run. */
export function isPartial(part: ShardSelection | undefined): part is ShardSelection {
  return part !== undefined && part.present.length < part.of;
}

/** Returns the missing shards in words: `this is only shard 2 of 3`, `shard 3 of 3 is missing`. */
export function describeMissingShards({ of, present }: ShardSelection): string {
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((n) => !present.includes(n));
  if (present.length === 1) return `this is only shard ${present[0]} of ${of}`;
  return missing.length === 1
    ? `shard ${missing[0]} of ${of} is missing`
    : `shards ${missing.join(', ')} of ${of} are missing`;
}

interface Extent {
  readonly unfinished?: string;
  readonly selection?: { readonly tests: number; readonly of: number };
}

const PART = 'part';

/** Returns the folder of a partial run, which overwrites no whole result; undefined if there is none to keep. */
export function getPartFolder(reports: string): string | undefined {
  return holdsWhole(reports) ? path.join(reports, PART) : undefined;
}

/** Returns the folder of the whole run next to a partial one; undefined if there is none. */
export function getWholeRunFolder(reports: string): string | undefined {
  const whole = path.dirname(reports);
  return path.basename(reports) === PART && holdsWhole(whole) ? whole : undefined;
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

/** One of several machines that share a run: `2/3` is the second of three. */
export interface Shard {
  readonly current: number;
  readonly total: number;
}

/** Returns the shard that a text names; undefined if it names none. */
export function parseShard(text: string): Shard | undefined {
  const [, current, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const shard = { current: Number(current), total: Number(total) };
  return shard.current <= shard.total ? shard : undefined;
}

/** Returns a shard's share of a number of whole things, such as a budget of the run; all shares add up to it. */
export function getShare(total: number, shard: Shard | undefined): number {
  if (!shard) return total;
  return Math.floor(total / shard.total) + (shard.current <= total % shard.total ? 1 : 0);
}
