import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { PROGRAM } from '../../run/process/program.ts';
import { readShardFile, type ShardFile } from './shard-file.ts';
import { BLOB, SHARD_FILE } from './shard-folder.ts';

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
