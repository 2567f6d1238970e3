import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { appendSharedLine } from '#run/channels';
import { environment, prepareRun, runFolder, settings } from '#run/context';
import { isNotGreen, startMerge } from '#run/merged-run';
import { startPlaywright } from '#run/process/playwright';
import { writeCreatedResources } from '#safety/journal';
import { type FoundShard, windowOf } from './find.ts';
import { type ShardFile, sharedNames } from './shard-file.ts';

/** Makes the reports of one run out of its shards, with its own reporters; returns whether the run is green. */
export async function merge(shards: readonly [FoundShard, ...FoundShard[]]): Promise<boolean> {
  const files = shards.map(({ file }) => file);
  const [{ file: first }] = shards;
  const present = files.map(({ shard }) => shard.current);
  const { total } = first.shard;
  const { started, ended } = windowOf(files);
  // As long as a shard is missing the merge narrows like a shard does.
  const narrowing = present.length === total ? [] : [`--shard=${present.join(',')}/${total}`];
  startMerge({ part: { of: total, present }, argv: [...first.argv, ...narrowing], ended });
  for (const { channels } of files) for (const [name, lines] of Object.entries(channels)) appendSharedLine(name, lines);
  mergeCreatedResources(files);
  const child = startPlaywright(['merge-reports', blobsOf(shards)], environmentOf(first, started), 'inherit');
  const code = await new Promise((resolve) => child.on('close', resolve));
  return code === 0 && !isNotGreen();
}

function mergeCreatedResources(files: readonly ShardFile[]): void {
  mkdirSync(settings().REPORTS_DIR, { recursive: true });
  const known = files.flatMap(({ leftBehind }) => (leftBehind === null ? [] : [leftBehind]));
  if (known.length === 0) rmSync(path.join(settings().REPORTS_DIR, 'left-behind.json'), { force: true });
  else writeCreatedResources(known.flat());
}

/** Copies the blobs of shards, because Playwright unpacks them where they are. */
function blobsOf(shards: readonly FoundShard[]): string {
  const folder = path.join(runFolder(), 'blobs');
  mkdirSync(folder);
  for (const { blob, file } of shards) copyFileSync(blob, path.join(folder, `${file.shard.current}.zip`));
  return folder;
}

/** Returns the settings of the shards; CERTIFY and DRIFT may be set for the merge alone. */
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
