import { refuseStrangers } from '../suite/results/merge/agreement.ts';
import { findShards } from '../suite/results/merge/find.ts';
import { merge } from '../suite/results/merge/merge.ts';
import { commandOf, runCommand } from './command.ts';

const BAD_INPUT = 4;

const program = commandOf(
  'merge',
  'Makes one result of the shards of a run: the reports that one machine would have written, in REPORTS_DIR.',
)
  .argument('<dir...>', 'the reports of each shard, or a folder that holds them all')
  .action(async (folders: string[]) => {
    const [first, ...others] = findShards(folders);
    if (!first) return;
    refuseStrangers([first, ...others]);
    process.exitCode = (await merge([first, ...others])) ? 0 : 1;
  });

await runCommand(() => program.parseAsync(), BAD_INPUT);
