import { settings } from '../../suite/run/context.ts';
import { misnamed } from '../../suite/run/named.ts';
import { commandOf, runCommand } from '../command.ts';
import { rehearse } from './rehearse.ts';
import { planWords } from './words.ts';

const program = commandOf(
  'plan',
  'Says what a run would do and leave behind, without sending anything to its target.',
)
  .argument('[options...]', 'what the run would be given: --project=test-users, --grep @TOK-29')
  .allowUnknownOption()
  .helpOption('--help', 'show this')
  .action(async (args: string[]) => {
    const sentence = misnamed(settings());
    if (sentence !== undefined) throw new Error(sentence);
    process.stdout.write(planWords(settings(), await rehearse(settings(), args)));
  });

await runCommand(() => program.parseAsync(), 4);
