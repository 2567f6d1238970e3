import type { Outcome } from '../../suite/results/outcome.ts';
import type { ComparedRequirement, RunDocument } from './run-document.ts';

/** A requirement whose outcome differs between two runs; undefined where a run has no such requirement. */
export interface OutcomeChange extends Omit<ComparedRequirement, 'outcome'> {
  readonly before: Outcome | undefined;
  readonly after: Outcome | undefined;
  /** Whether it is a must that got worse. */
  readonly isWorse: boolean;
}

/** The requirements that changed their outcome, disappeared or came new, in the order of the later run. */
export function compareRuns(before: RunDocument, after: RunDocument): OutcomeChange[] {
  const old = new Map(before.requirements.map((row) => [row.id, row]));
  const fresh = new Map(after.requirements.map((row) => [row.id, row]));
  const ids = [...new Set([...fresh.keys(), ...old.keys()])];
  return ids.flatMap((id) => changeOf(old.get(id), fresh.get(id)));
}

function changeOf(old?: ComparedRequirement, fresh?: ComparedRequirement): OutcomeChange[] {
  const row = fresh ?? old;
  if (!row || old?.outcome === fresh?.outcome) return [];
  const { id, level, text } = row;
  const isMust = level === 'must' || old?.level === 'must';
  const isWorse = isMust && old !== undefined && worth(fresh?.outcome) < worth(old.outcome);
  return [{ id, level, text, before: old?.outcome, after: fresh?.outcome, isWorse }];
}

/**
 * What an outcome says of a must: it holds (2), it does not (0), or nobody knows (1). A waived breach is known and
 * tolerated; a requirement that disappeared is one that nobody knows about any more.
 */
function worth(outcome: Outcome | undefined): number {
  if (outcome === 'passed') return 2;
  return outcome === 'failed' ? 0 : 1;
}
