import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { unzipSync } from 'fflate';
import { appendSharedLine, appendToChannel, readChannel } from '#run/channels';
import { environment, runFolder } from '#run/context';
import { computeDigest } from '#run/digest';
import { listFiles } from '#run/file';
import { readJsonFile } from '#run/json-file';
import { PROGRAM, startPlaywright } from '#run/process/program';
import { prepareRun } from '#run/start';
import { writeCreatedResources } from '#safety/created-resources';
import schema from './shard.schema.json' with { type: 'json' };
import { BLOB, SHARD_FILE, type ShardFile, sharedNames } from './shard-file.ts';

/** Makes the reports of one run out of its shards, with its own reporters; returns true if the run is green. */
export async function merge(shards: readonly [FoundShard, ...FoundShard[]], reports: string): Promise<boolean> {
  const files = shards.map(({ file }) => file);
  const [{ file: first }] = shards;
  const present = files.map(({ shard }) => shard.current);
  const { total } = first.shard;
  const { started, ended } = getWindow(files);
  // As long as a shard is missing the merge narrows like a shard does.
  const narrowing = present.length === total ? [] : [`--shard=${present.join(',')}/${total}`];
  appendToChannel('merged', { part: { of: total, present }, argv: [...first.argv, ...narrowing], ended });
  for (const { channels } of files) for (const [name, lines] of Object.entries(channels)) appendSharedLine(name, lines);
  mergeCreatedResources(files, reports);
  const child = startPlaywright(['merge-reports', getBlobs(shards)], getEnvironment(first, started), 'inherit');
  const code = await new Promise((resolve) => child.on('close', resolve));
  return code === 0 && readChannel('not green').length === 0;
}

function mergeCreatedResources(files: readonly ShardFile[], reports: string): void {
  const known = files.flatMap(({ leftBehind }) => (leftBehind === null ? [] : [leftBehind]));
  for (const resource of known.flat()) appendToChannel('created', { number: randomUUID(), resource });
  if (known.length > 0) writeCreatedResources(reports);
  else fs.rmSync(path.join(reports, 'left-behind.json'), { force: true });
}

/** Copies the blobs of shards, because Playwright unpacks them where they are: one could replace the next. */
function getBlobs(shards: readonly FoundShard[]): string {
  const folder = path.join(runFolder(), 'blobs');
  fs.mkdirSync(folder);
  for (const { blob, file } of shards) {
    const bytes = fs.readFileSync(blob);
    const foreign = listEntries(bytes).find((name) => !/^(?:report\.jsonl|resources\/[\w.-]+)$/.test(name));
    if (foreign !== undefined)
      throw new Error(`${blob} contains ${JSON.stringify(foreign)}. Use the report of a shard, or run it again.`);
    fs.writeFileSync(path.join(folder, `${file.shard.current}.zip`), bytes);
  }
  return folder;
}

function listEntries(zip: Uint8Array): string[] {
  const names: string[] = [];
  const filter = ({ name }: { readonly name: string }) => names.push(name) === 0; // unpacks none
  unzipSync(zip, { filter });
  return names;
}

/** Returns the settings of the shards; CERTIFY and DRIFT may be set for the merge alone. */
function getEnvironment({ settings: shared, ...first }: ShardFile, started: string): NodeJS.ProcessEnv {
  const { CERTIFY, DRIFT } = environment();
  const variables = {
    ...Object.fromEntries(sharedNames.map((name) => [name, shared[name] ?? ''])),
    ...(CERTIFY ? { CERTIFY } : {}),
    ...(DRIFT ? { DRIFT } : {}),
    SEED: first.seed,
    RUN_ID: first.runId,
    TARGET: first.target.name,
    BASE_URL: first.target.baseUrl,
  };
  return prepareRun(variables, { started });
}

export type FoundShard = Readonly<ReturnType<typeof readShard>>;

/** Returns the shards in folders, however deep, in order; throws one sentence if one is missing or invalid. */
export function findShards(folders: readonly string[]): FoundShard[] {
  const files = new Set(folders.flatMap(listShardFiles));
  return [...files].map(readShard).sort((one, other) => one.file.shard.current - other.file.shard.current);
}

function listShardFiles(folder: string): string[] {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${folder} is not a folder. Expected the reports of each shard.`);
  const files = listFiles(folder).filter((file) => path.basename(file) === SHARD_FILE);
  if (files.length > 0) return files.map((file) => fs.realpathSync(file));
  throw new Error(`${folder} contains no ${SHARD_FILE}. Run ${PROGRAM} run --shard=1/3 and copy reports/shards/.`);
}

function readShard(file: string) {
  const folder = path.dirname(file);
  const blob = path.join(folder, BLOB);
  if (!fs.existsSync(blob))
    throw new Error(`${blob} does not exist. Use the whole folder of the shard, or run it again.`);
  const { value: shard } = readJsonFile<ShardFile>(file, schema);
  if (computeDigest(folder, BLOB).sha256 === shard.blob) return { folder, blob, file: shard };
  throw new Error(`${blob} is not the report that ${file} describes. Use the whole folder of the shard.`);
}

const shared: Readonly<Record<string, (file: ShardFile) => unknown>> = {
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
export function rejectForeignShards(shards: readonly FoundShard[]): void {
  for (const [name, of] of Object.entries(shared)) rejectDifferent(shards, name, of);
  // Without a request no response names the build.
  const asked = shards.filter(({ file }) => file.channels.requests !== undefined);
  rejectDifferent(asked, 'build of the target', ({ build }) => build);
  for (const [index, { folder, file }] of shards.entries()) {
    const before = shards[index - 1];
    const { current, total } = file.shard;
    if (before?.file.shard.current === current)
      throw new Error(`Shard ${current} of ${total} is in ${before.folder} and in ${folder}. Use one of them.`);
  }
  rejectGap(shards);
}

function rejectDifferent([first, ...others]: readonly FoundShard[], name: string, of: (file: ShardFile) => unknown) {
  const other = others.find(({ file }) => first && !isDeepStrictEqual(of(first.file), of(file)));
  if (!first || !other) return;
  const shown = (file: ShardFile) => JSON.stringify(of(file)).replace(/^(.{60}).+/s, '$1…');
  throw new Error(
    `The shards are of different runs: their ${name} differs, ${shown(first.file)} in ${first.folder} and ${shown(other.file)} in ${other.folder}. Use shards of one run.`,
  );
}

const LONGEST_GAP = 3_600_000;

/** Throws if so long lies between two shards that they are of different runs. */
function rejectGap(shards: readonly FoundShard[]): void {
  let last: FoundShard | undefined;
  for (const shard of shards.toSorted((one, other) => (one.file.started < other.file.started ? -1 : 1))) {
    if (last && Date.parse(shard.file.started) - Date.parse(last.file.ended) > LONGEST_GAP)
      throw new Error(
        `The shards are of different runs: the one in ${last.folder} ended at ${last.file.ended}, the one in ${shard.folder} started at ${shard.file.started}. Expected at most an hour between them. Run all shards again.`,
      );
    if (!last || shard.file.ended > last.file.ended) last = shard;
  }
}

/** Returns the start of the first shard and the end of the last one; both are in UTC. */
function getWindow(files: readonly ShardFile[]): { readonly started: string; readonly ended: string } {
  const started = files.map((file) => file.started).sort()[0] ?? '';
  return { started, ended: files.reduce((last, { ended }) => (ended > last ? ended : last), '') };
}
