import type { Subject } from '#api/requirement';
import { removedMessage, withRenamed } from './settings/former-names.ts';
import { readSettings, type Settings, table } from './settings/settings.ts';
import type { Shard } from './settings/shard.ts';
import type { NamedTarget } from './settings/target.ts';
import { unknownVariable } from './unknown-variable.ts';

/** The run that a rehearsal stands for, so that it stops where that one would. */
export interface Rehearsal {
  /** The base URL of that run, which nothing is sent to. */
  readonly of: string;
  /** Tells whether that run has every provider state, or those of the environment alone. */
  readonly states: 'all' | 'environment';
}

/** Describes what a replay answers with, in place of a target. */
interface Replay {
  /** The HAR file, by its whole path. */
  readonly file: string;
  /** The run that it is of, when that started (ISO 8601), and the suite that made it. */
  readonly run: string;
  readonly started: string;
  readonly suite: { readonly version: string; readonly commit: string; readonly register: string };
}

/** Describes what every process of a run knows of it. The first process makes it, the others are handed it. */
export interface RunContext {
  readonly subject: Subject;
  /** Describes a started run: TARGET, SEED, RUN_ID and the URLs are what it found for itself where nobody set them. */
  readonly settings: Settings;
  /** The settings and the values of provider states as they were written, those that were. */
  readonly written: Readonly<Record<string, string>>;
  /** One of several machines that share the run. */
  readonly shard: Shard | undefined;
  /** Tells whether a worker serves the tests of one endpoint: where endpoints are chosen, and where the target is waited for. */
  readonly byEndpoint: boolean;
  /** Says when the run started (ISO 8601); empty before. */
  readonly started: string;
  /** A private folder for what its processes tell each other; empty where nobody asked for one yet. */
  readonly folder: string;
  /** The key of the files in the private folder, in base64url: it is on no disk. */
  readonly key: string;
  readonly rehearsal: Rehearsal | undefined;
  readonly replay: Replay | undefined;
  /** The targets of a run over several; a run of a user's has none. Only a program can set them, no variable. */
  readonly targets: readonly NamedTarget[];
}

/** Returns what the variables say of a run that has not started. Throws one sentence where one of them is wrong. */
export function createRunContext(environment: NodeJS.ProcessEnv): RunContext {
  const message = unknownVariable(Object.keys(environment), Object.keys(table)) ?? removedMessage(environment);
  if (message !== undefined) throw new Error(message);
  const variables = withRenamed(environment);
  const settings = readSettings(variables);
  const written = Object.entries(variables).flatMap(([name, value]) =>
    value?.trim() && (name in settings || name.startsWith('STATE_')) ? [[name, value]] : [],
  );
  return {
    subject: 'service',
    settings,
    written: Object.fromEntries(written),
    shard: undefined,
    byEndpoint: true,
    started: '',
    folder: '',
    key: '',
    rehearsal: undefined,
    replay: undefined,
    targets: [],
  };
}
