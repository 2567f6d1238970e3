import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Subject } from '../core/requirement.ts';
import { folderFor } from './part.ts';
import { shardOnCommandLine } from './process/command-line.ts';
import { layered, type Source, settingFiles } from './process/sources.ts';
import { newRunNames } from './settings/names.ts';
import { readSettings, type Settings, table } from './settings/settings.ts';
import { type Shard, shardIn } from './settings/shard.ts';
import { misnamed, type NamedTarget } from './settings/target.ts';
import { slipIn } from './slips.ts';

/** The run that a rehearsal stands for, so that it stops where that one would. */
export interface Rehearsal {
  /** The base URL of that run, which nothing is sent to. */
  readonly of: string;
  /** Whether that run has every provider state, or those of the environment alone. */
  readonly states: 'all' | 'environment';
}

/** What a replay answers with, in place of a target. */
interface Replay {
  /** The HAR file, by its whole path. */
  readonly file: string;
  /** The run that it is of, when that started (ISO 8601), and the suite that made it. */
  readonly run: string;
  readonly started: string;
  readonly suite: { readonly version: string; readonly commit: string; readonly register: string };
}

/** What every process of a run knows of it. The first process makes it, the others are handed it. */
export interface RunContext {
  readonly subject: Subject;
  /** Of a run that has started, TARGET, SEED, RUN_ID and the URLs are what it found for itself where nobody set them. */
  readonly settings: Settings;
  /** The settings and the values of provider states as they were written, those that were. */
  readonly written: Readonly<Record<string, string>>;
  /** One of several machines that share the run. */
  readonly shard: Shard | undefined;
  /** When the run started (ISO 8601); empty before. */
  readonly started: string;
  /** A private folder for what its processes tell each other; empty where nobody asked for one yet. */
  readonly folder: string;
  readonly rehearsal: Rehearsal | undefined;
  readonly replay: Replay | undefined;
  /** The targets of a run over several; a run of a user's has none. Only a program can set them, no variable. */
  readonly targets: readonly NamedTarget[];
}

/** How a context is handed to a child process: a file in the private folder, for the children of its maker alone. */
interface Handed {
  readonly maker: number;
  /** Whether the run has started, so that the child is one of its workers. */
  readonly isRunning: boolean;
  readonly context: RunContext;
}

const HANDED = 'CONFORMANCE_RUN';

let places: readonly Source[] | undefined;
let environmentOfProcess: NodeJS.ProcessEnv | undefined;
let current: RunContext | undefined;
let isMaker = false;

/** Where settings stand, the weakest place first; what a process was handed stands in its environment. */
export function sources(): readonly Source[] {
  places ??= [...(handed() ? [] : settingFiles()), { name: 'environment', values: { ...process.env } }];
  return places;
}

/** Sets what the command line says above every other place, before anything is read of the context. */
export function overrule(values: Readonly<Record<string, string>>): void {
  places = [...sources(), { name: 'command line', values }];
  [environmentOfProcess, current] = [undefined, undefined];
}

/** The environment with what stands in files and on the command line: for what is no setting, and for child processes. */
export function environment(): NodeJS.ProcessEnv {
  environmentOfProcess ??= Object.assign(process.env, layered(sources()));
  return environmentOfProcess;
}

/** Where the user stands: npm runs a script in the suite's own folder and says where it was called. */
export function callersFolder(): string {
  return environment().INIT_CWD ?? process.cwd();
}

/** The context of this process: the one that it was handed, else a new one. Throws one sentence where a setting is wrong. */
export function context(): RunContext {
  current ??= handed()?.context ?? newContext(environment());
  return current;
}

/** Playwright's own log prints every header field to stderr, where nothing cleans it. */
function refuseDebug(): void {
  if (/\bpw\b|\*/.test(environment().DEBUG ?? ''))
    throw new Error(
      `DEBUG is ${JSON.stringify(environment().DEBUG)}: Playwright would print every token in clear. Unset it.`,
    );
}

/** Whether this process is a worker of a run that another process started. */
export function isWorker(): boolean {
  return handed()?.isRunning === true;
}

/** The settings of this process: see `context`. */
export function settings(): Settings {
  return context().settings;
}

