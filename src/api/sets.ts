import { clientRegister, register, requirementOf } from './register.ts';

// A set is a package version: its rows are those that this version or an earlier one added (`since`).

/** The names of all sets, oldest first. */
export const sets: readonly string[] = [...new Set([...register, ...clientRegister].map(getFirstSet))].sort(
  compareVersions,
);

/** Former names of sets. */
export const deprecatedNames: Readonly<Record<string, string>> = { '2026-11': '0.1' };

/** Returns why a set does not judge a row; undefined if it does. Without a set every row is judged. */
export function describeOutsideSet(set: string, id: string): string | undefined {
  const isInside = set === '' || compareVersions(getFirstSet(requirementOf(id)), set) <= 0;
  return isInside ? undefined : `it is not in the set ${set}`;
}

/** Returns the newest set. */
export function newestSet(): string {
  return sets.at(-1) ?? '';
}

/** Compares versions by number: 0.9 is before 0.10. */
export function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

function getFirstSet({ since = '' }: { readonly since?: string }): string {
  return since;
}
