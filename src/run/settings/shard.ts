/** One of several machines that share a run: `2/3` is the second of three. */
export interface Shard {
  readonly current: number;
  readonly total: number;
}

/** The shard that a text names; undefined where it names none. */
export function shardIn(text: string): Shard | undefined {
  const [, current, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const shard = { current: Number(current), total: Number(total) };
  return shard.current <= shard.total ? shard : undefined;
}

/** Returns what a machine may take of a number of whole things, such as a budget of the run: all shards together take it all. */
export function shareOf(total: number, shard: Shard | undefined): number {
  if (!shard) return total;
  const rest = total % shard.total;
  return Math.floor(total / shard.total) + (shard.current <= rest ? 1 : 0);
}

/** Returns what a machine may take of a rate, such as requests a second, which can be less than one. */
export function rateOf(total: number, shard: Shard | undefined): number {
  return shard ? total / shard.total : total;
}
