import type { Command } from 'commander';
import { findShards, merge, mergeWords, rejectForeignShards } from '#results/merge/merge';
import { print } from '#run/process/command-line';

/** Defines the merge of shards, whose reports go to REPORTS_DIR. */
export function define(command: Command): void {
  command
    .argument('<dir...>', 'the reports of each shard, or a folder that holds them all')
    .action(async (folders: string[]) => {
      const [first, ...others] = findShards(folders);
      if (!first) return;
      rejectForeignShards([first, ...others]);
      print(mergeWords([first, ...others]));
      process.exitCode = (await merge([first, ...others])) ? 0 : 1;
    });
}
