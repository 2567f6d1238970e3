import { outsideOf, usualSet } from '../../core/sets.ts';
import { settings } from '../context.ts';
import { runChallenges } from './challenges.ts';

/** Why a row is asked and told, and is not in the verdict. */
export interface Aside {
  /** Called wrong by the provider of the target, or of another set than the one that judges. */
  readonly kind: 'challenged' | 'outside';
  readonly words: string;
}

/** The set of requirements that judges this run. */
export function judgingSet(): string {
  return settings().REQUIREMENTS || usualSet();
}

/** Why a row is not in the verdict of this run; undefined where it is. */
export function asideOf(id: string): Aside | undefined {
  const found = runChallenges().find(({ requirement, state }) => requirement === id && state !== 'rejected');
  if (found) {
    const { argument, by, date, state } = found;
    return { kind: 'challenged', words: `challenged by ${by} on ${date} (${state}): ${argument}` };
  }
  const words = outsideOf(judgingSet(), id);
  return words === undefined ? undefined : { kind: 'outside', words };
}
