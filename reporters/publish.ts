import type { Conformance } from '../suite/results/document.ts';
import { placesOf } from '../suite/run/secrets/search.ts';
import { type Finished, leaksInReports, writeArtefacts, writeStepSummary } from './artefacts.ts';

/** What was published of a run, and whether it could be written. */
export interface Published {
  readonly document: Conformance;
  readonly isWritten: boolean;
}

/**
 * Decides and writes; where a secret stands in what was written, decides again and writes that too. `decided` is told
 * how many secrets stand in the reports.
 */
export function publish(
  decided: (secrets: number) => Conformance,
  finished: Omit<Finished, 'document'>,
): Published {
  const document = decided(0);
  const isWritten = writeArtefacts({ document, ...finished });
  const leaks = isWritten ? leaksInReports() : [];
  const last = leaks.length === 0 ? document : decided(leaks.length);
  if (leaks.length > 0) {
    process.stderr.write(`SECRETS in the reports: do not publish them.\n${placesOf(leaks).join('\n')}\n`);
    writeArtefacts({ document: last, ...finished });
  }
  if (isWritten) writeStepSummary(last);
  return { document: last, isWritten };
}
