import type { Merged } from './channel-table.ts';
import { append, read } from './channels.ts';
import { context } from './context.ts';
import type { Part } from './part.ts';

/** Tells the reporters of the merge that is about to start. */
export function startMerge(merged: Merged): void {
  append('merged', merged);
}

/** What a merge was told; undefined in a run of tests. */
export function mergedRun(): Merged | undefined {
  return read('merged')[0];
}

/** What of a shared run this process has: its own shard or, where it merges, those that it was given. */
export function partOfRun(): Part | undefined {
  const { shard } = context();
  return mergedRun()?.part ?? (shard && { of: shard.total, present: [shard.current] });
}

/** Playwright takes no status of a merge from a reporter, so it is told beside it. */
export function noteNotGreen(): void {
  append('not green', true);
}

/** Whether a reporter of the merge said that the run is not green. */
export function isNotGreen(): boolean {
  return read('not green').length > 0;
}
