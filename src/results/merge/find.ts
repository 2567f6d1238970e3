import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { computeDigest } from '#run/digest';
import { PROGRAM } from '#run/process/program';
import { BLOB, readShardFile, SHARD_FILE, type ShardFile } from './shard-file.ts';

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
  const shard = readShardFile(file);
  if (computeDigest(folder, BLOB).sha256 !== shard.blob)
    throw new Error(`${blob} is not the report that ${file} describes. Copy the whole folder of the shard.`);
  return { folder, blob, file: shard };
}

type Alike = Readonly<Record<string, (file: ShardFile) => unknown>>;

const alike: Alike = {
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

const alikeOnceSent = { 'build of the target': ({ build }: ShardFile) => build };

/** Throws one sentence where two shards are not of one run, or are the same one. */
export function rejectForeignShards(shards: readonly FoundShard[]): void {
  rejectDifferent(shards, alike);
  rejectDifferent(
    shards.filter(({ file }) => file.told.requests !== undefined),
    alikeOnceSent,
  );
  refuseDoubles(shards);
  rejectGap(shards);
}

function rejectDifferent([first, ...others]: readonly FoundShard[], alike: Alike): void {
  if (!first) return;
  for (const other of others)
    for (const [name, of] of Object.entries(alike))
      if (!isDeepStrictEqual(of(first.file), of(other.file)))
        throw new Error(
          `The shards are of different runs: their ${name} differs, ${shown(of(first.file))} in ${first.folder} and ${shown(of(other.file))} in ${other.folder}.`,
        );
}

function refuseDoubles(shards: readonly FoundShard[]): void {
  for (const [index, { folder, file }] of shards.entries()) {
    const before = shards[index - 1];
    const { current, total } = file.shard;
    if (before?.file.shard.current === current)
      throw new Error(`Shard ${current} of ${total} is in ${before.folder} and in ${folder}: name one of them.`);
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const LONGEST_GAP = 3_600_000;

function rejectGap(shards: readonly FoundShard[]): void {
  const byStart = shards.toSorted((one, other) => timeOf(one.file.started) - timeOf(other.file.started));
  let last = byStart[0];
  for (const shard of byStart) {
    if (last && timeOf(shard.file.started) - timeOf(last.file.ended) > LONGEST_GAP)
      throw new Error(
        `The shards are of different runs: the one in ${last.folder} ended at ${last.file.ended}, the one in ${shard.folder} started at ${shard.file.started}. Expected at most an hour between them. Run all shards again.`,
      );
    if (!last || timeOf(shard.file.ended) > timeOf(last.file.ended)) last = shard;
  }
}

function timeOf(time: string): number {
  return Date.parse(time);
}

/** Returns what shards have in common and their window, in one line. */
export function mergeWords(shards: readonly [FoundShard, ...FoundShard[]]): string {
  const files = shards.map(({ file }) => file);
  const { runId, target, build, suite, seed, shard } = shards[0].file;
  const started = files.map((file) => file.started).sort()[0];
  const ended = files
    .map((file) => file.ended)
    .sort()
    .at(-1);
  const numbers = files.map((file) => file.shard.current).join(', ');
  return `Merging shards ${numbers} of ${shard.total} of run ${runId}: ${target.name}, build ${build || 'unknown'}, SEED=${seed}, suite ${suite.version}, register ${suite.register.slice(0, 12)}, from ${started} to ${ended}.`;
}
