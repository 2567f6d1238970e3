import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parse } from 'dotenv';
import { isObject } from '#api/values/json';
import type { RunContext } from '../run-context.ts';
import { applyRenamed, describeRemoved, describeUnknown, formerNames } from '../settings/former-names.ts';
import { readSettings, table } from '../settings/settings.ts';
import { toMessage } from './output.ts';

export interface Source {
  readonly name: string;
  readonly values: NodeJS.Dict<string>;
}

const CONFIGS = ['conformance.config.json', 'conformance.config.ts'] as const;

/** The setting that runs a program, which no file may hold: others may have written it. */
const STATES_COMMAND = 'STATES_COMMAND';

/** Variables of other tools that change which program runs, what it loads or where it writes. */
const dangerous =
  /^(?:NODE_(?!ENV$)|GIT_|GITHUB_(?!TOKEN$)|LD_|DYLD_|PLAYWRIGHT_|npm_|BASH_ENV$|ENV$|SHELL$|PATH$|HOME$|TMPDIR$|TMP$|TEMP$|PROMPT_COMMAND$|DEBUG$|PWDEBUG$)/i;

/** Reads the files of settings of a folder, the weakest first: conformance.config.json or .ts, then .env. */
export function readSettingFiles(folder = process.cwd()): Source[] {
  return listSettingFiles(folder).map((name) => {
    const file = path.resolve(folder, name);
    return name === '.env' ? readEnvFile(file) : { name, values: readValues(name, readConfig(file)) };
  });
}

/** Returns the names of the files of settings that a folder has. */
export function listSettingFiles(folder: string): string[] {
  return [...CONFIGS, '.env'].filter((name) => existsSync(path.join(folder, name)));
}

/** Reads the suite's own settings and states out of a `.env`; those of other tools in it have no effect. */
export function readEnvFile(file: string): Source {
  const name = path.basename(file);
  const text = readOrThrow(file, () => readFileSync(file, 'utf8'));
  if (text.includes('\0')) throw new Error(`${name} is not UTF-8. Expected text in UTF-8.`);
  const entries = Object.entries(parse(text));
  const names = entries.map(([key]) => key);
  rejectPrograms(name, names);
  const message = describeUnknown(names);
  if (message !== undefined) throw new Error(`${message} (${name})`);
  return { name, values: Object.fromEntries(entries.filter(([key]) => isOwn(key))) };
}

function isOwn(name: string): boolean {
  return Object.hasOwn(table, name) || formerNames.has(name) || name.startsWith('STATE_');
}

function rejectPrograms(file: string, names: readonly string[]): void {
  const name = names.find((key) => key === STATES_COMMAND || dangerous.test(key));
  if (name !== undefined)
    throw new Error(
      `${name} is not allowed in ${file}, because it decides which programs run. Set it in the environment${name === STATES_COMMAND ? ' or on the command line' : ''}.`,
    );
}

/** Returns each setting as the strongest source has it. */
export function mergeSettings(sources: readonly Source[]): Record<string, string> {
  const all = sources.flatMap(({ values }) => Object.entries(values));
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function readConfig(file: string): unknown {
  if (file.endsWith('.json')) return readOrThrow(file, () => JSON.parse(readFileSync(file, 'utf8')));
  const { createJiti }: typeof import('jiti') = createRequire(import.meta.url)('jiti'); // loaded only for such a file
  const module: unknown = readOrThrow(file, () => createJiti(import.meta.url)(file));
  return isObject(module) && 'default' in module ? module.default : module;
}

function readOrThrow<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const [line] = toMessage(error).split('\n');
    throw new Error(`Cannot read ${path.basename(file)}: ${line}. Fix the file.`);
  }
}

function readValues(file: string, content: unknown): Record<string, string> {
  if (!isObject(content))
    throw new Error(
      `${file} is not an object. Expected { "BASE_URL": "http://127.0.0.1:8080" }, with the names of .env.example.`,
    );
  const names = Object.keys(content);
  rejectPrograms(file, names);
  const unknown = names.find((name) => !isOwn(name));
  if (unknown !== undefined)
    throw new Error(
      `${describeUnknown([unknown]) ?? `Unknown variable ${unknown}. Use those of .env.example.`} (${file})`,
    );
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, toText(file, name, value)]));
}

function toText(file: string, name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(',');
  if (name === 'PRODUCT' && isObject(value)) return JSON.stringify(value);
  const kind = value === null ? 'null' : `an ${typeof value}`; // the value may be a secret
  throw new Error(`${name} in ${file} is ${kind}. Expected a text, a number, true, false or a list of texts.`);
}

/** Returns the context of a run that has not started, from its variables. Throws if one of them is wrong. */
export function createRunContext(environment: NodeJS.ProcessEnv): RunContext {
  const message = describeUnknown(Object.keys(environment)) ?? describeRemoved(environment);
  if (message !== undefined) throw new Error(message);
  const variables = applyRenamed(environment);
  const settings = readSettings(variables);
  const written = Object.entries(variables).flatMap(([name, value]) =>
    value?.trim() && (name in settings || name.startsWith('STATE_')) ? [[name, value]] : [],
  );
  return {
    subject: 'service',
    settings,
    written: Object.fromEntries(written),
    byEndpoint: true,
    isSerial: false,
    started: '',
    folder: '',
    key: '',
    shard: undefined,
    replay: undefined,
    targets: [],
    waivers: [],
  };
}
