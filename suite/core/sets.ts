import type { RegisteredRequirement, Requirement, Unasked } from './requirement.ts';
import released from './sets.json' with { type: 'json' };

/** The frozen sets of requirements by name, the oldest first: the rows of each with their levels. */
export type Sets = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What was released; `npm run docs -- --release 2026-11` adds a set, and nothing changes one. */
export const sets: Sets = released;

/** The name of a row that no set holds yet. */
export const NEXT = 'next';

/** The set since which a row counts. */
export function sinceOf(id: string, all: Sets = sets): string {
  return Object.keys(all).find((name) => all[name]?.[id] !== undefined) ?? NEXT;
}

/** The last set in which a row counts, where a later one leaves it out. */
export function untilOf(id: string, all: Sets = sets): string | undefined {
  const names = Object.keys(all);
  const last = names.findLast((name) => all[name]?.[id] !== undefined);
  return last === names.at(-1) ? undefined : last;
}

function frozenIn(id: string): { readonly since: string; readonly until?: string } {
  const until = untilOf(id);
  return { since: sinceOf(id), ...(until === undefined ? {} : { until }) };
}

/** The rows of the parts of a register in their order, each with its id, its endpoint and the sets in which it counts. */
export function registeredIn(
  parts: Readonly<Record<string, Readonly<Record<string, Requirement | Unasked>>>>,
): readonly RegisteredRequirement[] {
  return Object.entries(parts).flatMap(([endpoint, rows]) =>
    Object.entries(rows).map(([id, row]) => ({ id, endpoint, ...row, ...frozenIn(id) })),
  );
}

/** Why a set does not judge a row; undefined where it does. Before the first release every row counts. */
export function outsideOf(set: string, id: string, all: Sets = sets): string | undefined {
  const rows = all[set];
  if (rows === undefined || rows[id] !== undefined) return undefined;
  const since = sinceOf(id, all);
  if (since === NEXT) return 'provisional: it counts from the next set on';
  return since > set ? `it counts from the set ${since} on` : `it counted until the set ${untilOf(id, all)}`;
}

/** The set that judges where REQUIREMENTS names none: the last that was released. */
export function usualSet(all: Sets = sets): string {
  return Object.keys(all).at(-1) ?? NEXT;
}
