import type { RequirementOutcome } from '../../suite/results/verdict.ts';
import type { WaiverOutcome } from '../../suite/results/waivers.ts';

/** What the summary of a run says of waivers: each waived requirement with its reason, and each line to delete. */
export function waiverLines(
  waivers: readonly WaiverOutcome[],
  requirements: readonly RequirementOutcome[],
): string[] {
  const waived = requirements.filter(({ outcome }) => outcome === 'waived');
  return [
    ...waived.map(
      ({ id, level, section, text, reason = '' }) =>
        `WAIVED ${id} (${level}, section ${section}) ${text}\n  ${reason}\n`,
    ),
    ...waivers.flatMap(({ problem }) => (problem === undefined ? [] : [`WAIVER: ${problem}\n`])),
  ];
}

/** What the summary of a run says of challenges: each row that is not in the verdict for it, and what it came to. */
export function challengeLines(requirements: readonly RequirementOutcome[]): string[] {
  return requirements.flatMap(({ id, level, section, text, outcome, aside }) =>
    aside?.kind === 'challenged'
      ? [`CHALLENGED ${id} (${level}, section ${section}) ${text}\n  ${outcome}; ${aside.words}\n`]
      : [],
  );
}
