import type { Command } from 'commander';

/** Defines the SDK gate, which reads its command line itself: the words after `--` are another command. */
export function define(command: Command): void {
  command
    .helpOption(false)
    .allowUnknownOption()
    .argument('[words...]')
    .action(async () => {
      process.argv.splice(2, 1); // the name of this command
      await import('#client/main');
    });
}
