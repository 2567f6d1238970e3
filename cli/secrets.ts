import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { listGatewaySecrets } from '#http/gateway';
import { LONGEST_SECRET, SHORTEST_SECRET } from '#redaction/forms';
import { isPublicValue } from '#redaction/names';
import { createByteFinder, describeLeaks, describeUnsearched, type Searched, searchFolder } from '#redaction/search';
import { environment } from '#run/context';
import { toMessage } from '#run/process/output';
import { readEnvFile } from '#run/process/sources';
import { readSettings, type Settings } from '#run/settings/settings';

/** Defines the search for secrets before anything is published. */
export function define(command: Command): void {
  command
    .argument('<folder>', 'folder to be published, such as reports')
    .option('--env-file <file>', 'a .env whose STATE_ values are searched for too')
    .option('--allow-none', 'pass if there is no secret to search for')
    .addHelpText(
      'after',
      '\nSearches for the secrets of STATE_ variables, STATES_FILE, SECRETS (separated by commas or lines) and EXTRA_HEADERS.',
    )
    .action(run);
}

function run(folder: string, { envFile: file, allowNone }: { readonly envFile?: string; readonly allowNone?: true }) {
  if (file === undefined && existsSync('.env'))
    throw new Error('This command does not read .env. Use --env-file .env to search for its values.');
  const ofFile = file === undefined ? {} : readEnvFile(file).values;
  const { values, unsearchable } = knownSecrets({ ...ofFile, ...environment() });
  if (unsearchable.length > 0)
    throw new Error(
      `Cannot search for ${unsearchable.join(', ')}: shorter than 6 or longer than 8192 characters. Use values of 6 to 8192 characters, and search for these by hand.`,
    );
  if (values.length === 0 && allowNone) {
    console.log(`${folder} was not searched: there is no secret to search for.`);
    return;
  }
  if (values.length === 0)
    throw new Error('No secret to search for. Set SECRETS, STATES_FILE or a STATE_ variable, or use --allow-none.');
  const { leaks, unsearched } = search(folder, values);
  const lines = leaks.length > 0 ? describeLeaks(leaks) : describeUnsearched(unsearched);
  const leaked = 'contains secrets. Check the files above, and do not publish them.';
  const missed = 'was not fully searched. Check it by hand before you publish it.';
  if (lines.length > 0) throw new Error([...lines, `${folder} ${leaks.length > 0 ? leaked : missed}`].join('\n'));
  console.log(`None of ${values.length} secrets was found in ${folder}.`);
}

function search(folder: string, values: readonly string[]): Searched {
  try {
    return searchFolder(folder, createByteFinder(values));
  } catch (error) {
    throw new Error(
      `The search of ${folder} failed: ${toMessage(error)}. Check the path and its permissions, and run the search again before you publish.`,
    );
  }
}

/** Returns the secrets of provider states, SECRETS and settings, and the places whose values cannot be searched for. */
function knownSecrets(environment: NodeJS.ProcessEnv) {
  const { SECRETS = '', STATES_FILE, EXTRA_HEADERS, PROVIDER_STATES_HEADERS, HTTPS_PROXY } = environment;
  const settings = readSettings({ STATES_FILE, EXTRA_HEADERS, PROVIDER_STATES_HEADERS, HTTPS_PROXY });
  const ofGateway = listGatewaySecrets(settings).filter((value) => value.length >= SHORTEST_SECRET && /\d/.test(value)); // no words
  const headers = ofGateway.map((value): Place => ['EXTRA_HEADERS, PROVIDER_STATES_HEADERS or HTTPS_PROXY', value]);
  const places = [...stateValues(environment), ...fileValues(settings), ...listed(SECRETS), ...headers];
  const isLong = ([, value]: Place) => value.length >= SHORTEST_SECRET && value.length <= LONGEST_SECRET;
  return {
    values: [...new Set(places.filter(isLong).map(([, value]) => value))],
    unsearchable: places.filter((place) => !isLong(place)).map(([name]) => name),
  };
}

type Place = readonly [name: string, value: string];

/** Returns the secret values of states: in `STATE_A_REFRESH_TOKEN__CLIENT_SECRET` the name is after the underscores. */
function stateValues(environment: NodeJS.ProcessEnv): Place[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    const [, field] = /^STATE_.*?__(.+)$/.exec(name) ?? [];
    return field === undefined || value === '' || isPublicValue(field.toLowerCase()) ? [] : [[name, value]];
  });
}

function fileValues({ STATES_FILE = {} }: Settings): Place[] {
  const isSecret = ([name, value]: Place) => value !== '' && name !== 'live_mode' && !isPublicValue(name);
  return Object.entries(STATES_FILE).flatMap(([state, rows]) => {
    const fields = rows.flatMap((row) => Object.entries(row)).filter(isSecret);
    return fields.map(([name, value]): Place => [`the ${name} of "${state}" in STATES_FILE`, value]);
  });
}

function listed(values: string): Place[] {
  return values
    .split(/[,\n]/)
    .map((value) => value.trim())
    .filter(Boolean)
    .map((value, index) => [`value ${index + 1} of SECRETS`, value]);
}
