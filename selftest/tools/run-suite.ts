import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Conformance } from '#results/document';
import { ownFolder } from './own-folder.ts';

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
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('node_modules/.bin/playwright', ['test', ...args], {
    env: { PATH, HOME, REPORTS_DIR: reports, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    code,
    output: Buffer.concat(chunks).toString(),
    reports,
    document: () => JSON.parse(readFileSync(path.join(reports, 'conformance.json'), 'utf8')),
  };
}
