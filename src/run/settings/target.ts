import { BlockList, isIP } from 'node:net';
import type { Settings } from './settings.ts';
import { unevenState } from './written-states.ts';

/** A service that tests are run against. */
export interface Target {
  readonly BASE_URL: string;
  readonly PROVIDER_STATES_URL: string;
}

/** One of several targets of a run; where it breaks requirements on purpose, only the tests of those are run. */
export interface NamedTarget extends Target {
  readonly name: string;
  readonly breaks?: readonly string[];
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether a URL names the loopback interface. No URL is the embedded provider, which is there. */
export function isLoopback(url: string): boolean {
  if (url === '') return true;
  const name = new URL(url).hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  const family = isIP(name);
  if (family === 0) return name === 'localhost' || name.endsWith('.localhost');
  return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether the run is against the sandbox, where requests carry its own header (4). */
export function isSandbox({ TARGET }: Pick<Settings, 'TARGET'>): boolean {
  return TARGET === 'sandbox';
}

/** What a setting is where it is not set: a run is a guest wherever the target is shared. */
export function usual(settings: Pick<Settings, 'BASE_URL' | 'TARGET'>) {
  const isOwn = isLoopback(settings.BASE_URL);
  return {
    /** Requests a second over all workers. */
    MAX_RPS: isOwn && !isSandbox(settings) ? Number.POSITIVE_INFINITY : 5,
    /** Parallel workers: the embedded provider needs the processor too, other targets are waited for. */
    WORKERS: isSandbox(settings) || !isOwn ? 1 : settings.BASE_URL === '' ? 2 : 6,
    /** Requests of one test side by side. */
    CONCURRENCY: isSandbox(settings) ? 1 : isOwn ? 8 : 4,
    /** Whether what failed is run once more before it counts: where others do not use the target too, nothing is sporadic. */
    CONFIRM: !isOwn,
    ...(isOwn ? unlimited : small),
  };
}

const unlimited = {
  BUDGET_PREFERENCES: Number.POSITIVE_INFINITY,
  BUDGET_TEST_USERS: Number.POSITIVE_INFINITY,
  BUDGET_AGREEMENTS: Number.POSITIVE_INFINITY,
};

/** What the musts need, all but PRF-02, and one that a broken request may take which a target accepts. */
const small = { BUDGET_PREFERENCES: 25, BUDGET_TEST_USERS: 13, BUDGET_AGREEMENTS: 15 };

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
