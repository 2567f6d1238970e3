import { readFileSync } from 'node:fs';
import { type CleanedEnv, customCleanEnv, EnvError, makeExactValidator } from 'envalid';
import { endpoints, isEndpoint } from '#api/operations';
import { deprecatedNames, depths, sets } from '#api/register';
import { capabilityNames, isCapability } from '#api/requirement';
import { extraValueNames, isState, type State, type StatesOfFile, states } from '#api/states';
import { isObject, parseNumbersAsText } from '#api/values/json';
import { secretSettings } from '#redaction/names';
import * as kinds from './setting-kinds.ts';

const drift = kinds.choice(['warn', 'fail'], 'warn');
const depth = kinds.choice(depths, 'standard');
const requirements = kinds.choice(sets, '', deprecatedNames);
const operations = kinds.choices(endpoints, isEndpoint);
const capabilities = kinds.choices(capabilityNames, isCapability);

const fileOfStates = makeExactValidator<StatesOfFile>((file) => {
  try {
    return parseStates(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = error instanceof Error && !('code' in error) ? error.message : 'it cannot be read';
    throw new EnvError(`a JSON file such as {"an authorization code": [{"code": "…", "client_id": "…"}]}; ${why}`);
  }
});

const whereSettings = {
  BASE_URL: kinds.baseUrl('URL of the service under test, with its path prefix. Default: the embedded provider.'),
  TARGET: kinds.text(
    'Name of the target in reports, ledgers and waivers, such as sandbox or staging. Required unless BASE_URL is loopback. Default: target.',
  ),
  PROVIDER_STATES_URL: kinds.anyUrl('URL of the provider-state endpoint of the target. Default: none.'),
  PROVIDER_STATES_HEADERS: kinds.headers(kinds.requestHeaders)(
    'Headers for PROVIDER_STATES_URL, one a line, such as authorization: Bearer abc. Default: none.',
  ),
  STATES_FILE: fileOfStates({
    desc: 'JSON file of provider states: {"an access token": [{"access_token": "…", "user_id": "…"}]}. Default: the STATE_ variables.',
    default: undefined,
  }),
  STATES_COMMAND: kinds.text(
    'Command that returns provider states, instead of PROVIDER_STATES_URL (docs/provider-states.md). Set it in the environment or on the command line only. Default: none.',
  ),
  REPORTS_DIR: kinds.text('Folder of the reports. Default: reports.', 'reports'),
} as const;

const strictnessSettings = {
  STRICT: kinds.flag('1: a failed recommendation fails the run. Default: 0.'),
  CERTIFY: kinds.flag('1: an INCOMPLETE run fails. Default: 0.'),
  CONFIRM: kinds.optionalFlag(
    '1: run each failed test once more, alone; a test that then passes is unstable. Default: 0 on loopback, 1 elsewhere.',
  ),
  DRIFT: drift('fail: a response that differs from the ledger fails the run. Default: warn.'),
  OPERATIONS: operations(
    'Judge only these operations, separated by commas, such as oauth-token,checkout-preferences. Default: all operations.',
  ),
  WITHOUT: capabilities(
    `Capabilities that a mock lacks, separated by commas: ${capabilityNames.join(', ')} (docs/test-your-service.md). Default: none.`,
  ),
  DEPTH: depth('How much is sent: smoke (the musts, one case a test), standard or full. Default: standard.'),
} as const;

const networkSettings = {
  MAX_RPS: kinds.rate(
    'Requests per second of all workers together, such as 2 or 0.5. Default: no limit on loopback, 5 elsewhere.',
  ),
  BUDGET: kinds.budget(
    'How many resources a run may create: preferences=60,test-users=50,agreements=30. With per=week or per=month earlier runs count too (docs/test-your-service.md). Default: no limit on loopback, these numbers elsewhere.',
  ),
  TEST_ACCOUNTS: kinds.users(
    'User ids of test users, separated by commas. Production allows creating and deleting with their tokens only. Default: none.',
  ),
  REQUEST_TIMEOUT: kinds.number(1)('Seconds that one request may take. Default: 10.', 10),
  HTTPS_PROXY: kinds.proxy('Proxy for https, such as http://proxy.example.com:3128. Default: none.'),
  EXTRA_CA: kinds.pemFile('PEM file of a private certificate authority. Default: none.'),
  EXTRA_HEADERS: kinds.headers(kinds.suiteHeaders)(
    'Headers for each request to the target, one a line, such as x-gateway-key: abc. Default: none.',
  ),
} as const;

const rareSettings = {
  STATES_STORE: kinds.ownFile('File that keeps rotated refresh tokens for the next run. Default: none.'),
  STATES_STORE_KEY: kinds.randomKey(
    'Secret of 32 or more characters that encrypts STATES_STORE. Default: none, the tokens are in clear.',
  ),
  PRODUCT: kinds.product(
    'Name of the product under test, or {"name": "…", "version": "…", "vendor": "…", "contact": "…"}. Default: none.',
  ),
  TARGET_BUILD: kinds.build(
    'Build under test, such as a commit or an image, or header:x-build for a response header that names it. Default: none.',
  ),
  PRODUCTION_HOSTS: kinds.hosts(
    'Production hosts, separated by commas, where nothing may be created or deleted. Subdomains are included. Default: api.mercadopago.com, which is always one.',
  ),
  ALLOW_LIVE: kinds.flag(
    '1: create and delete even in production or with live tokens. This costs real money. Default: 0.',
  ),
  REQUIREMENTS: requirements(
    'Judge only the requirements of this set, a package version such as 0.1. Default: all requirements.',
  ),
  TOKEN_LIFETIME: kinds.number(1)(
    'Configured lifetime of an access token in seconds (expires_in). Default: 15552000.',
    15_552_000,
  ),
  SEED: kinds.number(1)('Number that reproduces the payloads of an earlier run. Default: a random one.'),
  MOCK_VARIATION: kinds.number(0)(
    'Embedded provider: number of the choices it makes where the reference is silent. Default: 0.',
  ),
  MOCK_FAULT: kinds.text(
    'Embedded provider: faults for demonstrations, separated by commas, such as order-no-number-code. Default: none.',
  ),
  CLIENT_CERT: kinds.certificateWithKey('PEM file with a client certificate and its private key. Default: none.'),
  NO_PROXY: kinds.text('Hosts without a proxy, separated by commas, subdomains included; * is all. Default: none.'),
  REPORT_LANGUAGE: kinds.choice(['en', 'es', 'pt'], 'en')('Language of the report page: en, es or pt. Default: en.'),
  HAR: kinds.flag('1: record every exchange, without secrets, in exchanges.har for the command replay. Default: 0.'),
  HISTORY: kinds.text('File to which each whole run adds a line. Default: history.jsonl in REPORTS_DIR.'),
  LEDGERS_DIR: kinds.folder('Folder of the ledgers. Default: ledgers.', 'ledgers'),
  WAIVERS_DIR: kinds.folder('Folder of the waivers. Default: waivers.', 'waivers'),
  RUN_ID: kinds.word('Word in each description that the run creates. Default: a random one.'),
} as const;

export const groups = {
  'Where: the service under test': whereSettings,
  'How strict': strictnessSettings,
  'Network and limits': networkSettings,
  'Rarely needed': rareSettings,
} as const;

/** Every variable of a run but those of provider states. */
export const table = { ...whereSettings, ...strictnessSettings, ...networkSettings, ...rareSettings } as const;

export type Settings = Pick<CleanedEnv<typeof table>, keyof typeof table>;

/** Parses the settings; throws a message that names the variable, its value and what is expected. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const set = Object.entries(environment).filter(([name, value]) => name in table && value?.trim());
  const written = Object.fromEntries(set.map(([name, value = '']) => [name, value.trim()]));
  return customCleanEnv(written, table, (cleaned) => cleaned, { reporter: throwFirst(environment) });
}

function throwFirst(environment: NodeJS.ProcessEnv) {
  return ({ errors }: { errors: Partial<Record<string, Error>> }) => {
    const [first] = Object.entries(errors);
    if (!first) return;
    const [name, error] = first;
    const value = secretSettings.has(name) ? 'invalid' : JSON.stringify(withoutSecrets(environment[name]));
    throw new Error(`${name} is ${value}. Expected ${error?.message}.`);
  };
}

function withoutSecrets(value = ''): string {
  return value.replace(/(\/\/|^)[^/\s"]*@/, '$1…@').replace(/((?::\/\/|^)[^\s"]*?[?#]).+/s, '$1…');
}

/** Parses the states of a JSON text; throws what is wrong with it, without any of its values. */
export function parseStates(text: string): StatesOfFile {
  const found = parseNumbersAsText(text);
  if (!isObject(found)) throw new Error('it is not a JSON object');
  return Object.fromEntries(
    Object.entries(found).map(([state, values]) => {
      if (!isState(state)) throw new Error(`"${state}" is not a provider state`);
      return [state, (Array.isArray(values) ? values : [values]).map((row: unknown) => getRow(state, row))];
    }),
  );
}

function getRow(state: State, row: unknown): StatesOfFile[string][number] {
  const entries = isObject(row) ? Object.entries(row) : [];
  const names = [...states[state], ...extraValueNames, 'live_mode'];
  const [foreign] = entries.find(([name]) => !names.includes(name)) ?? [];
  if (foreign !== undefined)
    throw new Error(`"${state}" has no field ${JSON.stringify(foreign)}; its fields are ${states[state].join(', ')}`);
  if (entries.length === 0 || !entries.every(([, value]) => ['string', 'boolean'].includes(typeof value)))
    throw new Error(`the value of "${state}" is not an object of strings`);
  const [unfilled] = entries.find(([, value]) => value === '…') ?? []; // as in docs/states.example.json
  if (unfilled !== undefined) throw new Error(`the value of "${state}" has no ${unfilled} yet: "…"`);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
