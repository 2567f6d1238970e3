import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Conformance } from '#results/document';
import { ownFolder } from './own-folder.ts';
import { runProgram } from './run-command.ts';

/** The exit code, the output and the reports of a run. */
export interface SuiteRun {
  readonly code: number | null;
  readonly output: string;
  readonly reports: string;
  /** reports/conformance.json, parsed. */
  readonly document: () => Conformance;
}

/** Runs the suite as its users do, with only these variables and arguments and a separate reports folder. */
export async function runSuite(variables: Readonly<Record<string, string>>, ...args: string[]): Promise<SuiteRun> {
  const reports = ownFolder('reports');
  const own = { REPORTS_DIR: reports, ...variables };
  const { code, stdout, stderr } = await runProgram('node_modules/.bin/playwright', ['test', ...args], own);
  return {
    code,
    output: stdout + stderr,
    reports,
    document: () => JSON.parse(readFileSync(path.join(reports, 'conformance.json'), 'utf8')),
  };
}
