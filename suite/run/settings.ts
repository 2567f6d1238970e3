import { type Capability, capabilityNames, isCapability } from '../core/capabilities.ts';
import {
  anyUrl,
  baseUrl,
  choice,
  choices,
  flag,
  number,
  type Parse,
  part,
  rate,
  text,
  word,
} from './setting-kinds.ts';
import { pemFile } from './trust.ts';

interface Setting<T> {
  /** One line for .env.example. */
  readonly about: string;
  readonly fallback: T;
  readonly parse: Parse<T>;
}

/** A number that has no usual value of its own: it depends on where the target is (suite/run/target.ts). */
const wholeNumber: Parse<number | undefined> = number(0);

function budget(what: string): string {
  return `How many ${what} a run may create. Nothing: no limit on loopback, few elsewhere; see docs/targets.md.`;
}

const nothing: readonly Capability[] = [];

/** Every variable that steers a run. `.env.example` lists them with the states' own (suite/core/states.ts). */
export const table = {
  BASE_URL: setting(
    'The service under test; a path prefix is kept. Nothing: the embedded provider.',
    '',
    baseUrl,
  ),
  PROVIDER_STATES_URL: setting(
    'Where provider states are asked for. Nothing: the STATE_ variables.',
    '',
    anyUrl,
  ),
  TARGET: setting(
    'A name for the target in reports, ledgers and waivers: sandbox, staging. Needed where BASE_URL is not loopback.',
    '',
    text,
  ),
  PRODUCTION_HOSTS: setting(
    'Hosts of production, between commas, subdomains included: nothing is created or deleted there.',
    'api.mercadopago.com',
    text,
  ),
  LIVE: setting(
    '1: says that the tokens of the provider states are live, so that nothing is created or deleted.',
    false,
    flag,
  ),
  ALLOW_LIVE: setting(
    '1: creates and deletes even in production or with live tokens: real money, real people.',
    false,
    flag,
  ),
  BUDGET_PREFERENCES: setting(budget('preferences'), undefined, wholeNumber),
  BUDGET_TEST_USERS: setting(budget('test users'), undefined, wholeNumber),
  BUDGET_AGREEMENTS: setting(budget('agreements'), undefined, wholeNumber),
  SEED: setting('A number that reproduces the payloads of an earlier run. Nothing: a new one.', 0, number(1)),
  STRICT: setting('1: a breach of a should fails the run too.', false, flag),
  CERTIFY: setting('1: an INCOMPLETE run fails.', false, flag),
  REPORTS_DIR: setting('Where the reports go.', 'reports', text),
  DRIFT: setting(
    'fail: an answer that differs from the ledger of the target fails the run.',
    'warn',
    choice('warn', 'fail'),
  ),
  LEDGERS_DIR: setting('Where the accepted answers of each target are.', 'ledgers', text),
  WAIVERS_DIR: setting('Where the waivers of each target are.', 'waivers', text),
  WORKERS: setting(
    'Parallel workers. Nothing: two for the embedded provider, one for any other.',
    0,
    number(1),
  ),
  MAX_RPS: setting(
    'Requests a second over all workers, such as 2 or 0.5, to the target and its states. Nothing: 5, and no limit on loopback.',
    undefined,
    rate,
  ),
  EXTRA_CA: setting(
    'A PEM file of the authority that issued the target’s certificate, where it is a private one.',
    '',
    pemFile,
  ),
  REQUEST_TIMEOUT: setting('Seconds that one request may take.', 10, number(1)),
  WITHOUT: setting(
    `What a mock cannot do, with commas between (docs/targets.md): ${capabilityNames.join(', ')}.`,
    nothing,
    choices(capabilityNames, isCapability),
  ),
  TOKEN_LIFETIME: setting(
    'The expires_in that the target is configured with, in seconds.',
    15_552_000,
    number(1),
  ),
  DEPTH: setting('How many broken preferences are sent.', 'standard', choice('smoke', 'standard', 'full')),
  RUN_ID: setting('A word in every description that the run creates. Nothing: a new one.', '', word),
  SHARD: setting('Which machine of how many this one is: 2/3, the same as --shard=2/3.', '', part),
  OWN_STATES: setting(
    '1: with --shard, the STATE_ values of this machine are no other machine’s, so what is used up may be used.',
    false,
    flag,
  ),
  MOCK_VARIATION: setting(
    'Which open choices the embedded provider takes; 0 is its usual ones.',
    0,
    number(0),
  ),
  MOCK_FAULT: setting('A fault that the embedded provider is started with: see docs/faults.md.', '', text),
} as const;

type Table = typeof table;

/** The settings of a run, each parsed. */
export type Settings = { readonly [Name in keyof Table]: Table[Name]['fallback'] };

/** Parses the settings; throws one sentence that names the variable, its value and what to set instead. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const entries = Object.entries(table).map(([name, row]) => [name, readOne(name, row, environment[name])]);
  return Object.fromEntries(entries) as Settings; // fromEntries forgets which name has which type
}

function readOne(name: string, row: Setting<unknown>, value: string | undefined): unknown {
  if (value === undefined || value.trim() === '') return row.fallback;
  const parsed = row.parse(value.trim());
  if ('wanted' in parsed) throw new Error(`${name} is ${JSON.stringify(value)}: set it to ${parsed.wanted}.`);
  return parsed.value;
}

function setting<T>(about: string, fallback: T, parse: Parse<T>): Setting<T> {
  return { about, fallback, parse };
}
