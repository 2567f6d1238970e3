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
