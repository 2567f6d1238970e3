import type { Command } from 'commander';
import { findShards, merge, rejectForeignShards } from '#results/merge/merge';
import { withRun } from './setting-options.ts';

/** Defines the merge of shards, whose reports go to REPORTS_DIR. */
export function define(command: Command): void {
  command.argument('<dir...>', 'the reports of each shard, or a folder that holds them all').action(
    withRun(async ({ settings }, folders: string[]) => {
      const [first, ...others] = findShards(folders);
      if (!first) return;
      rejectForeignShards([first, ...others]);
      process.exitCode = (await merge([first, ...others], settings.REPORTS_DIR)) ? 0 : 1;
    }),
  );
}
