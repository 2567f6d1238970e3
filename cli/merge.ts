import type { Command } from 'commander';
import { generateAllure } from '#reporters/allure';
import { findShards, merge, mergeWords, rejectForeignShards } from '#results/merge/merge';
import { settings } from '#run/context';
import { complain, print } from '#run/process/command-line';

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

/** Makes the Allure report of the last run. */
export function defineReport(command: Command): void {
  const make = async () => print(await generateAllure(settings().REPORTS_DIR));
  command.action(make);
  command.command('open', { hidden: true }).action(async () => {
    complain('report open is deprecated: the report is one file. Use report, and open the file that it names.');
    await make();
  });
}
