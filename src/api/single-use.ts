import counts from '#requirements/single-use.json' with { type: 'json' };
import { requirementOf } from './register.ts';
import type { State } from './states.ts';

/** The tests of the same requirements, with spaces between their ids, and how many values of a state they take together. */
interface Takers {
  readonly ids: string;
  readonly values: number;
  readonly tests: number;
}

const takers: Readonly<Partial<Record<State, readonly Takers[]>>> = counts;

/** Returns how many values of a single-use state a test of these requirements takes, and all of them together. */
export function countValues(state: State, ids: string): { readonly each: number; readonly all: number } {
  const own = takers[state]?.find((row) => row.ids === ids);
  return own ? { each: Math.ceil(own.values / own.tests), all: own.values } : { each: 0, all: 0 };
}

/** Returns how many values of a single-use state all musts take that a run judges. */
export function countValuesOfMusts(state: State, isJudged: (endpoint: string) => boolean): number {
  const isMust = (id: string) => {
    const { level, endpoint } = requirementOf(id);
    return level === 'must' && isJudged(endpoint);
  };
  const own = takers[state]?.filter(({ ids }) => ids === '' || ids.split(' ').some(isMust)) ?? [];
  return own.reduce((sum, { values }) => sum + values, 0);
}
