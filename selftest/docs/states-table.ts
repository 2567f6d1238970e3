import { consumedStates, type State, states } from '#api/states';

/** The requirements that use each state in a run: `states` of conformance.json. */
type Takers = Readonly<Record<string, readonly string[]>>;

const names = Object.keys(states).filter((name): name is State => Object.hasOwn(states, name));

/** Returns docs/provider-states.md with the requirements that use each state; throws if a state has no row there. */
export function withStatesTable(page: string, takers: Takers): string {
  return names.reduce((text, state) => {
    const head = `| ${state}${consumedStates.has(state) ? ' (single use)' : ''} | ${states[state].join(', ')} |`;
    const [before, row = '', after = ''] = splitAt(text, head);
    const [effect, , ...rest] = row.split('|');
    if (rest.length !== 2) throw new Error(`docs/provider-states.md has no row "${head} …". Add it with five columns.`);
    return `${before}${head}${[effect, ` ${toRange(takers[state] ?? [])} `, ...rest].join('|')}${after}`;
  }, page);
}

/** Returns the text before the head of a row, the rest of the row, and the text after it. */
function splitAt(text: string, head: string): string[] {
  const start = text.indexOf(head) + head.length;
  if (start < head.length) return [];
  const end = text.indexOf('\n', start);
  return [text.slice(0, start - head.length), text.slice(start, end), text.slice(end)];
}

/** Returns the requirements that need each state, as the command doctor prints them. */
export function toRanges(takers: Takers): Record<string, string> {
  return Object.fromEntries(names.map((state) => [state, toRange(takers[state] ?? [])]));
}

/** Returns a range such as `TOK-01 to TOK-03, TOK-07`. */
function toRange(ids: readonly string[]): string {
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
