import { tell, told } from './channels.ts';
import type { Part } from './part.ts';
import { thisShard } from './shard.ts';

/** What the reporters of a merge need to know that the blobs of its shards do not hold. */
export interface Merged {
  readonly part: Part;
  /** What the shards were started with, but for the shard. */
  readonly argv: readonly string[];
  /** How many tests of each requirement the whole run has. */
  readonly wanted: Readonly<Record<string, number>>;
  readonly ended: string;
}

const MERGED = 'merged';
const BROKEN = 'not-green';

/** Tells the reporters of the merge that is about to start. */
export function tellMerged(merged: Merged): void {
  tell(MERGED, JSON.stringify(merged));
}

/** What a merge was told; undefined in a run of tests. */
export function mergedRun(): Merged | undefined {
  const [line] = told(MERGED);
  return line === undefined ? undefined : JSON.parse(line);
}

/** What of a shared run this process has: its own shard or, where it merges, those that it was given. */
export function partOfRun(): Part | undefined {
  const shard = thisShard();
  return mergedRun()?.part ?? (shard && { of: shard.total, present: [shard.current] });
}

/** Playwright takes no status of a merge from a reporter, so it is told beside it. */
export function tellNotGreen(): void {
  tell(BROKEN, BROKEN);
}

/** Whether a reporter of the merge said that the run is not green. */
export function isNotGreen(): boolean {
  return told(BROKEN).length > 0;
}
