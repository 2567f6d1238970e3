import type { Subject } from '#api/requirement';
import { describeVerdict } from './conditions.ts';
import type { DecisionInput, Run } from './decision-input.ts';
import { listReasons, type Reason, type Tone } from './reasons.ts';
import { countLevel } from './verdict.ts';

/** Says whether a run is green, and why not: made once, stored in the result, and used by every report in these words. */
export interface Decision {
  /** Holds what was judged: a service, or a client of it. */
  readonly subject: Subject;
  readonly tone: Tone;
  /** The most important first. */
  readonly reasons: readonly Reason[];
  /** The tone, the verdict and the reasons in one line. */
  readonly words: string;
}

/** Decides whether a run is green. */
export function decideRun(run: Run, terms: DecisionInput): Decision {
  const reasons = listReasons(run, terms);
  const tone = (['red', 'amber'] as const).find((word) => reasons.some((reason) => reason.tone === word));
  return {
    subject: terms.subject,
    tone: tone ?? 'green',
    reasons,
    words: inWords(run, tone ?? 'green', reasons),
  };
}

function inWords(run: Run, tone: Tone, reasons: readonly Reason[]): string {
  const { must } = run.counts;
  const why = reasons.map(({ words }) => words).join('; ') || `${must.passed} of ${countLevel(must)} musts passed`;
  return `${tone.toUpperCase()}: ${describeVerdict(run)}: ${why}`;
}
