import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import writeFileAtomic from 'write-file-atomic';
import type { Conformance } from '../suite/results/document.ts';
import { type LeftBehind, readLeftBehind } from '../suite/results/left-behind-file.ts';
import { onlyLists } from '../suite/results/selection.ts';
import { context, environment, settings } from '../suite/run/context.ts';
import { mergedRun, tellNotGreen } from '../suite/run/merged.ts';
import { keptSecrets, learnSharedSecrets } from '../suite/run/secrets/redact.ts';
import { createByteFinder, placesOf, searchFolder } from '../suite/run/secrets/search.ts';
import { badgeJson } from './badge.ts';
import { csv } from './csv.ts';
import { type Evidence, evidenceOf } from './html/evidence.ts';
import { page } from './html/page.ts';
import { plainProperties } from './junit-properties.ts';
import { markdown } from './markdown.ts';

/** What is derived of the result of a run, by the name of its file. */
const artefacts: Readonly<Record<string, (run: Run) => string>> = {
  'conformance.html': ({ document, evidence, left }) => page(document, evidence, left),
  'summary.md': ({ document }) => markdown(document),
  'requirements.csv': ({ document }) => csv(document),
  'badge.json': ({ document }) => badgeJson(document),
};

interface Run {
  readonly document: Conformance;
  readonly evidence: ReadonlyMap<string, Evidence>;
  readonly left: LeftBehind | undefined;
}

/** Stands behind the conformance reporter and makes of conformance.json what people and other tools read. */
export default class ArtefactsReporter implements Reporter {
  private readonly evidence = new Map<string, Evidence>();

  onTestEnd(test: TestCase, result: TestResult): void {
    this.evidence.set(...evidenceOf(test, result));
  }

  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    if (onlyLists()) return undefined;
    const document: Conformance = JSON.parse(readFileSync(inReports('conformance.json'), 'utf8'));
    const run = { document, evidence: this.evidence, left: readLeftBehind() };
    for (const [name, make] of Object.entries(artefacts)) writeFileAtomic.sync(inReports(name), make(run));
    const { GITHUB_STEP_SUMMARY: stepSummary } = environment();
    if (stepSummary) appendFileSync(stepSummary, markdown(document));
    mend('junit.xml', plainProperties);

    if (isClean()) return undefined;
    if (mergedRun()) tellNotGreen();
    return { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** Whether no file that this run wrote holds a secret that it met: a fault of the suite, which says where. */
function isClean(): boolean {
  learnSharedSecrets();
  const started = Date.parse(context().started);
  const isOfThisRun = (file: string) => !(statSync(file).mtimeMs < started);
  const leaks = searchFolder(settings().REPORTS_DIR, createByteFinder(keptSecrets()), isOfThisRun);
  if (leaks.length > 0)
    process.stderr.write(`SECRETS in the reports: do not publish them.\n${placesOf(leaks).join('\n')}\n`);
  return leaks.length === 0;
}

/** Changes a file that another reporter has written, where there is one. */
function mend(name: string, change: (text: string) => string): void {
  const file = inReports(name);
  if (existsSync(file)) writeFileAtomic.sync(file, change(readFileSync(file, 'utf8')));
}

function inReports(name: string): string {
  return path.join(settings().REPORTS_DIR, name);
}
