import { mkdirSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import packageFile from '../../../package.json' with { type: 'json' };
import { told, toldFiles } from '../../run/channels.ts';
import { commitOf } from '../../run/commit.ts';
import { readJsonFile } from '../../run/json-file.ts';
import { redact, SECRETS } from '../../run/secrets/redact.ts';
import type { Shard } from '../../run/shard.ts';
import { CONTROLS } from '../../safety/baselines.ts';
import { ORDER } from '../../safety/budget/order.ts';
import { RESERVATIONS } from '../../safety/budget/reservations.ts';
import { CREATED } from '../../safety/journal.ts';
import type { Resource } from '../../safety/left-behind.ts';
import schema from './shard.schema.json' with { type: 'json' };
import { SHARD_FILE, shardFolder } from './shard-folder.ts';
import { sharedSettings } from './shared-settings.ts';

/** What a shard leaves for the merge beside its blob report. It holds no secret, so a folder of reports can hold it. */
export interface ShardFile {
  readonly shard: Shard;
  readonly suite: {
    readonly name: string;
    readonly version: string;
    readonly commit: string;
    readonly register: string;
  };
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly seed: string;
  readonly runId: string;
  readonly started: string;
  readonly ended: string;
  /** What is set otherwise than it is by default and means the same on every machine. */
  readonly settings: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
  readonly wanted: Readonly<Record<string, number>>;
  /** The lines that the processes of the run told each other, by file. */
  readonly told: Readonly<Record<string, readonly string[]>>;
  readonly leftBehind: readonly Resource[] | null;
}

type Found = Pick<ShardFile, 'shard' | 'argv' | 'wanted' | 'leftBehind'>;

/** Writes down what this shard was and what it saw; `register` is the digest of the register. */
export function writeShardFile(found: Found, register: string): void {
  const { SEED = '', RUN_ID = '', STARTED_AT = '', TARGET = '', BASE_URL = '' } = process.env;
  const { name, version } = packageFile;
  const file: ShardFile = {
    ...found,
    suite: { name, version, commit: commitOf() ?? '', register },
    target: { name: TARGET, baseUrl: BASE_URL },
    seed: SEED,
    runId: RUN_ID,
    started: STARTED_AT,
    ended: new Date().toISOString(),
    settings: sharedSettings(),
    told: toldInRun(),
  };
  mkdirSync(shardFolder(found.shard), { recursive: true });
  writeFileAtomic.sync(path.join(shardFolder(found.shard), SHARD_FILE), `${JSON.stringify(file, null, 2)}\n`);
}

/** What holds secrets, and what means something to the tests of this machine alone. */
const own: ReadonlySet<string> = new Set([SECRETS, CONTROLS, CREATED, RESERVATIONS, ORDER]);

/** What the processes of this run told each other, but for the secrets. */
function toldInRun(): Record<string, string[]> {
  const names = toldFiles().filter((name) => !own.has(name));
  return Object.fromEntries(names.map((name) => [name, told(name).map(redact)]));
}

/** Reads what a shard left; throws one sentence where the file is none of a shard. */
export function readShardFile(file: string): ShardFile {
  return readJsonFile<ShardFile>(file, schema).value;
}
