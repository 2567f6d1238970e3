import { Command, CommanderError } from 'commander';
import { onLostOutput } from '../suite/run/output.ts';

/** A command of the suite, called by its npm script; `runCommand` runs it. */
export function commandOf(script: string, about: string): Command {
  return new Command(`npm run ${script} --`)
    .description(about)
    .showSuggestionAfterError(false)
    .exitOverride();
}

/**
 * Runs a command and what belongs to it: what is thrown becomes one sentence on stderr and the exit code `failure`, and
 * so does an output that cannot be written.
 */
export async function runCommand(run: () => unknown, failure = 1): Promise<void> {
  onLostOutput(() => process.exit(failure));
  try {
    await run();
  } catch (error) {
    process.exitCode = failure;
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : failure;
    else if (error !== process.stdout.errored)
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}
