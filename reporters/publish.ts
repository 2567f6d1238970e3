import { visibleLine } from '../suite/core/visible.ts';
import type { Conformance } from '../suite/results/document.ts';
import type { Terms } from '../suite/results/terms.ts';
import { read } from '../suite/run/channels.ts';
import { placesOf, type Searched, unsearchedWords } from '../suite/run/secrets/search.ts';
import { type Finished, searchReports, writeArtefacts, writeStepSummary } from './artefacts.ts';

/** What was published of a run, and whether it could be written. */
export interface Published {
  readonly document: Conformance;
  readonly isWritten: boolean;
}

/** How many secrets stand in the reports, and in how many places it was not looked for them. */
export type Found = Pick<Terms, 'secrets' | 'unsearched'>;

/**
 * Decides and writes; where a secret stands in what was written, or not all of it could be searched, decides again by
 * that and writes that too.
 */
export function publish(
  decided: (found: Found) => Conformance,
  finished: Omit<Finished, 'document'>,
): Published {
  const document = decided({ secrets: 0, unsearched: 0 });
  const isWritten = writeArtefacts({ document, ...finished });
  const { leaks, unsearched } = isWritten ? searchReports() : nothing;
  const forgotten = read('forgotten').map(
    (most) =>
      `the answers of the target: more than ${most} values that look like secrets came, and the later ones are not known`,
  );
  const lines = [...unsearchedWords(unsearched), ...forgotten];
  if (leaks.length === 0 && lines.length === 0) {
    if (isWritten) writeStepSummary(document);
    return { document, isWritten };
  }
  tell('SECRETS in the reports: do not publish them.', placesOf(leaks));
  tell('NOT SEARCHED for secrets: look before you publish.', lines);
  const last = decided({ secrets: leaks.length, unsearched: lines.length });
  writeArtefacts({ document: last, ...finished });
  writeStepSummary(last);
  return { document: last, isWritten };
}

const nothing: Searched = { leaks: [], unsearched: [] };

function tell(title: string, lines: readonly string[]): void {
  if (lines.length > 0) process.stderr.write(`${[title, ...lines.map(visibleLine)].join('\n')}\n`);
}
