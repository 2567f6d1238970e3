import { BlockList, isIP } from 'node:net';
import { consumedStates, extraValueNames, type State, type StatesOfFile, states, toStateVariable } from '#api/states';
import type { Settings } from './settings.ts';

export type Target = Pick<Settings, 'BASE_URL' | 'PROVIDER_STATES_URL'>;

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
export function getDefaults(settings: Pick<Settings, 'BASE_URL' | 'TARGET'>) {
  const local = settings.BASE_URL === '' ? embedded : { ...embedded, WORKERS: 10 };
  const usual = isLoopback(settings.BASE_URL) ? local : shared;
  return isSandbox(settings) ? { ...usual, MAX_RPS: 5, WORKERS: 1, CONCURRENCY: 1 } : usual;
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

const embedded = {
  MAX_RPS: NO_LIMIT,
  /** Parallel workers: the embedded provider needs the processor too, other targets are waited for. */
  WORKERS: 2,
  CONCURRENCY: 16,
  /** True if what failed is run once more before it counts. */
  CONFIRM: false,
  BUDGET: { preferences: NO_LIMIT, 'test-users': NO_LIMIT, agreements: NO_LIMIT },
};

/** Enough for the musts, all but PRF-02, and for one invalid request that a target accepts. */
const small = { preferences: 60, 'test-users': 50, agreements: 30 };

const shared = { MAX_RPS: 5, WORKERS: 1, CONCURRENCY: 4, CONFIRM: true, BUDGET: small };

/** Returns the message for a target or states that are set inconsistently; undefined if they are not. */
export function describeMisnamed(settings: Settings, written: Readonly<Record<string, string>>): string | undefined {
  const { BASE_URL, TARGET, PROVIDER_STATES_URL, STATES_COMMAND, TEST_ACCOUNTS, ALLOW_LIVE } = settings;
  const first = findTargetSetting(settings, written);
  if (BASE_URL === '' && first !== undefined)
    return `${first} is set without BASE_URL. Set BASE_URL to the URL of the target.`;
  if (PROVIDER_STATES_URL !== '' && STATES_COMMAND !== '')
    return 'PROVIDER_STATES_URL and STATES_COMMAND are both set. Use one of them.';
  if (ALLOW_LIVE && TEST_ACCOUNTS.length > 0) return 'TEST_ACCOUNTS and ALLOW_LIVE=1 are both set. Use one of them.';
  if (TARGET === '' && !isLoopback(BASE_URL))
    return `BASE_URL is "${BASE_URL}", which is not on this machine. Set TARGET to a name for it, such as sandbox or staging.`;
  return describeUnevenState(written);
}

type Written = Readonly<Record<string, string>>;

/** Returns the first setting that makes sense only with the URL of a target. */
function findTargetSetting(settings: Settings, written: Written): string | undefined {
  const { TARGET, PROVIDER_STATES_URL, STATES_COMMAND, STATES_FILE, TEST_ACCOUNTS } = settings;
  const state = Object.keys(written).find((name) => name.startsWith('STATE_'));
  const ofTarget = {
    [`TARGET=${TARGET}`]: TARGET !== '' && TARGET !== 'embedded',
    PROVIDER_STATES_URL: PROVIDER_STATES_URL !== '',
    [`${state}`]: state !== undefined,
    TEST_ACCOUNTS: TEST_ACCOUNTS.length > 0,
    STATES_FILE: STATES_FILE !== undefined,
    STATES_COMMAND: STATES_COMMAND !== '',
  };
  return Object.entries(ofTarget).find(([, isSet]) => isSet)?.[0];
}

/** The values that hold no comma, so that one separates several; a secret or a URL may hold one. */
const listable =
  /^(?:code|code_verifier|refresh_token|access_token|device_id|payment_intent_id|user_id|external_pos_id)$/;

/** Returns the values of a state from STATES_FILE or its variables, one row for each test that uses them up. */
export function getWrittenState(state: State, written: Written, ofFile: StatesOfFile = {}) {
  const rows = ofFile[state];
  if (rows !== undefined) return { rows, lacking: [] };
  const lacking = states[state].map((name) => toStateVariable(state, name)).filter((name) => !written[name]);
  if (lacking.length > 0) return { rows: [], lacking };
  const lists = getLists(state, written);
  const count = Math.max(...lists.map(([, values]) => values.length));
  const row = (index: number) =>
    Object.fromEntries(lists.map(([name, values]) => [name, values[index] ?? values[0] ?? '']));
  return { rows: Array.from({ length: count }, (_, index) => row(index)), lacking };
}

/** Returns the message for the first state whose lists differ in length; undefined if there is none. */
export function describeUnevenState(written: Written): string | undefined {
  for (const state of consumedStates) {
    const long = getLists(state, written).filter(([, values]) => values.length > 1);
    const [[name, { length }] = ['', []], ...others] = long;
    const [other, values] = others.find(([, values]) => values.length !== length) ?? [];
    if (other !== undefined && values !== undefined)
      return `${toStateVariable(state, name)} has ${length} values and ${toStateVariable(state, other)} has ${values.length}. Expected as many of each, or one for all.`;
  }
  return undefined;
}

function getLists(state: State, written: Written): (readonly [name: string, values: readonly string[]])[] {
  return [...new Set([...extraValueNames, ...states[state]])].flatMap((name) => {
    const text = written[toStateVariable(state, name)];
    if (!text) return [];
    const isList = consumedStates.has(state) && listable.test(name);
    const values = text.split(',').map((value) => value.trim());
    return [[name, isList ? values.filter(Boolean) : [text]] as const];
  });
}
