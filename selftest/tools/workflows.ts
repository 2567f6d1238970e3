import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ownFolder } from './own-folder.ts';

/** A step of a workflow or an action, as its file has it. */
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

/** Says where GitHub looks for workflows. */
export const folder = '.github/workflows';
/** The workflows. */
export const files = readdirSync(folder);
/** A workflow by the name of its file. */
export const workflow = (file: string): Workflow => parse(readFileSync(path.join(folder, file), 'utf8'));
/** The steps of all its jobs. */
export const stepsOf = (file: string) => Object.values(workflow(file).jobs).flatMap(({ steps }) => steps);
/** Returns what a step of it types. */
export const step = (file: string, name: string) => stepsOf(file).find((one) => one.name === name)?.run ?? '';

type Inputs = Readonly<Record<string, { readonly description?: string }>>;

/** Returns what the callable workflow and each action may be given. */
export const inputsOf = (file: string): Inputs => {
  const { on, inputs = on?.workflow_call?.inputs } = parse(readFileSync(file, 'utf8'));
  return inputs;
};

interface Action {
  readonly outputs?: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: Job;
}

/** Says where the composite actions are. */
export const actionsFolder = '.github/actions';
/** A composite action by its name. */
export const actionAt = (name: string): Action =>
  parse(readFileSync(path.join(actionsFolder, name, 'action.yml'), 'utf8'));
/** Returns what a step of it types. */
export const inAction = (name: string, called: string) =>
  actionAt(name).runs.steps.find((one) => one.name === called)?.run ?? '';

/** A folder with the program, as the step that installs it leaves one on the path. */
function programFolder(): string {
  const folder = ownFolder('path');
  const call = `"${process.execPath}" --import "${import.meta.resolve('tsx')}" "${path.resolve('cli/conformance.ts')}"`;
  writeFileSync(path.join(folder, 'payments-conformance'), `#!/bin/sh\nexec ${call} "$@"\n`, { mode: 0o755 });
  return folder;
}

/** Runs a step as GitHub's runner does: with `bash -e`, in a folder of the suite, the program on the path. */
export function runStep(script: string, env: Readonly<Record<string, string>>) {
  const { PATH = '', HOME = '' } = process.env;
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    env: { PATH: `${programFolder()}:${PATH}`, HOME, ...env },
    encoding: 'utf8',
  });
}
