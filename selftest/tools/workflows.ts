import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ownFolder } from './own-folder.ts';

/** A step as in the file of a workflow or an action. */
export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
  readonly 'continue-on-error'?: boolean;
}

interface Job {
  readonly if?: string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

export const folder = '.github/workflows';
export const files = readdirSync(folder);
export const workflow = (file: string): Workflow => parse(readFileSync(path.join(folder, file), 'utf8'));
export const stepsOf = (file: string) => Object.values(workflow(file).jobs).flatMap(({ steps }) => steps);
/** Returns the script of a step. */
export const step = (file: string, name: string) => stepsOf(file).find((one) => one.name === name)?.run ?? '';

type Inputs = Readonly<Record<string, { readonly description?: string }>>;

/** Returns the inputs of a callable workflow or an action. */
export const inputsOf = (file: string): Inputs => {
  const { on, inputs = on?.workflow_call?.inputs } = parse(readFileSync(file, 'utf8'));
  return inputs;
};

interface Action {
  readonly outputs?: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: Job;
}

export const actionsFolder = '.github/actions';
/** Returns a composite action by its name. */
export const actionAt = (name: string): Action =>
  parse(readFileSync(path.join(actionsFolder, name, 'action.yml'), 'utf8'));
/** Returns the script of a step. */
export const inAction = (name: string, called: string) =>
  actionAt(name).runs.steps.find((one) => one.name === called)?.run ?? '';

/** Writes a script that runs this checkout, as the install step does. */
export function writeProgram(file: string): void {
  const call = `"${process.execPath}" --import "${import.meta.resolve('tsx')}" "${path.resolve('cli/conformance.ts')}"`;
  writeFileSync(file, `#!/bin/sh\nexec ${call} "$@"\n`, { mode: 0o755 });
}

/** Runs a script as GitHub's runner does: with `bash -e`. */
export function runBash(script: string, env: Readonly<Record<string, string>>, cwd = process.cwd()) {
  const { HOME = '' } = process.env;
  const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  return spawnSync('bash', words, { cwd, env: { HOME, ...env }, encoding: 'utf8' });
}

/** Runs a step in a folder of the suite, with the program on the path. */
export function runStep(script: string, env: Readonly<Record<string, string>>) {
  const folder = ownFolder('path');
  writeProgram(path.join(folder, 'payments-conformance'));
  return runBash(script, { PATH: `${folder}:${process.env.PATH}`, ...env });
}