function newContext(variables: NodeJS.ProcessEnv): RunContext {
  const slip = slipIn(Object.keys(variables), Object.keys(table));
  if (slip !== undefined) throw new Error(slip);
  const settings = readSettings(variables);
  const written = Object.entries(variables).flatMap(([name, value]) =>
    value?.trim() && (name in settings || name.startsWith('STATE_')) ? [[name, value]] : [],
  );
  return {
    subject: 'service',
    settings,
    written: Object.fromEntries(written),
    shard: shardIn(settings.SHARD),
    started: '',
    folder: '',
    rehearsal: undefined,
    replay: undefined,
    targets: [],
  };
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
  const sentence = given ? undefined : misnamed(settings, written);
  if (sentence !== undefined) throw new Error(sentence);
  const shard = shardIn(shardOnCommandLine(argv)) ?? base.shard;
  const names = newRunNames({ ...environment(), ...written }, shard);
  runFolder();
  refuseDebug();
  rememberFailuresIn(settings.REPORTS_DIR);
  return change({
    shard,
    started: base.started || new Date().toISOString(),
    settings: {
      ...settings,
      REPORTS_DIR: shard ? settings.REPORTS_DIR : folderFor(argv, settings.REPORTS_DIR),
      TARGET: settings.TARGET || (settings.BASE_URL ? 'target' : 'embedded'),
      SEED: settings.SEED || Number(names.SEED),
      RUN_ID: settings.RUN_ID || names.RUN_ID,
    },
  });
}

/** What failed is noted for --last-failed in one place, whether the run is a part or whole. */
function rememberFailuresIn(reports: string): void {
  process.env.PLAYWRIGHT_LAST_RUN_OUTPUT_FILE ??= lastRunFile(reports);
}

/** Where Playwright notes what failed. */
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
  current = { ...newContext(env), folder: runFolder(), ...more };
  handOver(current, false);
  return { ...env, [HANDED]: environment()[HANDED] };
}

/** Tells this process and those that it starts which build of the target is tested. */
export function nameBuild(TARGET_BUILD: string): void {
  change({ settings: { ...settings(), TARGET_BUILD } });
}

/** Starts the run of a client, which no worker shares: a target has no address here, and is named or called "client". */
export function startClientRun(): RunContext {
  const base = context();
  const { TARGET, SEED, RUN_ID } = base.settings;
  const names = newRunNames({ ...environment(), ...base.written }, undefined);
  runFolder();
  return change({
    subject: 'client',
    started: new Date().toISOString(),
    settings: {
      ...base.settings,
      BASE_URL: '',
      TARGET: TARGET || 'client',
      SEED: SEED || Number(names.SEED),
      RUN_ID: RUN_ID || names.RUN_ID,
    },
  });
}

/** Tells this process and those that it starts from now on where the target is. */
export function nameTarget(urls: Pick<Settings, 'BASE_URL' | 'PROVIDER_STATES_URL'>): void {
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

function change(changes: Partial<RunContext>): RunContext {
  current = { ...context(), ...changes };
  handOver(current, true);
  return current;
}

function handOver(context: RunContext, isRunning: boolean): void {
  const file = path.join(context.folder, 'context.json');
  const handed: Handed = { maker: process.pid, isRunning, context };
  writeFileSync(`${file}.new`, JSON.stringify(handed), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  process.env[HANDED] = file;
}

/** What the parent of this process has handed to it. A file that anybody else names is nobody's. */
function handed(): Handed | undefined {
  const file = process.env[HANDED];
  if (file === undefined) return undefined;
  try {
    const found: Handed = JSON.parse(readFileSync(file, 'utf8'));
    return found.maker === process.ppid ? found : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The private folder of this run, outside the reports: what the processes of one run tell each other, and what no
 * report may hold. The first process makes it, readable by its user alone, and takes it away when it ends.
 */
export function runFolder(): string {
  const { folder } = context();
  if (folder !== '') return folder;
  const made = makeFolder();
  current = { ...context(), folder: made };
  return made;
}

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'conformance-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
  isMaker = true;
  return folder;
}

/** Ends the process as Ctrl-C would: a run writes its reports first, and the private folder goes. */
function interrupt(): void {
  if (process.listenerCount('SIGINT') > 0) process.kill(process.pid, 'SIGINT');
  else process.exit(1);
}
