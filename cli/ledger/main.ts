import { commandOf, runCommand } from '../command.ts';
import { accept } from './accept.ts';
import { diff } from './diff.ts';
import { report } from './report.ts';

const program = commandOf(
  'ledger',
  'The accepted answers of each target to what the reference does not show.',
);

program
  .command('accept')
  .description('takes the answers of the last run over into the ledger of its target')
  .action(() => print(accept()));

program
  .command('diff')
  .description('prints what differs between two ledgers, side by side')
  .argument('<one>', 'the name of a target, or a file')
  .argument('<other>', 'the name of a target, or a file')
  .option('--markdown', 'as a table in Markdown')
  .action((one: string, other: string, options: { markdown?: boolean }) =>
    print(diff(one, other, options.markdown === true)),
  );

program
  .command('report')
  .description('writes reports/unspecified.md: what the reference does not show, and what the target does')
  .argument('[target]', 'the name of a target with a ledger; nothing: the answers of the last run')
  .action((target?: string) => print(report(target)));

await runCommand(() => program.parseAsync());

async function print(text: string | Promise<string>): Promise<void> {
  process.stdout.write(`${await text}\n`);
}
