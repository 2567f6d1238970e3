import type { Command } from 'commander';
import { environment } from '../../suite/run/context.ts';
import {
  createByteFinder,
  placesOf,
  type Searched,
  searchFolder,
  unsearchedWords,
} from '../../suite/run/secrets/search.ts';
import { knownSecrets } from './known.ts';

/** The search before anything is published. */
export function define(command: Command): void {
  command
    .argument('<folder>', 'what is about to be published, such as reports')
    .addHelpText(
      'after',
      '\nThe values: STATE_ variables that hold a secret, and SECRETS (a comma or a line between two).',
    )
    .action(run);
}

function run(folder: string): void {
  const { values, unsearchable } = knownSecrets(environment());
  if (unsearchable.length > 0)
    throw new Error(`${unsearchable.join(', ')}: only a value of 6 to 8192 characters can be searched for.`);
  if (values.length === 0) {
    console.log('There is no secret to search for: neither SECRETS nor a STATE_ variable holds one.');
    return;
  }
  const { leaks, unsearched } = search(folder, values);
  if (leaks.length > 0)
    throw new Error([...placesOf(leaks), `${folder} holds secrets: do not publish it.`].join('\n'));
  if (unsearched.length > 0)
    throw new Error(
      [...unsearchedWords(unsearched), `${folder} was not searched whole: look before you publish it.`].join(
        '\n',
      ),
    );
  console.log(`None of ${values.length} secrets stands in ${folder}.`);
}

function search(folder: string, values: readonly string[]): Searched {
  try {
    return searchFolder(folder, createByteFinder(values));
  } catch (error) {
    throw new Error(
      `The search was not finished: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
