import type { Outcome } from '../outcome.ts';
import type { RequirementOutcome } from '../verdict.ts';
import { type RunRecord, within } from './history.ts';

const NIGHTS = 3;
const OF = 7;

/** Returns the outcomes of a run, with `failed` for repeated `unstable`; `earlier` are runs of the same target. */
export function overNights(
  requirements: readonly RequirementOutcome[],
  earlier: readonly RunRecord[],
  started: string,
): RequirementOutcome[] {
  const recent = within(earlier, started, OF);
  return requirements.map((row) => {
    if (row.outcome !== 'unstable') return row;
    const before = recent.filter(
      ({ outcomes }) => outcomes.unstable?.includes(row.id) || outcomes.failed?.includes(row.id),
    );
    const nights = new Set([...before.map((run) => run.started), started].map((when) => when.slice(0, 10)));
    return nights.size < NIGHTS ? row : failed(row, [...nights].sort());
  });
}

function failed(row: RequirementOutcome, nights: readonly string[]): RequirementOutcome {
  const reason = `broken in ${nights.length} of ${OF} nights (${nights.join(', ')}), each time once: ${row.reason}`;
  const tests = row.tests.map((test) =>
    test.outcome === 'unstable' ? ({ ...test, outcome: 'failed' } as const) : test,
  );
  return { ...row, outcome: 'failed', reason, tests };
}

/** The run since which a requirement fails without a pass, and the last run that passed it. */
export interface Since {
  readonly id: string;
  readonly outcome: Outcome;
  readonly first: RunRecord;
  readonly passed: RunRecord | undefined;
}

const broken: readonly Outcome[] = ['failed', 'unstable', 'warned', 'waived'];

/** Returns the start of each failure of the last run; `runs` are of one target, the oldest first. */
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
