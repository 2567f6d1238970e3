import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import writeFileAtomic from 'write-file-atomic';
import { settings } from '../environment.ts';
import type { Conformance } from './document.ts';
import { type Evidence, evidenceOf } from './page/evidence.ts';
import type { LeftBehind } from './page/left-behind.ts';
import { page } from './page/page.ts';

/** What is derived of the result of a run, by the name of its file. */
const artefacts: Readonly<Record<string, (run: Run) => string>> = {
  'conformance.html': ({ document, evidence, left }) => page(document, evidence, left),
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

  onEnd({ status }: FullResult): void {
    if (this.evidence.size === 0 && status === 'passed') return; // --list runs nothing
    const document: Conformance = JSON.parse(readFileSync(inReports('conformance.json'), 'utf8'));
    const run = { document, evidence: this.evidence, left: leftBehind() };
    for (const [name, make] of Object.entries(artefacts)) writeFileAtomic.sync(inReports(name), make(run));
  }

  printsToStdio(): boolean {
    return false;
  }
}

function leftBehind(): LeftBehind | undefined {
  const file = inReports('left-behind.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function inReports(name: string): string {
  return path.join(settings.REPORTS_DIR, name);
}
