import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PROGRAM } from '#run/process/program';
import { BLOB, readShardFile, SHARD_FILE, type ShardFile } from './shard-file.ts';

/** What one shard left, and where. */
export interface FoundShard {
  readonly folder: string;
  readonly blob: string;
  readonly file: ShardFile;
}

/** The shards in folders, however deep, in their order; throws one sentence where a folder has none or a shard is broken. */
export function findShards(folders: readonly string[]): FoundShard[] {
  const files = new Set(folders.flatMap(shardFilesIn));
  return [...files].map(found).sort((one, other) => one.file.shard.current - other.file.shard.current);
}

function shardFilesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${folder} is no folder: name the reports of each shard.`);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === SHARD_FILE)
    .map((entry) => realpathSync(path.join(entry.parentPath, entry.name)));
  if (files.length === 0)
    throw new Error(
      `${folder} holds no ${SHARD_FILE}: run ${PROGRAM} run --shard=1/3 there, and copy reports/shards/.`,
    );
  return files;
}

function found(file: string): FoundShard {
  const folder = path.dirname(file);
  const blob = path.join(folder, BLOB);
  if (!existsSync(blob))
    throw new Error(`${blob} is not there: copy the whole folder of the shard, or run the shard again.`);
  return { folder, blob, file: readShardFile(file) };
}

/** What the shards of one run have in common, by the words of its sentence. */
const alike: Readonly<Record<string, (file: ShardFile) => unknown>> = {
  'number of shards': ({ shard }) => shard.total,
  target: ({ target }) => target.name,
  // each machine has an embedded provider of its own, on a port of its own
  'base URL': ({ target }) => (target.name === 'embedded' ? '' : target.baseUrl),
  'version of the suite': ({ suite }) => `${suite.name} ${suite.version}`,
  register: ({ suite }) => suite.register,
  'commit of the suite': ({ suite }) => suite.commit,
  SEED: ({ seed }) => seed,
  RUN_ID: ({ runId }) => runId,
  settings: ({ settings }) => settings,
  'selection of tests': ({ argv }) => argv,
};

/** Throws one sentence where two shards are not of one run, or are the same one. */
export function refuseStrangers([first, ...others]: readonly FoundShard[]): void {
  if (!first) return;
  for (const other of others)
    for (const [name, of] of Object.entries(alike))
      if (!isDeepStrictEqual(of(first.file), of(other.file)))
        throw new Error(
          `The shards are of different runs: their ${name} differs, ${shown(of(first.file))} in ${first.folder} and ${shown(of(other.file))} in ${other.folder}.`,
        );
  refuseDoubles([first, ...others]);
}

function refuseDoubles(shards: readonly FoundShard[]): void {
  for (const [index, { folder, file }] of shards.entries()) {
    const before = shards[index - 1];
    const { current, total } = file.shard;
    if (before?.file.shard.current === current)
      throw new Error(
        `Shard ${current} of ${total} is in ${before.folder} and in ${folder}: name one of them.`,
      );
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
