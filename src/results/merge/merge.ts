import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { appendSharedLine } from '#run/channels';
import { environment, prepareRun, runFolder, settings } from '#run/context';
import { isNotGreen, startMerge } from '#run/merged-run';
import { startPlaywright } from '#run/process/playwright';
import { writeCreatedResources } from '#safety/created-resources';
import type { FoundShard } from './find.ts';
import { type ShardFile, sharedNames } from './shard-file.ts';

/** Makes the reports of one run out of its shards, with its own reporters; returns whether the run is green. */
export async function merge(shards: readonly [FoundShard, ...FoundShard[]]): Promise<boolean> {
  const files = shards.map(({ file }) => file);
  const [{ file: first }] = shards;
  const present = files.map(({ shard }) => shard.current);
  const part = { of: first.shard.total, present };
  startMerge({ part, argv: argvOf(first, present), ended: latest(files) });
  tellAgain(files);
  gatherLeftBehind(files);
  const code = await mergeReports(blobsOf(shards), environmentOf(first, earliest(files)));
  return code === 0 && !isNotGreen();
}

function argvOf({ argv, shard }: ShardFile, present: readonly number[]): string[] {
  return present.length === shard.total ? [...argv] : [...argv, `--shard=${present.join(',')}/${shard.total}`];
}

function earliest(files: readonly ShardFile[]): string {
  return files.map(({ started }) => started).sort()[0] ?? '';
}

function latest(files: readonly ShardFile[]): string {
  return (
    files
      .map(({ ended }) => ended)
      .sort()
      .at(-1) ?? ''
  );
}

function tellAgain(files: readonly ShardFile[]): void {
  for (const { told } of files) for (const [name, lines] of Object.entries(told)) appendSharedLine(name, lines);
}

function gatherLeftBehind(files: readonly ShardFile[]): void {
  const file = path.join(settings().REPORTS_DIR, 'left-behind.json');
  mkdirSync(settings().REPORTS_DIR, { recursive: true });
  const known = files.flatMap(({ leftBehind }) => (leftBehind === null ? [] : [leftBehind]));
  if (known.length === 0) rmSync(file, { force: true });
  else writeCreatedResources(known.flat());
}

/** Playwright unpacks the blobs where they are, so it gets copies. */
function blobsOf(shards: readonly FoundShard[]): string {
  const folder = path.join(runFolder(), 'blobs');
  mkdirSync(folder);
  for (const { blob, file } of shards) copyFileSync(blob, path.join(folder, `${file.shard.current}.zip`));
  return folder;
}

function environmentOf({ settings: shared, ...first }: ShardFile, started: string): NodeJS.ProcessEnv {
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

async function mergeReports(folder: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = startPlaywright(['merge-reports', folder], env, 'inherit');
  return new Promise((resolve) => child.on('close', resolve));
}
