import counts from '#requirements/single-use.json' with { type: 'json' };
import { requirementOf } from './register.ts';
import type { State } from './states.ts';

/** The tests of the same requirements: how many there are, and how many values of a state they take together. */
interface Takers {
  readonly ids: string;
  readonly all: number;
  readonly tests: number;
}

const rows: Readonly<Record<string, string>> = counts;
const takers = new Map(Object.entries(rows).map(([state, text]) => [state, text.split(', ').map(parse)]));

/** Parses `TOK-02 TOK-14: 3/2`: two tests of these requirements take three values. */
function parse(text: string): Takers {
  const [ids = '', all, tests] = text.split(/: |\//);
  return { ids, all: Number(all), tests: Number(tests) };
}

/** Returns how many values of a single-use state a test of these requirements takes, and all of them together. */
export function countValues(state: State, ids: string): { readonly each: number; readonly all: number } {
  const own = takers.get(state)?.find((row) => row.ids === ids);
  return own ? { each: Math.ceil(own.all / own.tests), all: own.all } : { each: 0, all: 0 };
}

/** Returns how many values of a single-use state all musts take that a run judges. */
export function countValuesOfMusts(state: State, isJudged: (endpoint: string) => boolean): number {
  const isMust = (id: string) => {
    const { level, endpoint } = requirementOf(id);
    return level === 'must' && isJudged(endpoint);
  };
  const own = takers.get(state)?.filter(({ ids }) => ids === '' || ids.split(' ').some(isMust)) ?? [];
  return own.reduce((sum, { all }) => sum + all, 0);
}
