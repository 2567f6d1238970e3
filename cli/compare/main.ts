import { commandOf, runCommand } from '../command.ts';
import { compareRuns } from './changes.ts';
import { readRun } from './run-document.ts';
import { table } from './table.ts';

const BAD_INPUT = 2;

const program = commandOf(
  'compare',
  'Shows the requirements whose outcome differs between two runs; exits 1 where a must got worse.',
)
  .argument('<before>', 'conformance.json of the earlier run')
  .argument('<after>', 'conformance.json of the later run')
  .option('--markdown', 'as a table in Markdown')
  .action((before: string, after: string, options: { markdown?: boolean }) => {
    const [earlier, later] = [readRun(before), readRun(after)];
    const changes = compareRuns(earlier, later);
    process.stdout.write(`${table(earlier, later, changes, options.markdown === true)}\n`);
    process.exitCode = changes.some(({ isWorse }) => isWorse) ? 1 : 0;
  });

await runCommand(() => program.parse(), BAD_INPUT);
