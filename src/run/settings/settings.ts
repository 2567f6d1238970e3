import { type CleanedEnv, customCleanEnv } from 'envalid';
import { endpoints, isEndpoint } from '#api/operations';
import { deprecatedNames, sets } from '#api/register';
import { capabilityNames, isCapability } from '#api/requirement';
import * as kinds from './setting-kinds.ts';

const whereSettings = {
  BASE_URL: kinds.baseUrl({
    desc: 'URL of the service under test, with its path prefix. Default: the embedded provider.',
    default: '',
  }),
  TARGET: kinds.text({
    desc: 'Name of the target in reports, ledgers and waivers, such as sandbox or staging. Required unless BASE_URL is loopback. Default: target.',
    default: '',
  }),
  PROVIDER_STATES_URL: kinds.anyUrl({
    desc: 'URL of the provider-state endpoint of the target. Default: none.',
    default: '',
  }),
  PROVIDER_STATES_HEADERS: kinds.headers(kinds.requestHeaders)({
    desc: 'Headers for PROVIDER_STATES_URL, one a line, such as authorization: Bearer abc. Default: none.',
    default: undefined,
  }),
  STATES_FILE: kinds.statesFile({
    desc: 'JSON file of provider states: {"an access token": [{"access_token": "…", "user_id": "…"}]}. Default: the STATE_ variables.',
    default: undefined,
  }),
  STATES_COMMAND: kinds.text({
    desc: 'Command that returns provider states, instead of PROVIDER_STATES_URL (docs/provider-states.md). Set it in the environment or on the command line only. Default: none.',
    default: '',
  }),
  REPORTS_DIR: kinds.text({ desc: 'Folder of the reports. Default: reports.', default: 'reports' }),
} as const;

const strictnessSettings = {
  STRICT: kinds.flag({ desc: '1: a failed recommendation fails the run. Default: 0.', default: false }),
  CERTIFY: kinds.flag({ desc: '1: an INCOMPLETE run fails. Default: 0.', default: false }),
  CONFIRM: kinds.flag({
    desc: '1: run each failed test once more, alone; a test that then passes is unstable. Default: 0 on loopback, 1 elsewhere.',
    default: undefined,
  }),
  DRIFT: kinds.choice(
    'warn',
    'fail',
  )({ desc: 'fail: a response that differs from the ledger fails the run. Default: warn.', default: 'warn' }),
  OPERATIONS: kinds.choices(
    endpoints,
    isEndpoint,
  )({
    desc: 'Judge only these operations, separated by commas, such as oauth-token,checkout-preferences. Default: all operations.',
    default: [],
  }),
  WITHOUT: kinds.choices(
    capabilityNames,
    isCapability,
  )({
    desc: `Capabilities that a mock lacks, separated by commas: ${capabilityNames.join(', ')} (docs/test-your-service.md). Default: none.`,
    default: [],
  }),
  DEPTH: kinds.choice(
    'smoke',
    'standard',
    'full',
  )({
    desc: 'How many invalid and rare values are sent: smoke, standard or full. Default: standard.',
    default: 'standard',
  }),
} as const;

const networkSettings = {
  MAX_RPS: kinds.rate({
    desc: 'Requests per second of all workers together, such as 2 or 0.5. Default: no limit on loopback, 5 elsewhere.',
    default: undefined,
  }),
  BUDGET: kinds.budget({
    desc: 'How many resources a run may create: preferences=25,test-users=13,agreements=15. With per=week or per=month earlier runs count too (docs/test-your-service.md). Default: no limit on loopback, these numbers elsewhere.',
    default: {},
  }),
  TEST_ACCOUNTS: kinds.users({
    desc: 'User ids of test users, separated by commas. Production allows creating and deleting with their tokens only. Default: none.',
    default: [],
  }),
  REQUEST_TIMEOUT: kinds.number(1)({ desc: 'Seconds that one request may take. Default: 10.', default: 10 }),
  HTTPS_PROXY: kinds.proxy({
    desc: 'Proxy for https, such as http://proxy.example.com:3128. Default: none.',
    default: undefined,
  }),
  EXTRA_CA: kinds.pemFile({ desc: 'PEM file of a private certificate authority. Default: none.', default: '' }),
  EXTRA_HEADERS: kinds.headers(kinds.suiteHeaders)({
    desc: 'Headers for each request to the target, one a line, such as x-gateway-key: abc. Default: none.',
    default: undefined,
  }),
} as const;

