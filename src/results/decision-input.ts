import type { Subject } from '#api/requirement';
import type { ShardSelection } from '#run/partial-run';
import type { GuardSummary } from '#safety/guard';
import type { Conditions, Replayed } from './conditions.ts';
import type { Drift } from './ledger/drift.ts';
import type { Selected } from './selection.ts';
import type { Counts, RequirementOutcome, Verdict } from './verdict.ts';
import type { WaiverOutcome } from './waivers.ts';

/** Describes what the decision depends on apart from the result. */
export interface DecisionInput {
  /** Holds what was judged. */
  readonly subject: Subject;
  /** CERTIFY: an INCOMPLETE run fails. */
  readonly certify: boolean;
  /** DRIFT=fail: an answer that differs from the ledger fails the run. */
  readonly failsOnDrift: boolean;
  /** Says whether this is the result of all shards: none may be missing. */
  readonly isMerge: boolean;
  /** Says how the tests ended: `interrupted` by the user, `timedout`; a failed test shows in its requirement. */
  readonly ended: 'passed' | 'failed' | 'timedout' | 'interrupted';
  /** Counts how many secrets stand in the reports. */
  readonly secrets: number;
  /** In how many places more is packed, or came, than is searched for secrets. */
  readonly unsearched: number;
}

/** The terms of a run that came to its end and of which nothing more is asked than its verdict. */
export const emptyDecisionInput = {
  certify: false,
  failsOnDrift: false,
  isMerge: false,
  ended: 'passed',
  secrets: 0,
  unsearched: 0,
} as const satisfies Omit<DecisionInput, 'subject'>;

/** Describes what the decision is about: of the result of a run all that can make it anything but green. */
export interface Run {
  readonly target: { readonly name: string };
  readonly verdict: Verdict;
  readonly exercised: boolean;
  readonly counts: Counts;
  readonly errors: readonly string[];
  readonly guard: GuardSummary;
  readonly unreachable: string | null;
  readonly shards?: ShardSelection;
  readonly replay?: Replayed;
  readonly selection: Selected;
  readonly conditions: Conditions;
  readonly unfinished?: string;
  readonly waivers: readonly WaiverOutcome[];
  readonly drift: Drift | null;
  readonly requirements: readonly RequirementOutcome[];
}
