import type { Command } from 'commander';
import { print } from '../../suite/run/process/output.ts';
import { compareRuns } from './changes.ts';
import { readRun } from './run-document.ts';
import { table } from './table.ts';

/** The comparison of two runs. */
export function define(command: Command): void {
  command
    .argument('<before>', 'conformance.json of the earlier run')
    .argument('<after>', 'conformance.json of the later run')
    .option('--markdown', 'as a table in Markdown')
    .action((before: string, after: string, options: { markdown?: boolean }) => {
      const [earlier, later] = [readRun(before), readRun(after)];
      const changes = compareRuns(earlier, later);
      print(table(earlier, later, changes, options.markdown === true));
      process.exitCode = changes.some(({ isWorse }) => isWorse) ? 1 : 0;
    });
}