const rareSettings = {
  STATES_STORE: kinds.ownFile({
    desc: 'File that keeps rotated refresh tokens for the next run. Default: none.',
    default: '',
  }),
  STATES_STORE_KEY: kinds.randomKey({
    desc: 'Secret of 32 or more characters that encrypts STATES_STORE. Default: none, the tokens are in clear.',
    default: '',
  }),
  PRODUCT: kinds.product({
    desc: 'Name of the product under test, or {"name": "…", "version": "…", "vendor": "…", "contact": "…"}. Default: none.',
    default: { name: '', version: '', vendor: '', contact: '' },
  }),
  TARGET_BUILD: kinds.build({
    desc: 'Build under test, such as a commit or an image, or header:x-build for a response header that names it. Default: none.',
    default: '',
  }),
  PRODUCTION_HOSTS: kinds.hosts({
    desc: 'Production hosts, separated by commas, where nothing may be created or deleted. Subdomains are included. Default: api.mercadopago.com, which is always one.',
    default: '',
  }),
  ALLOW_LIVE: kinds.flag({
    desc: '1: create and delete even in production or with live tokens. This costs real money. Default: 0.',
    default: false,
  }),
  REQUIREMENTS: kinds.oneOf(
    sets,
    deprecatedNames,
  )({
    desc: 'Judge only the requirements of this set, a package version such as 0.1. Default: all requirements.',
    default: '',
  }),
  TOKEN_LIFETIME: kinds.number(1)({
    desc: 'Configured lifetime of an access token in seconds (expires_in). Default: 15552000.',
    default: 15_552_000,
  }),
  SEED: kinds.number(1)({
    desc: 'Number that reproduces the payloads of an earlier run. Default: a random one.',
    default: 0,
  }),
  MOCK_VARIATION: kinds.number(0)({
    desc: 'Embedded provider: number of the choices it makes where the reference is silent. Default: 0.',
    default: 0,
  }),
  MOCK_FAULT: kinds.text({
    desc: 'Embedded provider: faults for demonstrations, separated by commas, such as order-no-number-code. Default: none.',
    default: '',
  }),
  CLIENT_CERT: kinds.certificateWithKey({
    desc: 'PEM file with a client certificate and its private key. Default: none.',
    default: '',
  }),
  NO_PROXY: kinds.text({
    desc: 'Hosts without a proxy, separated by commas, subdomains included; * is all. Default: none.',
    default: '',
  }),
  REPORT_LANGUAGE: kinds.choice(
    'en',
    'es',
    'pt',
  )({ desc: 'Language of the report page: en, es or pt. Default: en.', default: 'en' }),
  HAR: kinds.flag({
    desc: '1: record every exchange, without secrets, in exchanges.har for the command replay. Default: 0.',
    default: false,
  }),
  HISTORY: kinds.text({
    desc: 'File to which each whole run adds a line. Default: history.jsonl in REPORTS_DIR.',
    default: '',
  }),
  LEDGERS_DIR: kinds.text({ desc: 'Folder of the ledgers. Default: ledgers.', default: 'ledgers' }),
  WAIVERS_DIR: kinds.text({ desc: 'Folder of the waivers. Default: waivers.', default: 'waivers' }),
  RUN_ID: kinds.word({ desc: 'Word in each description that the run creates. Default: a random one.', default: '' }),
} as const;

/** The settings by task, in the order of `.env.example`. */
export const groups = {
  'Where: the service under test': whereSettings,
  'How strict': strictnessSettings,
  'Network and limits': networkSettings,
  'Rarely needed': rareSettings,
} as const;

/** Every variable of a run but those of provider states. */
export const table = { ...whereSettings, ...strictnessSettings, ...networkSettings, ...rareSettings } as const;

/** The settings whose values are never shown. */
export const secretSettings: ReadonlySet<string> = new Set([
  'EXTRA_HEADERS',
  'PROVIDER_STATES_HEADERS',
  'HTTPS_PROXY',
  'STATES_STORE_KEY',
]);

/** The settings of a run, each parsed. */
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
  return value.replace(/\/\/[^/]*@/, '//…@').replace(/(:\/\/.*?[?#]).+/s, '$1…');
}
