import { randomBytes } from 'node:crypto';
import { createPrivateFolder, type Handed, passContext, receiveContext } from './process/private-folder.ts';
import type { Source } from './process/sources.ts';
import type { RunContext } from './run-context.ts';
import type { Settings } from './settings/settings.ts';

// The run of this process. Only this module and channels.ts keep what changes while it runs.
const HANDED = 'CONFORMANCE_RUN';
const handed = receiveContext(process.env[HANDED] ?? '');
/** Builds the context of this process; one that was handed a context loads no code for that. */
const builder = handed ? fromParent(handed) : await import('./process/sources.ts');

let places: readonly Source[] | undefined;
let environmentOfProcess: NodeJS.ProcessEnv | undefined;
let current: RunContext | undefined;
let isMaker = false;

/** Returns the builder of a process that was handed its context: it reads no files. */
function fromParent({ context }: Handed) {
  return { readSettingFiles: () => [], mergeSettings: () => ({}), createRunContext: () => context };
}

/** Returns the places of settings, the weakest first; a process that was handed a context has its environment alone. */
export function sources(): readonly Source[] {
  places ??= [...builder.readSettingFiles(), { name: 'environment', values: { ...process.env } }];
  return places;
}

/** Takes settings from the environment alone, for a command that reads what others may have sent. */
export function ignoreSettingFiles(): void {
  places = [{ name: 'environment', values: { ...process.env } }];
}

/** Gives settings of the command line priority over every other place, before the context is read. */
export function setCommandLineSettings(values: Readonly<Record<string, string>>): void {
  places = [...sources(), { name: 'command line', values }];
  environmentOfProcess = undefined;
  current = undefined;
}

/** Returns the environment with the settings of files and of the command line, for child processes. */
export function environment(): NodeJS.ProcessEnv {
  environmentOfProcess ??= Object.assign(process.env, builder.mergeSettings(sources()));
  return environmentOfProcess;
}

/** The variable of a run that prints each request: `run -v`. */
export const VERBOSE = 'CONFORMANCE_VERBOSE';

/** Returns true if the run prints each request. */
export function isVerbose(): boolean {
  return environment()[VERBOSE] === '1';
}

/** Returns the folder of the user: npm runs a script in the suite's own folder and passes the one of the call. */
export function getCallerFolder(): string {
  return environment().INIT_CWD ?? process.cwd();
}

/** Returns the context that this process was handed, else a new one. Throws if a setting is wrong. */
export function context(): RunContext {
  current ??= builder.createRunContext(environment());
  return current;
}

/** Returns true if a parent process made the context of this one. */
export function isHanded(): boolean {
  return handed !== undefined;
}

/** Returns true if this process is a worker of a run that another process started. */
export function isWorker(): boolean {
  return handed?.isRunning === true;
}

export function settings(): Settings {
  return context().settings;
}

/** Changes the context of this process and of those that it starts; these are workers of the run if `isRunning`. */
export function changeContext(changes: Partial<RunContext>, isRunning = true): RunContext {
  runFolder();
  current = { ...context(), ...changes };
  process.env[HANDED] = passContext(current, isRunning);
  return current;
}

/** Returns the variable with which a child process finds the context. */
export function handedContext(): NodeJS.ProcessEnv {
  return { [HANDED]: process.env[HANDED] };
}

/** Ends the run for this process, which keeps its folder for the next one. Returns true if this process made it. */
export function endRun(): boolean {
  if (isMaker) changeContext({ started: '' });
  return isMaker;
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

/** Returns the key of this run, with which processes encrypt what they hand over. */
export function runKey(): Buffer {
  runFolder();
  return Buffer.from(context().key, 'base64url');
}
