import { Command } from 'commander';
import { accept } from './accept.ts';
import { diff } from './diff.ts';
import { report } from './report.ts';

const program = new Command('npm run ledger --').description(
  'The accepted answers of each target to what the reference does not show.',
);

program
  .command('accept')
  .description('takes the answers of the last run over into the ledger of its target')
  .action(() => end(accept));

program
  .command('diff')
  .description('prints what differs between two ledgers, side by side')
  .argument('<one>', 'the name of a target, or a file')
  .argument('<other>', 'the name of a target, or a file')
  .option('--markdown', 'as a table in Markdown')
  .action((one: string, other: string, options: { markdown?: boolean }) =>
    end(() => diff(one, other, options.markdown === true)),
  );

program
  .command('report')
  .description('writes reports/unspecified.md: what the reference does not show, and what the target does')
  .argument('[target]', 'the name of a target with a ledger; nothing: the answers of the last run')
  .action((target?: string) => end(() => report(target)));

await program.parseAsync();

/** Prints what a command returns; what it throws is one sentence on stderr. */
async function end(command: () => string | Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
