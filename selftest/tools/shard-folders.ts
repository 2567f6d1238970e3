import { type FoundShard, findShards } from '#results/merge/merge';
import type { ShardFile } from '#results/merge/shard-file';
import { sha256 } from '#run/digest';
import { folderWith } from './fixtures.ts';
import shard from './shard.json' with { type: 'json' };

/** Returns the first shard and a second one with these changes, both with the same report. */
export function shardsWith(changes: Partial<ShardFile>, report: string | Buffer = ''): FoundShard[] {
  const blob = sha256(report);
  const files = [
    { ...shard, blob },
    { ...shard, blob, shard: { current: 2, total: 2 }, ...changes },
  ];
  return findShards(files.map((each) => folderWith({ 'shard.json': JSON.stringify(each), 'report.zip': report })));
}
