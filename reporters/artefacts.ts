import { appendFileSync, copyFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { TestCase } from '@playwright/test/reporter';
import writeFileAtomic from 'write-file-atomic';
import { answersOf } from '../suite/results/besides.ts';
import type { Conformance, FinishedTest } from '../suite/results/document.ts';
import { ledgerText } from '../suite/results/ledger/ledger-text.ts';
import type { LeftBehind } from '../suite/results/left-behind-file.ts';
import { context, environment, settings } from '../suite/run/context.ts';
import { keptSecrets, learnSharedSecrets } from '../suite/run/secrets/redact.ts';
import { createByteFinder, type Leak, searchFolder } from '../suite/run/secrets/search.ts';
import { badgeJson } from './badge.ts';
import { csv } from './csv.ts';
import type { EvidenceByTest } from './html/evidence.ts';
import { page } from './html/page.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';

/** What the artefacts of a run are made of. */
export interface Finished {
  readonly document: Conformance;
  readonly results: readonly FinishedTest[];
  /** Every test that was to run. */
  readonly selected: readonly TestCase[];
  readonly evidence: EvidenceByTest;
  readonly left: LeftBehind | undefined;
}

/** What people and other tools read of the result of a run, by the name of its file. */
const artefacts: Readonly<Record<string, (run: Finished) => string>> = {
  'conformance.json': ({ document }) => `${JSON.stringify(document, null, 2)}\n`,
  'answers.json': ({ document }) => answersText(document),
  'conformance.html': ({ document, evidence, left }) => page(document, evidence, left),
  'summary.md': ({ document }) => markdown(document),
  'requirements.csv': ({ document }) => csv(document),
  'junit.xml': junit,
  'badge.json': ({ document }) => badgeJson(document),
};

const schemaFile = new URL('../suite/results/conformance.schema.json', import.meta.url);

/** Writes every artefact; where one cannot be written, says so in one sentence and returns false. */
export function writeArtefacts(run: Finished): boolean {
  const folder = settings().REPORTS_DIR;
  try {
    for (const [name, make] of Object.entries(artefacts))
      writeFileAtomic.sync(path.join(folder, name), make(run));
    copyFileSync(schemaFile, path.join(folder, 'conformance.schema.json'));
    return true;
  } catch (error) {
    process.stderr.write(
      `The reports could not be written in ${folder}: ${String(error)}. Free the disk or set REPORTS_DIR.\n`,
    );
    return false;
  }
}

/** What `npm run ledger` takes over: nothing in it varies from run to run of the same target. */
function answersText({ target, depth, complete, observed, requirements }: Conformance): string {
  return ledgerText({ target: target.name, depth, complete, answers: answersOf(requirements), observed });
}

/** Adds the result to the summary of a step of GitHub's. */
export function writeStepSummary(document: Conformance): void {
  const { GITHUB_STEP_SUMMARY: file } = environment();
  if (file) appendFileSync(file, markdown(document));
}

/** Where secrets that this run met stand in the files that it wrote: a fault of the suite. */
export function leaksInReports(): Leak[] {
  learnSharedSecrets();
  const started = Date.parse(context().started);
  const isOfThisRun = (file: string) => !(statSync(file).mtimeMs < started);
  return searchFolder(settings().REPORTS_DIR, createByteFinder(keptSecrets()), isOfThisRun);
}
