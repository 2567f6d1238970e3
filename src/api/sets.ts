import type { RegisteredRequirement, Requirement, Unasked } from './requirement.ts';
import released from './sets.json' with { type: 'json' };

/** The released sets of requirements by package version, oldest first: the id and level of each row. */
export type Sets = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The released sets. `npm run docs -- --release 0.2` adds one; a self-test rejects a change of one. */
export const sets: Sets = released;

/** Names sets by what they were called before they were package versions. */
export const deprecatedNames: Readonly<Record<string, string>> = { '2026-11': '0.1' };

/** The version of a row that no released set holds. */
const NEXT = 'next';

/** Returns the first set that holds a row. */
export function sinceOf(id: string, all: Sets = sets): string {
  return Object.keys(all).find((name) => all[name]?.[id] !== undefined) ?? NEXT;
}

/** Returns the rows of a register in order, each with its id, endpoint and first set. */
export function registeredIn(
  parts: Readonly<Record<string, Readonly<Record<string, Requirement | Unasked>>>>,
): readonly RegisteredRequirement[] {
  return Object.entries(parts).flatMap(([endpoint, rows]) =>
    Object.entries(rows).map(([id, row]) => ({ id, endpoint, ...row, since: sinceOf(id) })),
  );
}

/** Returns why a set does not judge a row. Without a set every row is judged. */
export function outsideOf(set: string, id: string, all: Sets = sets): string | undefined {
  const rows = all[set];
  if (rows === undefined || rows[id] !== undefined) return undefined;
  return `it is not in the set ${set}`;
}

/** Returns the newest released set. */
export function newestSet(all: Sets = sets): string {
  return Object.keys(all).at(-1) ?? NEXT;
}
