import { environment } from '../../suite/run/context.ts';
import { createByteFinder, type Leak, placesOf, searchFolder } from '../../suite/run/secrets/search.ts';
import { commandOf, runCommand } from '../command.ts';
import { knownSecrets } from './known.ts';

const command = commandOf(
  'secrets',
  'Searches every byte of a folder, and of what is packed in its files, for the secrets of the environment.',
)
  .argument('<folder>', 'what is about to be published, such as reports')
  .addHelpText(
    'after',
    '\nThe values: STATE_ variables that hold a secret, and SECRETS (a comma or a line between two).',
  )
  .action(run);

await runCommand(() => command.parse());

function run(folder: string): void {
  const { values, unsearchable } = knownSecrets(environment());
  if (unsearchable.length > 0)
    throw new Error(`${unsearchable.join(', ')}: only a value of 6 to 8192 characters can be searched for.`);
  if (values.length === 0)
    throw new Error('There is no secret to search for: set SECRETS, or the STATE_ variables of the run.');
  const leaks = search(folder, values);
  if (leaks.length > 0)
    throw new Error([...placesOf(leaks), `${folder} holds secrets: do not publish it.`].join('\n'));
  console.log(`None of ${values.length} secrets stands in ${folder}.`);
}

function search(folder: string, values: readonly string[]): Leak[] {
  try {
    return searchFolder(folder, createByteFinder(values));
  } catch (error) {
    throw new Error(
      `The search was not finished: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
