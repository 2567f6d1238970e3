import { groupByKey } from '#api/group-by-key';
import { appendToChannel } from '#run/channels';
import { registerDigest } from '#run/digest';
import type { RunContext } from '#run/run-context';
import type { Settings } from '#run/settings/settings';
import { listJudgedRows, type RequirementOutcome } from '../verdict.ts';
import { hasOutcome, type KeptRun, type RunRecord, readEarlierRuns, selectNights } from './history.ts';

const nights: Readonly<Record<NonNullable<Settings['BUDGET']['per']>, number>> = { week: 7, month: 30 };

/** The verdict over several nights in words of its own, which are never the verdict of a run. */
export type WindowVerdict = Readonly<ReturnType<typeof decideWindow>>;

function readWindow(run: RunContext): KeptRun[] {
  const { per } = run.settings.BUDGET;
  return per === undefined ? [] : selectNights(readEarlierRuns(run), run.started, nights[per]);
}

/** Records what earlier runs of the window have created. */
export function recordSpent(run: RunContext): void {
  for (const { created } of readWindow(run))
    for (const [of, count = 0] of Object.entries(created)) appendToChannel('spent', { of, created: count });
}

/** Returns the last proof of each requirement in runs, the oldest first. */
export function findProofs(runs: readonly RunRecord[]): ReadonlyMap<string, Pick<RunRecord, 'run' | 'started'>> {
  const rows = runs.flatMap(({ outcomes, run, started }) =>
    [...(outcomes.passed ?? []), ...(outcomes.answered ?? [])].map((id) => [id, { run, started }] as const),
  );
  return new Map(rows);
}

/** Returns a run without its proofs if its line was edited or another register judged it; its failures count. */
export function withoutDoubtfulProofs(run: KeptRun): KeptRun {
  if (run.isSound && run.register === registerDigest(run.subject)) return run;
  return { ...run, outcomes: { ...run.outcomes, passed: [], answered: [] } };
}

/** Returns a function that returns the time of the oldest proof that tests renew; empty if BUDGET is for one night. */
export function createProofFinder(run: RunContext): (ids: readonly string[]) => string {
  const proofs = findProofs(readWindow(run));
  return (ids) => ids.map((id) => proofs.get(id)?.started ?? '').sort()[0] ?? '';
}

/** Adds to each requirement that this run did not prove the last earlier run that did. */
export function withProofs(requirements: readonly RequirementOutcome[], earlier: readonly KeptRun[]) {
  const proofs = findProofs(earlier.map(withoutDoubtfulProofs));
  return requirements.map((row) => {
    const proven = proofs.get(row.id);
    return proven && row.outcome !== 'passed' && row.outcome !== 'answered' ? { ...row, proven } : row;
  });
}

/** Returns the verdict over the window that BUDGET names; undefined if that is one night. */
export function getWindow(requirements: readonly RequirementOutcome[], run: RunContext): WindowVerdict | undefined {
  const { per } = run.settings.BUDGET;
  if (per === undefined) return undefined;
  const span = { nights: nights[per], started: run.started };
  return decideWindow(requirements, readWindow(run).map(withoutDoubtfulProofs), span);
}

/** Decides each must by the last run of the window that settled it; `oldest` is the day of the oldest one, or null. */
export function decideWindow(
  requirements: readonly RequirementOutcome[],
  runs: readonly RunRecord[],
  { nights: over, started: now }: { readonly nights: number; readonly started: string },
) {
  const musts = listJudgedRows(requirements).filter(({ level }) => level === 'must');
  const settled = musts.map((row) => ({ row, ...getLast(row, runs, now) }));
  const by = groupByKey(settled, ({ word }) => word);
  const ids = (word: string) => (by.get(word) ?? []).map(({ row }) => row.id).join(' ');
  const span = `over ${over} nights`;
  if (by.has('failed')) return { nights: over, words: `NON-CONFORMANT ${span}: ${ids('failed')}`, oldest: null };
  const open = musts.length - (by.get('passed')?.length ?? 0);
  if (open > 0)
    return { nights: over, words: `INCOMPLETE ${span}: ${open} of ${musts.length} musts have no proof`, oldest: null };
  const oldest = settled.map(({ started }) => started.slice(0, 10)).sort()[0] ?? null;
  return { nights: over, words: `CONFORMANT ${span}, oldest proof ${oldest}`, oldest };
}

/** Outcomes that settle a must; of these, unstable and waived are no proof. */
const settling = ['passed', 'failed', 'unstable', 'waived'] as const;

function getLast({ id, outcome }: RequirementOutcome, runs: readonly RunRecord[], now: string) {
  if (settling.some((word) => word === outcome)) return { word: outcome, started: now };
  const run = runs.findLast(({ outcomes }) => settling.some((word) => outcomes[word]?.includes(id)));
  const word = settling.find((each) => run?.outcomes[each]?.includes(id));
  return { word: word ?? 'open', started: run?.started ?? '' };
}

const NIGHTS = 3;
const OF = 7;

/** Returns the outcomes of a run, with `failed` for repeated `unstable`; `earlier` are runs of the same target. */
export function failRecurring(rows: readonly RequirementOutcome[], earlier: readonly RunRecord[], started: string) {
  const recent = selectNights(earlier, started, OF);
  return rows.map((row) => {
    if (row.outcome !== 'unstable') return row;
    const before = recent.filter((run) => hasOutcome(run, 'unstable', row.id) || hasOutcome(run, 'failed', row.id));
    const nights = new Set([...before.map((run) => run.started), started].map((when) => when.slice(0, 10)));
    return nights.size < NIGHTS ? row : toFailed(row, [...nights].sort());
  });
}

function toFailed(row: RequirementOutcome, nights: readonly string[]): RequirementOutcome {
  const reason = `failed in ${nights.length} of ${OF} nights (${nights.join(', ')}), once in each: ${row.reason}`;
  const tests = row.tests.map((test) =>
    test.outcome === 'unstable' ? ({ ...test, outcome: 'failed' } as const) : test,
  );
  return { ...row, outcome: 'failed', reason, tests };
}
