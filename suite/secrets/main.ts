import { Command } from 'commander';
import { config } from 'dotenv';
import { knownSecrets } from './known.ts';
import { createByteFinder, placesOf, searchFolder } from './search.ts';

config({ quiet: true });

const command = new Command('secrets')
  .description(
    'Searches every byte of a folder, and of what is packed in its files, for the secrets of the environment.',
  )
  .argument('<folder>', 'what is about to be published, such as reports')
  .addHelpText(
    'after',
    '\nThe values: STATE_ variables that hold a secret, and SECRETS (a comma or a line between two).',
  )
  .action(run);

function run(folder: string): void {
  const { values, unsearchable } = knownSecrets(process.env);
  if (unsearchable.length > 0)
    command.error(`${unsearchable.join(', ')}: only a value of 6 to 8192 characters can be searched for.`);
  if (values.length === 0)
    command.error('There is no secret to search for: set SECRETS, or the STATE_ variables of the run.');
  const leaks = searchFolder(folder, createByteFinder(values));
  if (leaks.length === 0) console.log(`None of ${values.length} secrets stands in ${folder}.`);
  else command.error([...placesOf(leaks), `${folder} holds secrets: do not publish it.`].join('\n'));
}

try {
  command.parse();
} catch (error) {
  command.error(`The search was not finished: ${error instanceof Error ? error.message : String(error)}.`);
}
