import type { Operation } from '#mock/operation';
import type { Endpoint } from '#mock/operations';

/** Changes an operation so that it has a fault. */
export type Patch = (operation: Operation) => Operation;

/** One fault as data: the violated requirement, its name without the prefix, its description, and the change. */
export type Row = readonly [requirement: string, slug: string, description: string, patch: Patch];

export type Fault = Readonly<ReturnType<typeof toFaults>[number]>;

/** Returns the faults of one operation, whose names begin with the prefix. */
export function toFaults(operation: Endpoint, prefix: string, rows: readonly Row[]) {
  return rows.map(([requirement, slug, description, patch]) => ({
    name: `${prefix}-${slug}`,
    operation,
    requirement,
    description,
    patch,
  }));
}

/** Applies several patches, the first one first. */
export function inTurn(...patches: readonly Patch[]): Patch {
  return (operation) => patches.reduce((patched, patch) => patch(patched), operation);
}
