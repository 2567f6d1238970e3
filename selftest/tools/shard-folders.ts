import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type FoundShard, findShards } from '#results/merge/merge';
import type { ShardFile } from '#results/merge/shard-file';
import { sha256 } from '#run/digest';
import { ownFolder } from './own-folder.ts';

const file: ShardFile = {
  shard: { current: 1, total: 2 },
  suite: { name: 'payments-conformance', version: '0.1.0', commit: '', register: 'f00d' },
  target: { name: 'sandbox', baseUrl: 'https://sandbox.example' },
  build: 'b1',
  seed: '7',
  runId: 'run',
  started: '2026-01-01T02:00:00.000Z',
  ended: '2026-01-01T02:10:00.000Z',
  settings: {},
  argv: [],
  channels: { requests: ['"oauth-token"'] },
  leftBehind: null,
  blob: '',
};

/** Returns the first shard and a second one with these changes, both with the same report. */
export function shardsWith(changes: Partial<ShardFile>, report: string | Buffer = ''): FoundShard[] {
  const folder = ownFolder('shards');
  const blob = sha256(report);
  const files = [
    { ...file, blob },
    { ...file, blob, shard: { current: 2, total: 2 }, ...changes },
  ];
  for (const [index, each] of files.entries()) {
    const own = path.join(folder, String(index));
    mkdirSync(own);
    writeFileSync(path.join(own, 'shard.json'), JSON.stringify(each));
    writeFileSync(path.join(own, 'report.zip'), report);
  }
  return findShards([folder]);
}
