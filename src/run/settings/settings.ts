import { type CleanedEnv, customCleanEnv } from 'envalid';
import { type Capability, capabilityNames, isCapability } from '#api/capabilities';
import { ownFile, statesFile } from './file-kinds.ts';
import { networkSettings } from './network.ts';
import { nightSettings } from './nights.ts';
import {
  anyUrl,
  baseUrl,
  choice,
  choices,
  flag,
  hosts,
  number,
  part,
  randomKey,
  text,
  users,
  word,
} from './setting-kinds.ts';

function budget(what: string): string {
  return `How many ${what} a run may create. Nothing: no limit on loopback, few elsewhere; see docs/targets.md.`;
}

/** The settings whose values are not shown, where they are wrong or where they are listed. */
export const secretSettings: ReadonlySet<string> = new Set([
  'EXTRA_HEADERS',
  'PROVIDER_STATES_HEADERS',
  'HTTPS_PROXY',
  'STATES_STORE_KEY',
]);

const nothing: readonly Capability[] = [];
const nobody: readonly string[] = [];

/** Every variable that steers a run. `.env.example` lists them with the states' own (src/api/states.ts). */
export const table = {
  BASE_URL: baseUrl({
    desc: 'The service under test; a path prefix is kept. Nothing: the embedded provider.',
    default: '',
  }),
  PROVIDER_STATES_URL: anyUrl({
    desc: 'Where provider states are asked for. Nothing: the STATE_ variables.',
    default: '',
  }),
  STATES_FILE: statesFile({
    desc: 'A JSON file of provider states by name, each a list of values: in place of the STATE_ variables of these states.',
    default: undefined,
  }),
  STATES_COMMAND: text({
    desc: 'A program that is asked for provider states in place of PROVIDER_STATES_URL: docs/states-command.md. From the environment or the command line alone.',
    default: '',
  }),
  STATES_STORE: ownFile({
    desc: 'A file that carries refresh tokens of the environment or of STATES_COMMAND which rotate on to the next run.',
    default: '',
  }),
  STATES_STORE_KEY: randomKey({
    desc: 'A secret with which STATES_STORE is encrypted, of 32 characters or more. Nothing: it holds tokens in clear.',
    default: '',
  }),
  STATES_TIMEOUT: number(1)({ desc: 'Seconds that STATES_COMMAND may take for one state.', default: 60 }),
  TARGET: text({
    desc: 'A name for the target in reports, ledgers and waivers: sandbox, staging. Needed where BASE_URL is not loopback.',
    default: '',
  }),
  PRODUCT: text({ desc: 'What is tested, by its own name; the head of the page shows it.', default: '' }),
  PRODUCT_VERSION: text({ desc: 'The version of what is tested.', default: '' }),
  TARGET_BUILD: text({ desc: 'The build of what is tested: a commit, an image, a number.', default: '' }),
  VENDOR: text({ desc: 'Who makes what is tested.', default: '' }),
  CONTACT: text({ desc: 'Whom to ask about the result.', default: '' }),
  PRODUCTION_HOSTS: hosts({
    desc: 'More hosts of production than api.mercadopago.com, between commas, subdomains included: nothing is created or deleted there.',
    default: '',
  }),
  LIVE: flag({
    desc: '1: says that the tokens of the provider states are live, so that nothing is created or deleted.',
    default: false,
  }),
  ALLOW_LIVE: flag({
    desc: '1: creates and deletes even in production or with live tokens: real money, real people.',
    default: false,
  }),
  TEST_ACCOUNTS: users({
    desc: 'Ids of test users, between commas: creates and deletes even in production, with tokens that are shown to be theirs alone.',
    default: nobody,
  }),
  BUDGET_PREFERENCES: number(0)({ desc: budget('preferences'), default: undefined }),
  BUDGET_TEST_USERS: number(0)({ desc: budget('test users'), default: undefined }),
  BUDGET_AGREEMENTS: number(0)({ desc: budget('agreements'), default: undefined }),
  SEED: number(1)({
    desc: 'A number that reproduces the payloads of an earlier run. Nothing: a new one.',
    default: 0,
  }),
  ...nightSettings,
  SEEDS: number(0)({
    desc: 'How many preferences of seldom values each industry gets, drawn from SEED.',
    default: 2,
  }),
  STRICT: flag({ desc: '1: a breach of a should fails the run too.', default: false }),
  CERTIFY: flag({ desc: '1: an INCOMPLETE run fails.', default: false }),
  REPORTS_DIR: text({ desc: 'Where the reports go.', default: 'reports' }),
  HAR: flag({
    desc: '1: keeps every exchange, its secrets replaced, in exchanges.har in REPORTS_DIR, for conformance replay.',
    default: false,
  }),
  REPORT_LANGUAGE: choice(
    'en',
    'es',
    'pt',
  )({ desc: 'The language that the page opens in: en, es or pt.', default: 'en' }),
  DRIFT: choice(
    'warn',
    'fail',
  )({ desc: 'fail: an answer that differs from the ledger of the target fails the run.', default: 'warn' }),
  LEDGERS_DIR: text({ desc: 'Where the accepted answers of each target are.', default: 'ledgers' }),
  WAIVERS_DIR: text({ desc: 'Where the waivers of each target are.', default: 'waivers' }),
  WORKERS: number(1)({
    desc: 'Parallel workers. Nothing: two for the embedded provider, six on loopback, one elsewhere.',
    default: 0,
  }),
  ...networkSettings,
  WITHOUT: choices(
    capabilityNames,
    isCapability,
  )({
    desc: `What a mock cannot do, with commas between (docs/targets.md): ${capabilityNames.join(', ')}.`,
    default: nothing,
  }),
  TOKEN_LIFETIME: number(1)({
    desc: 'The expires_in that the target is configured with, in seconds.',
    default: 15_552_000,
  }),
  DEPTH: choice(
    'smoke',
    'standard',
    'full',
  )({ desc: 'How many broken preferences are sent.', default: 'standard' }),
  RUN_ID: word({
    desc: 'A word in every description that the run creates. Nothing: a new one.',
    default: '',
  }),
  SHARD: part({ desc: 'Which machine of how many this one is: 2/3, the same as --shard=2/3.', default: '' }),
  OWN_STATES: flag({
    desc: '1: with --shard, the STATE_ values of this machine are no other machine’s, so what is used up may be used.',
    default: false,
  }),
  MOCK_VARIATION: number(0)({
    desc: 'Which open choices the embedded provider takes; 0 is its usual ones.',
    default: 0,
  }),
  MOCK_FAULT: text({
    desc: 'Faults that the embedded provider is started with, with commas between: see docs/faults.md.',
    default: '',
  }),
} as const;

/** The settings of a run, each parsed. */
export type Settings = Pick<CleanedEnv<typeof table>, keyof typeof table>;

/** Parses the settings; throws one sentence that names the variable, its value and what to set instead. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const set = Object.entries(environment).filter(([name, value]) => name in table && value?.trim());
  const written = Object.fromEntries(set.map(([name, value = '']) => [name, value.trim()]));
  return customCleanEnv(written, table, (cleaned) => cleaned, { reporter: refuse(environment) });
}

function refuse(environment: NodeJS.ProcessEnv) {
  return ({ errors }: { errors: Partial<Record<string, Error>> }) => {
    const [first] = Object.entries(errors);
    if (!first) return;
    const [name, error] = first;
    const said = secretSettings.has(name)
      ? 'not what it has to be'
      : JSON.stringify(shown(environment[name]));
    throw new Error(`${name} is ${said}: set it to ${error?.message}.`);
  };
}

/** Of a URL neither user and password nor what stands in its query. */
function shown(value = ''): string {
  return value.replace(/\/\/[^/]*@/, '//…@').replace(/(:\/\/.*?[?#]).+/s, '$1…');
}
