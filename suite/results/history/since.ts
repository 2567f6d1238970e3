import type { Outcome } from '../outcome.ts';
import type { RunRecord } from './history.ts';

/** Since when a requirement is broken: the first run of those in a row in which it was, and the last that passed it. */
export interface Since {
  readonly id: string;
  readonly outcome: Outcome;
  readonly first: RunRecord;
  readonly passed: RunRecord | undefined;
}

/** What counts as broken: a run that says nothing of a requirement neither begins nor ends a row. */
const broken: readonly Outcome[] = ['failed', 'unstable', 'warned', 'waived'];

/** Of each requirement that the last of the runs found broken, since when; `runs` are of one target, the oldest first. */
export function sinceWhen(runs: readonly RunRecord[]): Since[] {
  const last = runs.at(-1);
  if (!last) return [];
  return broken.flatMap((outcome) =>
    (last.outcomes[outcome] ?? []).map((id) => {
      const passed = runs.findLast((run) => has(run, 'passed', id));
      const after = runs.slice(passed ? runs.indexOf(passed) + 1 : 0);
      const first = after.find((run) => broken.some((word) => has(run, word, id))) ?? last;
      return { id, outcome, first, passed };
    }),
  );
}

function has({ outcomes }: RunRecord, word: Outcome, id: string): boolean {
  return outcomes[word]?.includes(id) === true;
}
