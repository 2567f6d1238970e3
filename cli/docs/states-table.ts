import { markdownTable } from 'markdown-table';
import { type State, states, usedUp, variableOf } from '../../suite/core/states.ts';
import { howToObtain } from './obtain.ts';

const marks = ['<!-- states: made by npm run docs -- --states -->', '<!-- end of states -->'] as const;

/** The requirements that a run saw taking each state: `states` of conformance.json. */
export type Takers = Readonly<Record<string, readonly string[]>>;

/** A page with the table of the provider states between its marks made anew; throws where it has no marks. */
export function withStatesTable(page: string, takers: Takers): string {
  const [before, rest] = page.split(marks[0]);
  const [, after] = rest?.split(marks[1]) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(
      `docs/targets.md has no place for the table of states: put ${marks.join(' and ')} where it belongs.`,
    );
  return `${before}${marks[0]}\n\n${statesTable(takers)}\n\n${marks[1]}${after}`;
}

function statesTable(takers: Takers): string {
  const names = Object.keys(states).filter((name): name is State => Object.hasOwn(states, name));
  const rows = names.map((state) => [
    usedUp.has(state) ? `${state} (used up)` : state,
    states[state].map((value) => `\`${variableOf(state, value)}\``).join('<br>'),
    ranges(takers[state] ?? []),
    howToObtain[state],
  ]);
  return markdownTable([['state', 'variables', 'needed by', 'how to get it'], ...rows], {
    alignDelimiters: false,
  });
}

/** `TOK-01 to TOK-03, TOK-07` */
function ranges(ids: readonly string[]): string {
  const runs: string[][] = [];
  for (const id of [...ids].sort()) {
    const run = runs.at(-1);
    if (run && follows(run.at(-1) ?? '', id)) run.push(id);
    else runs.push([id]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', '))).join(', ');
}

function follows(before: string, id: string): boolean {
  const [kind, number] = before.split('-');
  return id === `${kind}-${String(Number(number) + 1).padStart(2, '0')}`;
}
