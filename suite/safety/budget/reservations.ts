import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../core/operations.ts';
import type { Reservation } from '../../run/channel-table.ts';
import { append, read } from '../../run/channels.ts';

interface Count {
  readonly open: Map<string, Endpoint>;
  readonly created: Map<Endpoint, number>;
}

/** Takes one place for what a request may create, where fewer than `below` are taken; the name of it to settle it by. */
export function reserve(of: Endpoint, below: number): string | undefined {
  const id = randomUUID();
  append('budget', { reserve: id, of, below });
  return count().open.has(id) ? id : undefined;
}

/** Says what a reserved request created; nothing gives its place back. */
export function closeReservation(id: string, created: number): void {
  append('budget', { settle: id, created });
}

/** How many resources of an operation the run has created or may be creating now. */
export function takenOf(endpoint: Endpoint): number {
  return taken(count(), endpoint);
}

function count(): Count {
  const counted: Count = { open: new Map(), created: new Map() };
  for (const line of read('budget')) take(counted, line);
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
