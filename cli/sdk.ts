import type { Command } from 'commander';

/** The SDK gate, which reads its command line itself: what stands behind `--` is another's. */
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
