import { describeOutsideSet, newestSet } from '#api/sets';
import { settings } from './context.ts';

/** Returns the set of requirements that judges this run. */
export function judgingSet(): string {
  return settings().REQUIREMENTS || newestSet();
}

/** Returns why a row is not in the verdict of this run; undefined if it is. Without REQUIREMENTS every row is. */
export function asideOf(id: string): { readonly kind: 'outside'; readonly words: string } | undefined {
  const words = describeOutsideSet(settings().REQUIREMENTS, id);
  return words === undefined ? undefined : { kind: 'outside', words };
}
