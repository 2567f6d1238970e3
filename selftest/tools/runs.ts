import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Conformance } from '#results/document';
import { ownFolder } from './own-folder.ts';

type Variables = Readonly<Record<string, string>>;

/** Returns the environment of a process that gets only these variables. */
export function environmentWith(variables: Variables = {}): Variables {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...variables };
}

/** Runs a program in a folder, with only these variables. */
export async function runProgram(program: string, args: readonly string[], variables?: Variables, cwd = process.cwd()) {
  const env = environmentWith(variables);
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}

/** Runs a command of the program as its npm script does, in a folder, with only these variables. */
export function runCommand(command: string, args: readonly string[], variables?: Variables, cwd?: string) {
  const program = ['--import', import.meta.resolve('tsx'), path.resolve('cli/conformance.ts')];
  return runProgram(process.execPath, [...program, command, ...args], variables, cwd);
}

/** Reads the result that a run left in its reports. */
export function readResult(reports: string): Conformance {
  return JSON.parse(readFileSync(path.join(reports, 'conformance.json'), 'utf8'));
}

/** The exit code, the output and the reports of a run. */
export type SuiteRun = Awaited<ReturnType<typeof runSuite>>;

/** Runs the suite as its users do, with only these variables and arguments and a separate reports folder. */
export async function runSuite(variables: Variables, ...args: string[]) {
  const reports = ownFolder('reports');
  const own = { REPORTS_DIR: reports, ...variables };
  const { code, stdout, stderr } = await runProgram('node_modules/.bin/playwright', ['test', ...args], own);
  const document = () => readResult(reports);
  return {
    ...{ code, output: stdout + stderr, reports, document },
    /** Returns the text of a report. */
    read: (name: string) => readFileSync(path.join(reports, name), 'utf8'),
    /** Returns the result of one requirement. */
    row: (id: string) => document().requirements.find((each) => each.id === id),
  };
}
