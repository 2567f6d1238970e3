import { randomUUID } from 'node:crypto';
import { type Endpoint, getOperation } from '#api/operations';
import type { Reservation } from '#run/channel-table';
import { appendToChannel, readChannel } from '#run/channels';
import { context } from '#run/context';
import { shareOf } from '#run/partial-run';
import { usual } from '#run/settings/target';

export interface Budget {
  /** `BUDGET=test-users`. */
  readonly variable: string;
  readonly most: number;
  readonly spent: number;
}

/** Returns the budget of an operation: the one that is set, else the default of the target. */
export function budgetOf(endpoint: Endpoint): Budget | undefined {
  const { creates } = getOperation(endpoint);
  if (!creates) return undefined;
  const what = creates.what === 'test users' ? 'test-users' : creates.what;
  const { settings, shard, replay } = context();
  if (replay) return undefined; // nothing is created
  const whole = settings.BUDGET[what] ?? usual(settings).BUDGET[what];
  const spent = readChannel('spent').reduce((sum, line) => (line.of === endpoint ? sum + line.created : sum), 0);
  const left = Math.max(0, whole - spent);
  return { variable: `BUDGET=${what}`, spent, most: Number.isFinite(whole) ? shareOf(left, shard) : whole };
}

interface Count {
  readonly open: Map<string, Endpoint>;
  readonly created: Map<Endpoint, number>;
}

/** Reserves one place for a request that may create, if fewer than `below` are taken; returns its id to settle it. */
export function reserve(of: Endpoint, below: number): string | undefined {
  const id = randomUUID();
  appendToChannel('budget', { reserve: id, of, below });
  return count().open.has(id) ? id : undefined;
}

/** Records the number of resources that a reserved request created, for good. */
export function closeReservation(id: string, created: number): void {
  appendToChannel('budget', { settle: id, created });
}

/** Returns the number of resources of an operation that the run has created or may be creating now. */
export function takenOf(endpoint: Endpoint): number {
  return taken(count(), endpoint);
}

function count(): Count {
  const counted: Count = { open: new Map(), created: new Map() };
  for (const line of readChannel('budget')) take(counted, line);
  return counted;
}

function take(counted: Count, line: Reservation): void {
  if ('reserve' in line) {
    if (taken(counted, line.of) < line.below) counted.open.set(line.reserve, line.of);
    return;
  }
  const of = counted.open.get(line.settle);
  if (of === undefined) return;
  counted.open.delete(line.settle);
  counted.created.set(of, (counted.created.get(of) ?? 0) + line.created);
}

function taken({ open, created }: Count, endpoint: Endpoint): number {
  const reserved = [...open.values()].filter((of) => of === endpoint).length;
  return reserved + (created.get(endpoint) ?? 0);
}
