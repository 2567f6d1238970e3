import type { Subject } from '#api/requirement';
import type { Shard } from './partial-run.ts';
import { removedMessage, unknownVariable, withRenamed } from './settings/former-names.ts';
import { readSettings, type Settings, table } from './settings/settings.ts';
import type { NamedTarget } from './settings/target.ts';

/** The recording that a replay responds with: the HAR file by its whole path, and the run that it is of. */
interface Replay {
  readonly file: string;
  readonly run: string;
  readonly started: string;
  readonly suite: { readonly version: string; readonly commit: string; readonly register: string };
}

/** The facts of a run that every process knows. The first process makes it and hands it to the others. */
export interface RunContext {
  readonly subject: Subject;
  /** In a started run TARGET, SEED, RUN_ID and the URLs are those that it uses, set or chosen. */
  readonly settings: Settings;
  readonly written: Readonly<Record<string, string>>;
  readonly shard: Shard | undefined;
  /** True if a worker serves the tests of one endpoint: if endpoints are chosen, or the target is waited for. */
  readonly byEndpoint: boolean;
  /** True if one request is sent at a time: --workers=1. */
  readonly isSerial: boolean;
  /** The start of the run (ISO 8601); empty before. */
  readonly started: string;
  /** The private folder of the run and the base64url key of its files, which is on no disk; empty until needed. */
  readonly folder: string;
  readonly key: string;
  readonly replay: Replay | undefined;
  /** The targets of a run over several, which only a program can set. */
  readonly targets: readonly NamedTarget[];
}

/** Returns the context of a run that has not started, from its variables. Throws if one of them is wrong. */
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
    isSerial: false,
    started: '',
    folder: '',
    key: '',
    replay: undefined,
    targets: [],
  };
}
