import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { getReportsFolder } from './partial-run.ts';
import { says, shardOnCommandLine } from './process/command-line.ts';
import { complain } from './process/output.ts';
import { type Handed, handedIn, handOver, privateFolder } from './process/private-folder.ts';
import { layered, type Source, settingFiles } from './process/sources.ts';
import { createRunContext, type RunContext } from './run-context.ts';
import { deprecationMessage } from './settings/former-names.ts';
import { newRunNames } from './settings/names.ts';
import type { Settings } from './settings/settings.ts';
import { type Shard, shardIn } from './settings/shard.ts';
import { misnamed } from './settings/target.ts';

const HANDED = 'CONFORMANCE_RUN';

let places: readonly Source[] | undefined;
let environmentOfProcess: NodeJS.ProcessEnv | undefined;
let current: RunContext | undefined;
let isMaker = false;

/** Returns where settings stand, the weakest place first; what a process was handed stands in its environment. */
export function sources(): readonly Source[] {
  places ??= [...(handed() ? [] : settingFiles()), { name: 'environment', values: { ...process.env } }];
  return places;
}

/** Takes settings from the environment alone, as a command does that only reads what others may have sent. */
export function ignoreSettingFiles(): void {
  places = [{ name: 'environment', values: { ...process.env } }];
}

/** Sets what the command line says above every other place, before anything is read of the context. */
export function setCommandLineSettings(values: Readonly<Record<string, string>>): void {
  places = [...sources(), { name: 'command line', values }];
  [environmentOfProcess, current] = [undefined, undefined];
}

/** The environment with what stands in files and on the command line: for what is no setting, and for child processes. */
export function environment(): NodeJS.ProcessEnv {
  environmentOfProcess ??= Object.assign(process.env, layered(sources()));
  return environmentOfProcess;
}

/** Returns the environment of a child that needs none: what finds programs and the user's own files. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR };
}

/** Returns where the user stands: npm runs a script in the suite's own folder and says where it was called. */
export function getCallerFolder(): string {
  return environment().INIT_CWD ?? process.cwd();
}

/** The context of this process: the one that it was handed, else a new one. Throws one sentence where a setting is wrong. */
export function context(): RunContext {
  current ??= handed()?.context ?? createRunContext(environment());
  return current;
}

/** Returns true if this process is a worker of a run that another process started. */
export function isWorker(): boolean {
  return handed()?.isRunning === true;
}

/** The settings of this process: see `context`. */
export function settings(): Settings {
  return context().settings;
}

/**
 * Starts the run: names what nobody named, and hands the context to the workers. In a worker it changes nothing. Throws
 * one sentence where a setting is wrong or the target is not named as it must be.
 */
export function startRun(argv: readonly string[] = process.argv): RunContext {
  const given = handed();
  if (given?.isRunning) return context();
  const base = context();
  const { settings, written } = base;
  const note = given ? undefined : deprecationMessage(environment());
  if (note !== undefined) complain(note);
  const sentence = given ? undefined : misnamed(settings, written);
  if (sentence !== undefined) throw new Error(sentence);
  const shard = shardIn(shardOnCommandLine(argv)) ?? base.shard;
  const names = namesOf(base, shard, settings.BASE_URL ? 'target' : 'embedded');
  runFolder();
  refuseDebug();
  rememberFailuresIn(settings.REPORTS_DIR);
  const isEmbedded = names.TARGET === 'embedded' && !base.replay;
  return change({
    shard,
    byEndpoint: !isEmbedded || says(argv, '--project'),
    started: base.started || new Date().toISOString(),
    settings: {
      ...settings,
      ...names,
      REPORTS_DIR: shard ? settings.REPORTS_DIR : getReportsFolder(argv, settings.REPORTS_DIR),
    },
  });
}

/** The logs of Playwright and of Node print every header field to stderr, where nothing cleans it. */
function refuseDebug(): void {
  const { DEBUG = '', NODE_DEBUG = '' } = environment();
  const [name, value] = /\bpw\b|\*/.test(DEBUG) ? ['DEBUG', DEBUG] : ['NODE_DEBUG', NODE_DEBUG];
  if (name === 'DEBUG' || value !== '')
    throw new Error(
      `${name} is ${JSON.stringify(value)}: ${name === 'DEBUG' ? 'Playwright' : 'Node'} would print every token. Unset ${name}.`,
    );
}

/** Returns how the target, the seed and the run are called: as they were set, else by names of this run. */
function namesOf({ settings, written }: RunContext, shard: Shard | undefined, target: string) {
  const names = newRunNames({ ...environment(), ...written }, shard);
  return {
    TARGET: settings.TARGET || target,
    SEED: settings.SEED || Number(names.SEED),
    RUN_ID: settings.RUN_ID || names.RUN_ID,
  };
}

/** Returns what failed is noted for --last-failed in one place, whether the run is a part or whole. */
function rememberFailuresIn(reports: string): void {
  process.env.PLAYWRIGHT_LAST_RUN_OUTPUT_FILE ??= lastRunFile(reports);
}

/** Returns where Playwright notes what failed. */
export function lastRunFile(reports: string): string {
  return path.resolve(reports, 'test-results', '.last-run.json');
}

/**
 * Prepares a run in a process of its own: the settings of this process with `variables` over them, and what only a
 * program can say. Returns the environment to start it with.
 */
export function prepareRun(
  variables: NodeJS.ProcessEnv,
  more: Partial<Pick<RunContext, 'started' | 'rehearsal' | 'replay' | 'targets'>> = {},
): NodeJS.ProcessEnv {
  const env = { ...environment(), ...variables };
  current = { ...createRunContext(env), folder: runFolder(), key: context().key, ...more };
  process.env[HANDED] = handOver(current, false);
  return { ...env, [HANDED]: environment()[HANDED] };
}

/** Starts the run of a client, which no worker shares: a target has no address here, and is named or called "client". */
export function startClientRun(): RunContext {
  const base = context();
  const names = namesOf(base, undefined, 'client');
  runFolder();
  return change({
    subject: 'client',
    started: new Date().toISOString(),
    settings: { ...base.settings, ...names, BASE_URL: '' },
  });
}

/** Tells this process and those that it starts from now on where the target is. */
export function setTargetUrl(urls: Pick<Settings, 'BASE_URL' | 'PROVIDER_STATES_URL'>): void {
  change({ settings: { ...settings(), ...urls } });
}

/** Says when a run began that follows another in the same process, as in Playwright's UI mode. */
export function beginRun(): void {
  if (context().started === '') change({ started: new Date().toISOString() });
}

/** Ends the run for this process; what it made for the run it keeps for the next one. Says whether it was the maker. */
export function endRun(): boolean {
  if (isMaker) change({ started: '' });
  return isMaker;
}

/** Returns what the parent of this process has handed to it, if anything. */
function handed(): Handed | undefined {
  const file = process.env[HANDED];
  return file === undefined ? undefined : handedIn(file);
}

function change(changes: Partial<RunContext>): RunContext {
  current = { ...context(), ...changes };
  process.env[HANDED] = handOver(current, true);
  return current;
}

/**
 * The private folder of this run, outside the reports: what the processes of one run tell each other, and what no
 * report may hold. The first process makes it, readable by its user alone, and takes it away when it ends.
 */
export function runFolder(): string {
  const { folder } = context();
  if (folder !== '') return folder;
  const made = privateFolder();
  isMaker = true;
  current = { ...context(), folder: made, key: randomBytes(32).toString('base64url') };
  return made;
}

/** Returns the key of the files in the folder of this run. */
export function runKey(): Buffer {
  runFolder();
  return Buffer.from(context().key, 'base64url');
}
