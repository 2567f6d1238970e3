import { type CleanedEnv, customCleanEnv } from 'envalid';
import { capabilityNames, isCapability } from '#api/capabilities';
import { endpoints, isEndpoint } from '#api/operations';
import { deprecatedNames, sets } from '#api/sets';
import { budget } from './composite-kinds.ts';
import { certificateWithKey, pemFile } from './file-kinds.ts';
import { choice, choices, flag, headers, number, ofSuite, oneOf, proxy, rate, text, word } from './setting-kinds.ts';
import { whereSettings } from './where.ts';

/** Holds what is judged, and what fails a run. */
const strictnessSettings = {
  STRICT: flag({ desc: '1: a failed recommendation fails the run. Default: 0.', default: false }),
  CERTIFY: flag({ desc: '1: an INCOMPLETE run fails. Default: 0.', default: false }),
  CONFIRM: flag({
    desc: '1: run each failed test once more, alone; a test that then passes is unstable. Default: 0 on loopback, 1 elsewhere.',
    default: undefined,
  }),
  DRIFT: choice(
    'warn',
    'fail',
  )({ desc: 'fail: a response that differs from the ledger fails the run. Default: warn.', default: 'warn' }),
  REQUIREMENTS: oneOf(
    sets,
    deprecatedNames,
  )({
    desc: 'Judge only the requirements of this set, a package version such as 0.1. Default: all requirements.',
    default: '',
  }),
  OPERATIONS: choices(
    endpoints,
    isEndpoint,
  )({
    desc: 'Judge only these operations, separated by commas, such as oauth-token,checkout-preferences. Default: all operations.',
    default: [],
  }),
  WITHOUT: choices(
    capabilityNames,
    isCapability,
  )({
    desc: `Capabilities that a mock lacks, separated by commas: ${capabilityNames.join(', ')} (docs/test-your-service.md). Default: none.`,
    default: [],
  }),
  TOKEN_LIFETIME: number(1)({
    desc: 'Configured lifetime of an access token in seconds (expires_in). Default: 15552000.',
    default: 15_552_000,
  }),
  DEPTH: choice(
    'smoke',
    'standard',
    'full',
  )({
    desc: 'How many invalid requests are sent: smoke, standard or full. Default: standard.',
    default: 'standard',
  }),
  SEEDS: number(0)({
    desc: 'How many preferences with edge-case values are sent for each industry. Default: 2.',
    default: 2,
  }),
  SEED: number(1)({
    desc: 'Number that reproduces the payloads of an earlier run. Default: a random one.',
    default: 0,
  }),
  MOCK_VARIATION: number(0)({
    desc: 'Embedded provider: number of the choices it makes where the reference is silent. Default: 0.',
    default: 0,
  }),
  MOCK_FAULT: text({
    desc: 'Embedded provider: faults for demonstrations, separated by commas, such as order-no-number-code. Default: none.',
    default: '',
  }),
} as const;

/** Says how requests reach the target, and how many of them. */
const networkSettings = {
  BUDGET: budget({
    desc: 'How many resources a run may create: preferences=25,test-users=13,agreements=15. With per=week or per=month earlier runs count too (docs/test-your-service.md). Default: no limit on loopback, these numbers elsewhere.',
    default: {},
  }),
  MAX_RPS: rate({
    desc: 'Requests per second of all workers together, such as 2 or 0.5. Default: no limit on loopback, 5 elsewhere.',
    default: undefined,
  }),
  WORKERS: number(1)({
    desc: 'Parallel workers; 1 sends one request at a time. Default: 2 for the embedded provider, 6 on loopback, 1 elsewhere.',
    default: 0,
  }),
  OWN_STATES: flag({
    desc: '1: with --shard, no other machine has the provider states of this one. Default: 0.',
    default: false,
  }),
  REQUEST_TIMEOUT: number(1)({ desc: 'Seconds that one request may take. Default: 10.', default: 10 }),
  EXTRA_CA: pemFile({
    desc: 'PEM file of a private certificate authority. Default: none.',
    default: '',
  }),
  CLIENT_CERT: certificateWithKey({
    desc: 'PEM file with a client certificate and its private key. Default: none.',
    default: '',
  }),
  HTTPS_PROXY: proxy({
    desc: 'Proxy for https, such as http://proxy.example.com:3128. Default: none.',
    default: undefined,
  }),
  NO_PROXY: text({
    desc: 'Hosts without a proxy, separated by commas, subdomains included; * is all. Default: none.',
    default: '',
  }),
  EXTRA_HEADERS: headers(ofSuite)({
    desc: 'Headers for each request to the target, one a line, such as x-gateway-key: abc. Default: none.',
    default: undefined,
  }),
} as const;

/** Says where results go, and where those of earlier runs are. */
const reportSettings = {
  REPORTS_DIR: text({ desc: 'Folder of the reports. Default: reports.', default: 'reports' }),
  REPORT_LANGUAGE: choice(
    'en',
    'es',
    'pt',
  )({ desc: 'Language of the report page: en, es or pt. Default: en.', default: 'en' }),
  HAR: flag({
    desc: '1: record every exchange, without secrets, in exchanges.har for the command replay. Default: 0.',
    default: false,
  }),
  HISTORY: text({
    desc: 'File to which each whole run adds a line. Default: history.jsonl in REPORTS_DIR.',
    default: '',
  }),
  LEDGERS_DIR: text({ desc: 'Folder of the ledgers. Default: ledgers.', default: 'ledgers' }),
  WAIVERS_DIR: text({ desc: 'Folder of the waivers. Default: waivers.', default: 'waivers' }),
  RUN_ID: word({
    desc: 'Word in each description that the run creates. Default: a random one.',
    default: '',
  }),
} as const;

/** The settings by the task they are for, in the order of `.env.example`. */
export const groups = {
  'Where: the service under test': whereSettings,
  'How strict': strictnessSettings,
  'Network and limits': networkSettings,
  Reports: reportSettings,
} as const;

/** Every variable of a run but those of provider states (src/api/states.ts). */
export const table = {
  ...whereSettings,
  ...strictnessSettings,
  ...networkSettings,
  ...reportSettings,
} as const;

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

/** Returns a value without the user, the password and the query of a URL. */
function withoutSecrets(value = ''): string {
  return value.replace(/\/\/[^/]*@/, '//…@').replace(/(:\/\/.*?[?#]).+/s, '$1…');
}
