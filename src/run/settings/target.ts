import { BlockList, isIP } from 'node:net';
import type { Settings } from './settings.ts';
import { unevenState } from './written-states.ts';

/** A service that tests are run against. */
export interface Target {
  readonly BASE_URL: string;
  readonly PROVIDER_STATES_URL: string;
}

/** One of several targets of a run; of one that violates requirements on purpose, only the tests of those are run. */
export interface NamedTarget extends Target {
  readonly name: string;
  readonly breaks?: readonly string[];
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Returns true if a URL names the loopback interface. No URL is the embedded provider, which is there. */
export function isLoopback(url: string): boolean {
  if (url === '') return true;
  const name = new URL(url).hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  const family = isIP(name);
  if (family === 0) return name === 'localhost' || name.endsWith('.localhost');
  return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4');
}

/** Returns true if the run is against the sandbox, where requests carry its own header (4). */
export function isSandbox({ TARGET }: Pick<Settings, 'TARGET'>): boolean {
  return TARGET === 'sandbox';
}

/** Returns the default values of settings, which are careful if others share the target. */
export function usual(settings: Pick<Settings, 'BASE_URL' | 'TARGET'>) {
  const isOwn = isLoopback(settings.BASE_URL);
  return {
    MAX_RPS: isOwn && !isSandbox(settings) ? Number.POSITIVE_INFINITY : 5,
    /** Parallel workers: the embedded provider needs the processor too, other targets are waited for. */
    WORKERS: isSandbox(settings) || !isOwn ? 1 : settings.BASE_URL === '' ? 2 : 6,
    CONCURRENCY: isSandbox(settings) ? 1 : isOwn ? 8 : 4,
    /** True if what failed is run once more before it counts: others use the target too. */
    CONFIRM: !isOwn,
    BUDGET: isOwn ? unlimited : small,
  };
}

const unlimited = {
  preferences: Number.POSITIVE_INFINITY,
  'test-users': Number.POSITIVE_INFINITY,
  agreements: Number.POSITIVE_INFINITY,
};

/** Enough for the musts, all but PRF-02, and for one invalid request that a target accepts. */
const small = { preferences: 25, 'test-users': 13, agreements: 15 };

type Naming = Pick<
  Settings,
  'BASE_URL' | 'TARGET' | 'PROVIDER_STATES_URL' | 'STATES_COMMAND' | 'STATES_FILE' | 'TEST_ACCOUNTS' | 'ALLOW_LIVE'
>;

/** Returns the message for a target or states that are set inconsistently; undefined if they are not. */
export function misnamed(
  { BASE_URL, TARGET, PROVIDER_STATES_URL, STATES_COMMAND, STATES_FILE, TEST_ACCOUNTS, ALLOW_LIVE }: Naming,
  written: Readonly<Record<string, string>>,
): string | undefined {
  const isOthers = TARGET !== '' && TARGET !== 'embedded';
  const state = Object.keys(written).find((name) => name.startsWith('STATE_'));
  const ofTarget = {
    ...(isOthers && { [`TARGET=${TARGET}`]: true }),
    PROVIDER_STATES_URL: PROVIDER_STATES_URL !== '',
    ...(state === undefined ? {} : { [state]: true }),
    TEST_ACCOUNTS: TEST_ACCOUNTS.length > 0,
    STATES_FILE: STATES_FILE !== undefined,
    STATES_COMMAND: STATES_COMMAND !== '',
  };
  const [first] = Object.entries(ofTarget).find(([, isSet]) => isSet) ?? [];
  if (BASE_URL === '' && first !== undefined)
    return `${first} is set without BASE_URL. Set BASE_URL to the URL of the target.`;
  if (PROVIDER_STATES_URL !== '' && STATES_COMMAND !== '')
    return 'PROVIDER_STATES_URL and STATES_COMMAND are both set. Use one of them.';
  if (ALLOW_LIVE && TEST_ACCOUNTS.length > 0) return 'TEST_ACCOUNTS and ALLOW_LIVE=1 are both set. Use one of them.';
  if (TARGET === '' && !isLoopback(BASE_URL))
    return `BASE_URL is "${BASE_URL}", which is not on this machine. Set TARGET to a name for it, such as sandbox or staging.`;
  return unevenState(written);
}
