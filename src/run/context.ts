import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { getReportsFolder, type Shard, shardIn } from './partial-run.ts';
import { getOptionValues, getShardOption, hasOption, printError } from './process/command-line.ts';
import { createPrivateFolder, type Handed, passContext, receiveContext } from './process/private-folder.ts';
import { mergeSettings, readSettingFiles, type Source } from './process/sources.ts';
import { createRunContext, newRunNames, type RunContext } from './run-context.ts';
import { deprecationMessage } from './settings/former-names.ts';
import type { Settings } from './settings/settings.ts';
import { describeMisnamed } from './settings/target.ts';

const HANDED = 'CONFORMANCE_RUN';

let places: readonly Source[] | undefined;
let environmentOfProcess: NodeJS.ProcessEnv | undefined;
let current: RunContext | undefined;
let isMaker = false;

/** Returns the places of settings, the weakest first; a process that was handed a context has its environment alone. */
export function sources(): readonly Source[] {
  places ??= [...(handed() ? [] : readSettingFiles()), { name: 'environment', values: { ...process.env } }];
  return places;
}

/** Takes settings from the environment alone, for a command that reads what others may have sent. */
export function ignoreSettingFiles(): void {
  places = [{ name: 'environment', values: { ...process.env } }];
}

/** Gives settings of the command line priority over every other place, before the context is read. */
export function setCommandLineSettings(values: Readonly<Record<string, string>>): void {
  places = [...sources(), { name: 'command line', values }];
  [environmentOfProcess, current] = [undefined, undefined];
}

/** Returns the environment with the settings of files and of the command line, for child processes. */
export function environment(): NodeJS.ProcessEnv {
  environmentOfProcess ??= Object.assign(process.env, mergeSettings(sources()));
  return environmentOfProcess;
}

/** The variable of a run that prints each request: `run -v`. */
export const VERBOSE = 'CONFORMANCE_VERBOSE';

/** Returns true if the run prints each request. */
export function isVerbose(): boolean {
  return environment()[VERBOSE] === '1';
}

/** Returns the environment of a child that needs no settings. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR };
}

/** Returns the folder of the user: npm runs a script in the suite's own folder and passes the one of the call. */
export function getCallerFolder(): string {
  return environment().INIT_CWD ?? process.cwd();
}

/** Returns the context that this process was handed, else a new one. Throws if a setting is wrong. */
export function context(): RunContext {
  current ??= handed()?.context ?? createRunContext(environment());
  return current;
}

/** Returns true if this process is a worker of a run that another process started. */
export function isWorker(): boolean {
  return handed()?.isRunning === true;
}

export function settings(): Settings {
  return context().settings;
}

/**
 * Starts the run: chooses the names that are not set, and hands the context to the workers. Changes nothing in a worker.
 * Throws if a setting is wrong or the target is not named as it must be.
 */
export function startRun(argv: readonly string[] = process.argv): RunContext {
  const given = handed();
  if (given?.isRunning) return context();
  const base = context();
  const { settings, written } = base;
  const note = given ? undefined : deprecationMessage(environment());
  if (note !== undefined) printError(note);
  const message = given ? undefined : describeMisnamed(settings, written);
  if (message !== undefined) throw new Error(message);
  const shard = shardIn(getShardOption(argv)) ?? base.shard;
  const names = chooseNames(base, shard, settings.BASE_URL ? 'target' : 'embedded');
  const REPORTS_DIR = shard ? settings.REPORTS_DIR : getReportsFolder(argv, settings.REPORTS_DIR);
  runFolder();
  rejectDebug();
  process.env.PLAYWRIGHT_LAST_RUN_OUTPUT_FILE ??= lastRunFile(settings.REPORTS_DIR); // of a partial run too
  return change({
    shard,
    byEndpoint: names.TARGET !== 'embedded' || base.replay !== undefined || hasOption(argv, '--project'),
    isSerial: [...getOptionValues(argv, '--workers'), ...getOptionValues(argv, '-j')].includes('1'),
    started: base.started || new Date().toISOString(),
    settings: { ...settings, ...names, REPORTS_DIR },
  });
}

/** Rejects the logs of Playwright and of Node, which print every header field to stderr. */
function rejectDebug(): void {
  const { DEBUG = '', NODE_DEBUG = '' } = environment();
  const isOfPlaywright = /\bpw\b|\*/.test(DEBUG);
  const [name, value, who] = isOfPlaywright ? ['DEBUG', DEBUG, 'Playwright'] : ['NODE_DEBUG', NODE_DEBUG, 'Node'];
  if (value !== '')
    throw new Error(`${name} is ${JSON.stringify(value)}: ${who} would print every token. Unset ${name}.`);
}

/** Returns TARGET, SEED and RUN_ID as they are set, else new ones. */
function chooseNames({ settings, written }: RunContext, shard: Shard | undefined, target: string) {
  const names = newRunNames({ ...environment(), ...written }, shard);
  return {
    TARGET: settings.TARGET || target,
    SEED: settings.SEED || Number(names.SEED),
    RUN_ID: settings.RUN_ID || names.RUN_ID,
  };
}

/** Returns the file in which Playwright records what failed. */
export function lastRunFile(reports: string): string {
  return path.resolve(reports, 'test-results', '.last-run.json');
}

/** Prepares a run in a process of its own with `variables` over the settings of this one. Returns its environment. */
export function prepareRun(
  variables: NodeJS.ProcessEnv,
  more: Partial<Pick<RunContext, 'started' | 'replay' | 'targets'>> = {},
): NodeJS.ProcessEnv {
  const env = { ...environment(), ...variables };
  current = { ...createRunContext(env), folder: runFolder(), key: context().key, ...more };
  process.env[HANDED] = passContext(current, false);
  return { ...env, [HANDED]: environment()[HANDED] };
}

/** Starts the run of a client, which has no workers and no URL of a target. */
export function startClientRun(): RunContext {
  const base = context();
  const names = chooseNames(base, undefined, 'client');
  runFolder();
  return change({
    subject: 'client',
    started: new Date().toISOString(),
    settings: { ...base.settings, ...names, BASE_URL: '' },
  });
}

/** Sets the URLs of the target for this process and those that it starts. */
export function setTargetUrl(urls: Pick<Settings, 'BASE_URL' | 'PROVIDER_STATES_URL'>): void {
  change({ settings: { ...settings(), ...urls } });
}

/** Returns the context of a run that begins, a new one if it follows another in the same process: in UI mode. */
export function beginRun(): RunContext {
  return context().started === '' ? change({ started: new Date().toISOString() }) : context();
}

/** Ends the run for this process, which keeps its folder for the next one. Returns true if this process made it. */
export function endRun(): boolean {
  if (isMaker) change({ started: '' });
  return isMaker;
}

function handed(): Handed | undefined {
  const file = process.env[HANDED];
  return file === undefined ? undefined : receiveContext(file);
}

function change(changes: Partial<RunContext>): RunContext {
  current = { ...context(), ...changes };
  process.env[HANDED] = passContext(current, true);
  return current;
}

/** Returns the private folder of this run. The first process makes it, and removes it when it ends. */
export function runFolder(): string {
  const { folder } = context();
  if (folder !== '') return folder;
  const made = createPrivateFolder();
  isMaker = true;
  current = { ...context(), folder: made, key: randomBytes(32).toString('base64url') };
  return made;
}

export function runKey(): Buffer {
  runFolder();
  return Buffer.from(context().key, 'base64url');
}
