import path from 'node:path';
import { settings } from '../../run/context.ts';
import type { Shard } from '../../run/settings/shard.ts';

/** The names of what a shard leaves in its folder. */
export const SHARD_FILE = 'shard.json';
export const BLOB = 'report.zip';

/** The folder in the reports where a shard leaves what the merge needs; those of several shards do not meet. */
export function shardFolder({ current, total }: Shard): string {
  return path.resolve(settings().REPORTS_DIR, 'shards', `${current}-of-${total}`);
}
