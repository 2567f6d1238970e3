import { grouped } from '../../core/grouped.ts';
import type { Decision } from '../decision.ts';
import type { Conformance } from '../document.ts';
import type { Times } from '../ledger/observations.ts';
import type { LeftBehind } from '../left-behind-file.ts';
import { type Outcome, outcomes } from '../outcome.ts';

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

/** What the history keeps of the result of a run and of what it left behind. */
export function recordOf(document: Conformance, left: LeftBehind): RunRecord {
  const { run, decision, target, product, suite, started, ended, seed, verdict, counts, times } = document;
  return {
    run,
    subject: decision.subject,
    target: target.name,
    build: product.build,
    suite: suite.version,
    register: suite.register,
    set: document.set,
    started,
    ended,
    seed,
    verdict,
    tone: decision.tone,
    reasons: [...new Set(decision.reasons.map(({ kind }) => kind))],
    musts: Object.fromEntries(Object.entries(counts.must).filter(([, count]) => count > 0)),
    outcomes: idsByOutcome(document),
    times,
    created: Object.fromEntries(
      [...grouped(left, ({ operation }) => operation)].map(([name, rows]) => [name, rows.length]),
    ),
    drift: countsOfDrift(document),
  };
}

function idsByOutcome({ requirements }: Conformance): RunRecord['outcomes'] {
  const rows = outcomes.map((word) => {
    const ids = requirements.filter(({ outcome }) => outcome === word).map(({ id }) => id);
    return [word, ids] as const;
  });
  return Object.fromEntries(rows.filter(([, ids]) => ids.length > 0));
}

function countsOfDrift({ drift }: Conformance): RunRecord['drift'] {
  if (drift === null) return null;
  return { changed: drift.changed.length, new: drift.new.length, gone: drift.gone.length };
}
