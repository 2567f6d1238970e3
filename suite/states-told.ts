import { test } from '@playwright/test';
import { REQUIREMENT } from './covers.ts';
import { tell, told } from './run.ts';
import { type State, states } from './states.ts';

/** The file of the run folder that says which requirements took which provider states. */
const STATES = 'states';

const known = new Set<string>();

/** Tells that the running test takes a state, or stands on what was made of it. */
export function tellState(state: State): void {
  if (process.env.TARGETS_FILE) return; // a run over several targets has no report of a user's
  for (const { type, description = '' } of test.info().annotations) {
    const line = JSON.stringify([state, description]);
    if (type !== REQUIREMENT || known.has(line)) continue;
    known.add(line);
    tell(STATES, line);
  }
}

/** The requirements that took each provider state. */
export function toldStates(): Record<string, string[]> {
  const lines = told(STATES).map((line): [string, string] => JSON.parse(line));
  const idsOf = (state: string) =>
    [...new Set(lines.filter(([name]) => name === state).map(([, id]) => id))].sort();
  return Object.fromEntries(Object.keys(states).map((state) => [state, idsOf(state)]));
}
