import { readFileSync } from 'node:fs';
import { type CleanedEnv, customCleanEnv, EnvError } from 'envalid';
import { endpoints, isEndpoint } from '#api/operations';
import { deprecatedNames, depths, sets } from '#api/register';
import { capabilityNames, isCapability } from '#api/requirement';
import { extraValueNames, isState, type State, type StatesOfFile, states } from '#api/states';
import { isObject, numbersAsText } from '#api/values/json';
import { secretSettings } from '#redaction/names';
import * as kinds from './setting-kinds.ts';
import texts from './texts.json' with { type: 'json' };

const capabilities = kinds.choices(capabilityNames, isCapability);

const fileOfStates = kinds.optional<StatesOfFile>((file) => {
  try {
    return parseStates(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = error instanceof Error && !('code' in error) ? error.message : 'it cannot be read';
    throw new EnvError(
      `the path of a JSON file such as {"an authorization code": [{"code": "…", "client_id": "…"}]}; ${why}`,
    );
  }
});

const whereSettings = {
  BASE_URL: kinds.baseUrl(texts.BASE_URL),
  TARGET: kinds.text(texts.TARGET),
  PROVIDER_STATES_URL: kinds.anyUrl(texts.PROVIDER_STATES_URL),
  PROVIDER_STATES_HEADERS: kinds.headers(kinds.requestHeaders)(texts.PROVIDER_STATES_HEADERS),
  STATES_FILE: fileOfStates(texts.STATES_FILE),
  STATES_COMMAND: kinds.text(texts.STATES_COMMAND),
  REPORTS_DIR: kinds.text(texts.REPORTS_DIR, 'reports'),
} as const;

const strictnessSettings = {
  STRICT: kinds.flag(texts.STRICT),
  CERTIFY: kinds.flag(texts.CERTIFY),
  CONFIRM: kinds.optionalFlag(texts.CONFIRM),
  DRIFT: kinds.choice(['warn', 'fail'], 'warn')(texts.DRIFT),
  OPERATIONS: kinds.choices(endpoints, isEndpoint)(texts.OPERATIONS),
  WITHOUT: capabilities(texts.WITHOUT.replace('{capabilities}', capabilityNames.join(', '))),
  DEPTH: kinds.choice(depths, 'standard')(texts.DEPTH),
} as const;

const networkSettings = {
  MAX_RPS: kinds.rate(texts.MAX_RPS),
  BUDGET: kinds.budget(texts.BUDGET),
  TEST_ACCOUNTS: kinds.users(texts.TEST_ACCOUNTS),
  REQUEST_TIMEOUT: kinds.number(1)(texts.REQUEST_TIMEOUT, 10),
  HTTPS_PROXY: kinds.proxy(texts.HTTPS_PROXY),
  EXTRA_CA: kinds.pemFile(texts.EXTRA_CA),
  EXTRA_HEADERS: kinds.headers(kinds.suiteHeaders)(texts.EXTRA_HEADERS),
} as const;

const rareSettings = {
  STATES_STORE: kinds.ownFile(texts.STATES_STORE),
  STATES_STORE_KEY: kinds.randomKey(texts.STATES_STORE_KEY),
  PRODUCT: kinds.product(texts.PRODUCT),
  TARGET_BUILD: kinds.build(texts.TARGET_BUILD),
  PRODUCTION_HOSTS: kinds.hosts(texts.PRODUCTION_HOSTS),
  ALLOW_LIVE: kinds.flag(texts.ALLOW_LIVE),
  REQUIREMENTS: kinds.choice(sets, '', deprecatedNames)(texts.REQUIREMENTS),
  TOKEN_LIFETIME: kinds.number(1)(texts.TOKEN_LIFETIME, 15_552_000),
  SEED: kinds.number(1)(texts.SEED),
  MOCK_VARIATION: kinds.number(0)(texts.MOCK_VARIATION),
  MOCK_FAULT: kinds.text(texts.MOCK_FAULT),
  CLIENT_CERT: kinds.certificateWithKey(texts.CLIENT_CERT),
  NO_PROXY: kinds.text(texts.NO_PROXY),
  REPORT_LANGUAGE: kinds.choice(['en', 'es', 'pt'], 'en')(texts.REPORT_LANGUAGE),
  HAR: kinds.flag(texts.HAR),
  HISTORY: kinds.text(texts.HISTORY),
  LEDGERS_DIR: kinds.folder(texts.LEDGERS_DIR, 'ledgers'),
  WAIVERS_DIR: kinds.folder(texts.WAIVERS_DIR, 'waivers'),
  RUN_ID: kinds.word(texts.RUN_ID),
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
  const found = numbersAsText(text);
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
    throw new Error(
      `"${state}" has the unknown field ${JSON.stringify(foreign)}; its fields are ${states[state].join(', ')}`,
    );
  if (entries.length === 0 || !entries.every(([, value]) => ['string', 'boolean'].includes(typeof value)))
    throw new Error(`the value of "${state}" is not an object of strings`);
  const [unfilled] = entries.find(([, value]) => value === '…') ?? []; // as in docs/states.example.json
  if (unfilled !== undefined) throw new Error(`the value of "${state}" has no ${unfilled} yet: "…"`);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
