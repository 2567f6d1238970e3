import type { Command } from 'commander';
import { settings } from '../../suite/run/context.ts';
import { misnamed } from '../../suite/run/named.ts';
import { rehearse } from './rehearse.ts';
import { planWords } from './words.ts';

/** The plan of a run. */
export function define(command: Command): void {
  command
    .argument('[options...]', 'what the run would be given: --project=test-users, --grep @TOK-29')
    .allowUnknownOption()
    .action(async (args: string[]) => {
      const sentence = misnamed(settings());
      if (sentence !== undefined) throw new Error(sentence);
      process.stdout.write(planWords(settings(), await rehearse(settings(), args)));
    });
}
