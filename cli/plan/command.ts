import type { Command } from 'commander';
import { context, settings } from '../../suite/run/context.ts';
import { print } from '../../suite/run/process/output.ts';
import { misnamed } from '../../suite/run/settings/named.ts';
import { refuse } from '../refusals.ts';
import { settingOptions } from '../setting-options.ts';
import { rehearse } from './rehearse.ts';
import { planWords } from './words.ts';

/** The plan of a run. */
export function define(command: Command): void {
  settingOptions(command)
    .argument('[options...]', 'what the run would be given: --project=test-users, --grep @TOK-29')
    .allowUnknownOption()
    .action(async (args: string[]) => {
      const sentence = misnamed(settings(), context().written);
      if (sentence !== undefined) throw new Error(sentence);
      refuse(args, settings());
      print(planWords(settings(), await rehearse(settings(), args)).trimEnd());
    });
}
