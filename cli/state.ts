import { Argument, type Command } from 'commander';
import { getField } from '#api/exchange';
import { describeSkipReason } from '#api/messages';
import { extraValueNames, type State, states, toStateVariable } from '#api/states';
import { escapeToLine, toPublicUrl } from '#api/text';
import { parseNumbersAsText } from '#api/values/json';
import { sendToStates } from '#assertions/connection';
import { firstLine } from '#http/failure';
import { createStateRequest } from '#http/states-client';
import { printError } from '#run/process/output';
import type { RunContext } from '#run/run-context';
import { getWrittenState } from '#run/settings/target';
import { rejectMisnamed } from '#run/start';
import { addSettingOptions, withRun } from './setting-options.ts';

type Row = Readonly<Record<string, unknown>>;

/** Defines the command for the values of a fresh provider state, which the curl lines of a report use. */
export function define(command: Command): void {
  addSettingOptions(command)
    .addArgument(new Argument('<state>', 'its name: "an authorization code"').choices(Object.keys(states)))
    .addHelpText(
      'after',
      '\neval "$(… state \'an access token\')" sets STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN and the like in a shell.',
    )
    .option('--as <prefix>', 'prefix of the variables: VALUES_2 sets VALUES_2_CODE')
    .action(
      withRun(async (run, state: State, { as }: { as?: string }) => {
        process.stdout.write(writeAssignments(state, (await setUpState(run, state)).values, as));
      }),
    );
}

/** Sets up a state and returns its values; `isOpen` if it needs a teardown. Throws if the target does not provide it. */
export async function setUpState(run: RunContext, state: State): Promise<{ values: Row; isOpen: boolean }> {
  const { settings } = run;
  rejectMisnamed(run);
  if (settings.BASE_URL === '')
    throw new Error('BASE_URL is not set. Set BASE_URL, and PROVIDER_STATES_URL or another source of states.');
  const { PROVIDER_STATES_URL: url } = settings;
  const send = sendToStates(url, settings);
  const response = await send?.(createStateRequest(url, state, 'setup')).catch((error: unknown) => {
    const why = describeSkipReason({ kind: 'states out of reach', url: toPublicUrl(url), why: firstLine(error) });
    throw new Error(`${why}.`);
  });
  if (response === undefined || (url === '' && response.status === 404))
    return { values: readFromEnvironment(run, state), isOpen: false };
  const values = parseNumbersAsText(response.text);
  if (response.status < 200 || response.status > 299)
    throw new Error(
      `${toPublicUrl(url) || 'STATES_COMMAND'} returned ${response.status} for the state "${state}". Check its log.`,
    );
  const [first] = [values].flat(); // a target may return several sets at once
  return { values: typeof first === 'object' ? { ...first } : {}, isOpen: !Array.isArray(values) };
}

function readFromEnvironment({ settings, written }: RunContext, state: State): Row {
  const { rows, lacking } = getWrittenState(state, written, settings.STATES_FILE);
  const [row] = rows;
  if (row === undefined)
    throw new Error(`The state "${state}" needs ${lacking.join(', ') || 'a value'}. Set that, or STATES_FILE.`);
  return row;
}

/** Sets the values of the state as shell variables of the suite's own names; the target chooses none of them. */
function writeAssignments(state: State, values: Row, prefix?: string): string {
  if (prefix !== undefined && !/^[A-Z][A-Z0-9_]*$/.test(prefix))
    throw new Error(`--as is "${prefix}". Expected capital letters, digits and underscores.`);
  const missing = states[state].filter((name) => getField(values, name) === undefined);
  if (missing.length > 0)
    throw new Error(`The state "${state}" has no ${missing.join(', ')}. Add all fields of docs/provider-states.md.`);
  const known = [...new Set<string>([...states[state], ...extraValueNames])];
  const dropped = Object.keys(values).filter((name) => !known.includes(name) && name !== 'live_mode');
  if (dropped.length > 0) printError(`Dropped ${escapeToLine(dropped.join(', '))}. Expected only ${known.join(', ')}.`);
  const set = known.filter((name) => typeof values[name] === 'string');
  const variable = (name: string) => toStateVariable(state, name, prefix);
  return set.map((name) => `${variable(name)}='${String(values[name]).replaceAll("'", `'\\''`)}'\n`).join('');
}
