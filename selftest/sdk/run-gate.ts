import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SdkResult } from '#client/result/result';
import { listFiles, ownFolder, program, runProgram } from '../tools/fixtures.ts';

export type GateProcess = Awaited<ReturnType<typeof runGate>>;

type Variables = Readonly<Record<string, string>>;

/** Runs the gate as its users do, with its reports in a separate folder. */
export async function runGate(...words: readonly (string | Variables)[]) {
  const args = words.filter((word) => typeof word === 'string');
  const variables: Variables = Object.assign({}, ...words.filter((word) => typeof word === 'object'));
  const reports = variables.REPORTS_DIR ?? ownFolder();
  const own = { ...variables, REPORTS_DIR: reports };
  const { code, stdout: out, stderr: err } = await runProgram(process.execPath, [...program, 'sdk', ...args], own);
  const result = (): SdkResult => JSON.parse(readFileSync(path.join(reports, 'sdk.json'), 'utf8'));
  return { code, out, err, reports, result };
}

/** Returns the findings of a result in short form: `breach oauth-token authorization-of-none`. */
export function inShort({ findings }: SdkResult): string[] {
  return findings.map(({ level, endpoint, rule }) => `${level} ${endpoint} ${rule}`);
}

/** Returns everything that a run wrote: its output and each file of its reports. */
export function everything({ out, err, reports }: GateProcess): string {
  return [out, err, ...listFiles(reports).map((file) => readFileSync(file, 'utf8'))].join('\n');
}

/** Returns the reason why a program is missing here; undefined if it runs. */
export function missingProgram([program = '', ...args]: readonly string[]): string | undefined {
  const runs = spawnSync(program, args).status === 0;
  return runs ? undefined : `${[program, ...args].join(' ')} does not run here`;
}
