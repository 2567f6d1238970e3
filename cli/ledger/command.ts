import type { Command } from 'commander';
import { print } from '../../suite/run/process/output.ts';
import { accept } from './accept.ts';
import { diff } from './diff.ts';
import { matrix } from './matrix.ts';
import { report } from './report.ts';

/** The ledgers: four commands. */
export function define(ledger: Command): void {
  ledger
    .command('accept')
    .description('takes the answers of the last run over into the ledger of its target')
    .action(async () => print(await accept()));

  ledger
    .command('diff')
    .description('prints what differs between two ledgers, side by side')
    .argument('<one>', 'the name of a target, or a file')
    .argument('<other>', 'the name of a target, or a file')
    .option('--markdown', 'as a table in Markdown')
    .action((one: string, other: string, options: { markdown?: boolean }) =>
      print(diff(one, other, options.markdown === true)),
    );

  ledger
    .command('report')
    .description('writes reports/unspecified.md: what the reference does not show, and what the target does')
    .argument('[target]', 'the name of a target with a ledger; nothing: the answers of the last run')
    .action(async (target?: string) => print(await report(target)));

  ledger
    .command('matrix')
    .description(
      'writes reports/matrix.html: what each target does where the reference is silent, side by side',
    )
    .argument('<place...>', 'folders of reports, ledgers, or folders of ledgers')
    .action(async (places: string[]) => print(await matrix(places)));
}
