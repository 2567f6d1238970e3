import type { Decision } from '../decision.ts';
import type { Times } from '../ledger/times.ts';
import type { Outcome } from '../outcome.ts';

/** One run as a line of history.jsonl; history.schema.json describes it. */
export interface RunRecord {
  /** RUN_ID: a run has one line, however often it is written. */
  readonly run: string;
  readonly subject: Decision['subject'];
  readonly target: string;
  readonly build: string;
  readonly suite: string;
  /** The digest of the register that it was judged by. */
  readonly register: string;
  /** The frozen set of requirements that judged. */
  readonly set: string;
  readonly started: string;
  readonly ended: string;
  readonly seed: number;
  readonly verdict: string;
  readonly tone: Decision['tone'];
  /** The kinds of reasons why it was not green. */
  readonly reasons: readonly string[];
  /** How many musts came to each outcome; those that none came to are left out. */
  readonly musts: Counted<Outcome>;
  /** The requirements by outcome. */
  readonly outcomes: { readonly [Word in Outcome]?: readonly string[] };
  readonly times: Readonly<Record<string, Times>>;
  /** How many resources of each operation the run has left behind: what it spent of its budgets. */
  readonly created: Counted<string>;
  readonly drift: { readonly changed: number; readonly new: number; readonly gone: number } | null;
}

type Counted<Name extends string> = { readonly [N in Name]?: number };
