import { copyFileSync } from 'node:fs';
import path from 'node:path';
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import writeFileAtomic from 'write-file-atomic';
import { settings } from '../environment.ts';
import { loadRegister } from '../register.ts';
import { removeRunFolder } from '../run.ts';
import { SUITE_ERROR } from '../stop.ts';
import { type Conformance, conformanceOf, type FinishedTest } from './document.ts';
import { summary } from './summary.ts';

const schemaFile = new URL('conformance.schema.json', import.meta.url);

/** Adds up what the tests settled on, writes conformance.json, prints the summary and decides the exit code. */
export default class ConformanceReporter implements Reporter {
  private readonly results: FinishedTest[] = [];
  private readonly errors: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    this.results.push({ test, result });
    for (const { type, description = '' } of result.annotations)
      if (type === SUITE_ERROR) this.errors.push(`${test.title}: ${description}`);
  }

  onError(error: TestError): void {
    this.errors.push(error.message ?? error.value ?? 'an error without a message');
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    if (this.results.length === 0 && status === 'passed') return undefined; // --list runs nothing
    const document = conformanceOf(await loadRegister(), this.results, this.errors);
    const written = write(document);
    process.stdout.write(summary(document));
    return written && isGreen(document) ? undefined : { status: 'failed' };
  }

  async onExit(): Promise<void> {
    removeRunFolder();
  }

  printsToStdio(): boolean {
    return true;
  }
}

function write(document: Conformance): boolean {
  const file = path.join(settings.REPORTS_DIR, 'conformance.json');
  try {
    writeFileAtomic.sync(file, `${JSON.stringify(document, null, 2)}\n`);
    copyFileSync(schemaFile, path.join(settings.REPORTS_DIR, 'conformance.schema.json'));
    return true;
  } catch (error) {
    process.stderr.write(
      `${file} could not be written: ${String(error)}. Free the disk or set REPORTS_DIR.\n`,
    );
    return false;
  }
}

/** A run that exercised nothing, met an error of its own or, where it certifies, is INCOMPLETE, is not green. */
function isGreen({ exercised, errors, verdict }: Conformance): boolean {
  return exercised && errors.length === 0 && !(settings.CERTIFY && verdict !== 'CONFORMANT');
}
