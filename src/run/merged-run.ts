import type { Merged } from './channel-table.ts';
import { appendToChannel, readChannel } from './channels.ts';
import { context } from './context.ts';
import type { ShardSelection } from './partial-run.ts';

export function startMerge(merged: Merged): void {
  appendToChannel('merged', merged);
}

/** Returns the merge that runs; undefined in a run of tests. */
export function getMergedRun(): Merged | undefined {
  return readChannel('merged')[0];
}

/** Returns the shards of this process: its own shard or, in a merge, those that it was given. */
export function getShards(): ShardSelection | undefined {
  const { shard } = context();
  return getMergedRun()?.part ?? (shard && { of: shard.total, present: [shard.current] });
}

/** Records that the run is not green, since Playwright takes no status of a merge from a reporter. */
export function recordNotGreen(): void {
  appendToChannel('not green', true);
}

/** Returns true if a reporter of the merge said that the run is not green. */
export function isNotGreen(): boolean {
  return readChannel('not green').length > 0;
}
