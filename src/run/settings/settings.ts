import { type CleanedEnv, customCleanEnv } from 'envalid';
import { networkSettings } from './network.ts';
import { reportSettings } from './reports.ts';
import { strictnessSettings } from './strictness.ts';
import { whereSettings } from './where.ts';

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
