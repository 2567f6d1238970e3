import { appendFileSync, copyFileSync, statSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Conformance } from '../suite/results/document.ts';
import { context, environment, settings } from '../suite/run/context.ts';
import { keptSecrets, learnSharedSecrets } from '../suite/run/secrets/redact.ts';
import { createByteFinder, type Searched, searchFolder } from '../suite/run/secrets/search.ts';
import { derived } from './derived.ts';
import { type Shown, shownText } from './html/shown.ts';
import { type Case, junit } from './junit.ts';
import { markdown } from './markdown.ts';

/** What the artefacts of a run are made of. */
export interface Finished {
  readonly document: Conformance;
  /** Every test that was to run, as it came out. */
  readonly cases: readonly Case[];
  readonly shown: Shown;
}

/** What people and other tools read of a run beside what is derived, by the name of its file. */
const own: Readonly<Record<string, (run: Finished) => string>> = {
  'conformance.json': ({ document }) => `${JSON.stringify(document, null, 2)}\n`,
  'page.json': ({ shown }) => shownText(shown),
  'junit.xml': junit,
};

const schemaFile = new URL('../suite/results/conformance.schema.json', import.meta.url);

/** Writes every artefact; where one cannot be written, says so in one sentence and returns false. */
export function writeArtefacts(run: Finished): boolean {
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

/** Adds the result to the summary of a step of GitHub's. */
export function writeStepSummary(document: Conformance): void {
  const { GITHUB_STEP_SUMMARY: file } = environment();
  if (file) appendFileSync(file, markdown(document));
}

/** Where secrets that this run met stand in the files that it wrote, a fault of the suite, and what was not searched. */
export function searchReports(): Searched {
  learnSharedSecrets();
  const started = Date.parse(context().started);
  const isOfThisRun = (file: string) => !(statSync(file).mtimeMs < started);
  return searchFolder(settings().REPORTS_DIR, createByteFinder(keptSecrets()), isOfThisRun);
}
