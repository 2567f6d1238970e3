import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { FullConfig, Reporter } from '@playwright/test/reporter';
import { writeShardFile } from '#results/merge/shard-file';
import { context, settings } from '#run/context';
import { onlyLists, saidOn, withoutShard } from '#run/process/command-line';
import { registerDigest } from '#run/register-digest';
import { readCreatedResources } from '#safety/created-resources';

/** Writes down for the merge what the blob report of a shard does not hold; a whole run clears earlier shards away. */
export default class ShardReporter implements Reporter {
  private argv: readonly string[] = [];

  onBegin({ argv }: FullConfig): void {
    this.argv = withoutShard(saidOn(argv));
    if (!onlyLists()) removeOtherShards();
  }

  async onEnd(): Promise<void> {
    const { shard } = context();
    if (!shard || onlyLists()) return;
    const { argv } = this;
    writeShardFile({ shard, argv, leftBehind: readCreatedResources() ?? null }, registerDigest());
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** A shard keeps what other shards of as many left in the same folder, and nothing else stays to be merged by mistake. */
function removeOtherShards(): void {
  const folder = path.join(settings().REPORTS_DIR, 'shards');
  const { shard } = context();
  const isKept = (name: string) =>
    !/^\d+-of-\d+$/.test(name) || (shard !== undefined && name.endsWith(`-of-${shard.total}`));
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names) if (!isKept(name)) rmSync(path.join(folder, name), { recursive: true });
}
