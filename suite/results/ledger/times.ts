import type { Observation } from '../../core/observation.ts';

/** How long the answers of an operation took, in milliseconds. */
export interface Times {
  readonly median: number;
  readonly slowest: number;
}

/** The median and the slowest answer of each operation. They vary from run to run, so no ledger holds them. */
export function timesOf(observations: readonly Observation[]): Readonly<Record<string, Times>> {
  const all = new Map<string, number[]>();
  for (const { endpoint, milliseconds } of observations)
    all.set(endpoint, [...(all.get(endpoint) ?? []), ...milliseconds]);
  const rows = [...all].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(rows.map(([endpoint, milliseconds]) => [endpoint, summedUp(milliseconds)]));
}

function summedUp(milliseconds: readonly number[]): Times {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { median: Math.round((lower + upper) * 5) / 10, slowest: sorted.at(-1) ?? 0 };
}
