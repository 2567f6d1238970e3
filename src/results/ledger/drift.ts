import type { RegisteredRequirement } from '#api/requirement';
import type { Answers, Ledger, RunAnswers } from './answers.ts';
import { type Comparison, compareAnswers, together } from './comparison.ts';

/** Describes what a run answered otherwise than its target's ledger. */
export interface Drift extends Comparison {
  /** The file of the ledger. */
  readonly ledger: string;
  /** Tells whether the ledger was accepted at another DEPTH, so that only what both asked is compared. */
  readonly otherDepth: boolean;
}

/**
 * Holds a run against a ledger. A run may have asked a part only: an answer is gone, and what was seen of an operation
 * is compared, only where the run asked everything of that operation.
 */
export function driftOf(
  ledger: Ledger,
  run: RunAnswers,
  register: readonly RegisteredRequirement[],
): Omit<Drift, 'ledger'> {
  const otherDepth = ledger.depth !== run.depth;
  const isComplete = (of: string) => run.complete.includes(endpointOf(of, register));
  const asked = (of: string) => isComplete(of) || Object.hasOwn(run.answers, of);
  const answers = compareAnswers(only(ledger.answers, asked), run.answers, otherDepth);
  const observed = compareAnswers(only(ledger.observed, isComplete), only(run.observed, isComplete), otherDepth);
  const gone = answers.gone.filter(({ of }) => isComplete(of));
  return { otherDepth, ...together({ ...answers, gone }, observed) };
}

/** The operation of a requirement, which may have left the register since; an operation is its own. */
function endpointOf(of: string, register: readonly RegisteredRequirement[]): string {
  return register.find(({ id }) => id.slice(0, 3) === of.slice(0, 3))?.endpoint ?? of;
}

function only(answers: Answers, wanted: (of: string) => boolean): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([of]) => wanted(of)));
}

/** Returns true if nothing has drifted. */
export function isSteady({ changed, new: fresh, gone }: Comparison): boolean {
  return changed.length + fresh.length + gone.length === 0;
}

/** The ledger that accepts a run: its answers, and of what it did not ask those that were accepted before. */
export function accepted(
  ledger: Ledger | undefined,
  { complete, ...run }: RunAnswers,
  register: readonly RegisteredRequirement[],
): Ledger {
  const isComplete = (of: string) => complete.includes(endpointOf(of, register));
  const kept = only(ledger?.answers ?? {}, (of) => !isComplete(of));
  const merged = Object.entries(run.answers).map(([of, titles]) => [of, { ...kept[of], ...titles }] as const);
  return {
    ...run,
    answers: { ...kept, ...Object.fromEntries(merged) },
    observed: {
      ...only(ledger?.observed ?? {}, (of) => !isComplete(of)),
      ...only(run.observed, isComplete),
    },
  };
}
