import type { Settings } from './settings.ts';
import { isLoopback } from './target.ts';
import { unevenState } from './written-states.ts';

type Naming = Pick<
  Settings,
  | 'BASE_URL'
  | 'TARGET'
  | 'PROVIDER_STATES_URL'
  | 'STATES_COMMAND'
  | 'STATES_FILE'
  | 'TEST_ACCOUNTS'
  | 'ALLOW_LIVE'
>;

/** What is wrong with how the target and its states are named, in one sentence; undefined where nothing is. */
export function misnamed(
  { BASE_URL, TARGET, PROVIDER_STATES_URL, STATES_COMMAND, STATES_FILE, TEST_ACCOUNTS, ALLOW_LIVE }: Naming,
  written: Readonly<Record<string, string>>,
): string | undefined {
  const isOthers = TARGET !== '' && TARGET !== 'embedded';
  const state = Object.keys(written).find((name) => name.startsWith('STATE_'));
  if (BASE_URL === '' && isOthers)
    return `TARGET is "${TARGET}" and BASE_URL is not set: set BASE_URL to where that is.`;
  if (BASE_URL === '' && PROVIDER_STATES_URL !== '')
    return `PROVIDER_STATES_URL is "${PROVIDER_STATES_URL}" and BASE_URL is not set: set BASE_URL to the target that has these states.`;
  if (BASE_URL === '' && state !== undefined)
    return `${state} is set and BASE_URL is not: set BASE_URL to the target that has this state.`;
  if (BASE_URL === '' && TEST_ACCOUNTS.length > 0)
    return 'TEST_ACCOUNTS is set and BASE_URL is not: set BASE_URL to the target that has these users.';
  if (BASE_URL === '' && STATES_FILE !== undefined)
    return 'STATES_FILE is set and BASE_URL is not: set BASE_URL to the target that has these states.';
  if (BASE_URL === '' && STATES_COMMAND !== '')
    return 'STATES_COMMAND is set and BASE_URL is not: set BASE_URL to the target that has these states.';
  if (PROVIDER_STATES_URL !== '' && STATES_COMMAND !== '')
    return 'PROVIDER_STATES_URL and STATES_COMMAND are both set: take away the one that is not meant.';
  if (ALLOW_LIVE && TEST_ACCOUNTS.length > 0)
    return 'TEST_ACCOUNTS and ALLOW_LIVE=1 are both set: take away the one that is not meant.';
  if (TARGET === '' && !isLoopback(BASE_URL))
    return `BASE_URL is "${BASE_URL}", which is not on this machine: set TARGET to its name, such as sandbox or staging.`;
  return unevenState(written);
}
