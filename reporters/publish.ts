import { appendFileSync, copyFileSync, statSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { escapeToLine } from '#api/escape-controls';
import { listSecrets, loadSharedSecrets } from '#redaction/redact';
import { createByteFinder, describeLeaks, describeUnsearched, type Searched, searchFolder } from '#redaction/search';
import type { DecisionInput } from '#results/decision';
import type { Conformance } from '#results/document';
import { readChannel } from '#run/channels';
import { context, environment, settings } from '#run/context';
import { derived } from './derived.ts';
import { type Shown, shownText } from './html/shown.ts';
import { type Case, junit } from './junit.ts';
import { markdown } from './markdown.ts';

interface Finished {
  readonly document: Conformance;
  readonly cases: readonly Case[];
  readonly shown: Shown;
}

const own: Readonly<Record<string, (run: Finished) => string>> = {
  'conformance.json': ({ document }) => `${JSON.stringify(document, null, 2)}\n`,
  'page.json': ({ shown }) => shownText(shown),
  'junit.xml': junit,
};

const schemaFile = new URL('../src/results/conformance.schema.json', import.meta.url);

/** Writes every artefact; where one cannot be written, says so in one sentence and returns false. */
function writeArtefacts(run: Finished): boolean {
  const folder = settings().REPORTS_DIR;
  try {
    for (const [name, make] of Object.entries(own)) writeFileAtomic.sync(path.join(folder, name), make(run));
    for (const [name, make] of Object.entries(derived))
      writeFileAtomic.sync(path.join(folder, name), make(run.document, run.shown));
    copyFileSync(schemaFile, path.join(folder, 'conformance.schema.json'));
    return true;
  } catch (error) {
    process.stderr.write(
      `The reports could not be written in ${folder}: ${String(error)}. Free the disk or set REPORTS_DIR.\n`,
    );
    return false;
  }
}

function writeStepSummary(document: Conformance): void {
  const { GITHUB_STEP_SUMMARY: file } = environment();
  if (file) appendFileSync(file, markdown(document));
}

/** Returns where secrets that this run met stand in the files that it wrote, a fault of the suite, and what was not searched. */
function searchReports(): Searched {
  loadSharedSecrets();
  const started = Date.parse(context().started);
  const isOfThisRun = (file: string) => !(statSync(file).mtimeMs < started);
  return searchFolder(settings().REPORTS_DIR, createByteFinder(listSecrets()), isOfThisRun);
}

interface Published {
  readonly document: Conformance;
  readonly isWritten: boolean;
}

/** Counts how many secrets stand in the reports, and in how many places it was not looked for them. */
export type Found = Pick<DecisionInput, 'secrets' | 'unsearched'>;

/**
 * Decides and writes; where a secret stands in what was written, or not all of it could be searched, decides again by
 * that and writes that too.
 */
export function publish(decided: (found: Found) => Conformance, finished: Omit<Finished, 'document'>): Published {
  const document = decided({ secrets: 0, unsearched: 0 });
  const isWritten = writeArtefacts({ document, ...finished });
  const { leaks, unsearched } = isWritten ? searchReports() : nothing;
  const forgotten = readChannel('forgotten').map(
    (most) =>
      `the answers of the target: more than ${most} values that look like secrets came, and the later ones are not known`,
  );
  const lines = [...describeUnsearched(unsearched), ...forgotten];
  if (leaks.length === 0 && lines.length === 0) {
    if (isWritten) writeStepSummary(document);
    return { document, isWritten };
  }
  tell('SECRETS in the reports: do not publish them.', describeLeaks(leaks));
  tell('NOT SEARCHED for secrets: look before you publish.', lines);
  const last = decided({ secrets: leaks.length, unsearched: lines.length });
  writeArtefacts({ document: last, ...finished });
  writeStepSummary(last);
  return { document: last, isWritten };
}

const nothing: Searched = { leaks: [], unsearched: [] };

function tell(title: string, lines: readonly string[]): void {
  if (lines.length > 0) process.stderr.write(`${[title, ...lines.map(escapeToLine)].join('\n')}\n`);
}
