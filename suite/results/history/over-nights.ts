import type { RequirementOutcome } from '../verdict.ts';
import { type RunRecord, within } from './history.ts';

/** A requirement that is broken in so many of so many nights is, however often it passed when it was run again. */
const NIGHTS = 3;
const OF = 7;

/** The outcomes of a run with those that are no longer unstable but failed; `earlier` are runs of the same target. */
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
