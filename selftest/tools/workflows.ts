import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ownFolder, program } from './fixtures.ts';

type Values = Readonly<Record<string, string | boolean>>;
type Texts = Readonly<Record<string, string>>;

type StepText = 'name' | 'id' | 'if' | 'uses' | 'run' | 'working-directory';
type Step = Readonly<Partial<Record<StepText, string> & Record<'with' | 'env', Texts>>> & {
  readonly 'continue-on-error'?: boolean;
};

interface Job {
  readonly if?: string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Texts;
  readonly steps: readonly Step[];
}

type Workflow = Readonly<{ permissions?: unknown; concurrency?: unknown; jobs: Readonly<Record<string, Job>> }>;

export const folder = '.github/workflows';
export const files = readdirSync(folder);
export const workflow = (file: string): Workflow => parse(readFileSync(path.join(folder, file), 'utf8'));
export const getSteps = (file: string) => Object.values(workflow(file).jobs).flatMap(({ steps }) => steps);
export const step = (file: string, name: string) => getSteps(file).find((one) => one.name === name)?.run ?? '';

export const getInputs = (file: string): Readonly<Record<string, { readonly description?: string }>> => {
  const { on, inputs = on?.workflow_call?.inputs } = parse(readFileSync(file, 'utf8'));
  return inputs;
};

interface Action {
  readonly outputs?: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: Job;
}

export const actionsFolder = '.github/actions';
export const actionAt = (name: string): Action =>
  parse(readFileSync(path.join(actionsFolder, name, 'action.yml'), 'utf8'));
export const inAction = (name: string, called: string) =>
  actionAt(name).runs.steps.find((one) => one.name === called)?.run ?? '';

/** Writes a script that runs this checkout, as the install step does. */
function writeProgram(file: string): void {
  const call = [process.execPath, ...program].map((word) => `"${word}"`).join(' ');
  writeFileSync(file, `#!/bin/sh\nexec ${call} "$@"\n`, { mode: 0o755 });
}

/** Runs a script as GitHub's runner does: with `bash -e`. */
function runBash(script: string, env: Texts, cwd = process.cwd()) {
  const { HOME = '' } = process.env;
  const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  return spawnSync('bash', words, { cwd, env: { HOME, ...env }, encoding: 'utf8' });
}

/** Runs a step in a folder of the suite, with the program on the path. */
export function runStep(script: string, env: Texts) {
  const folder = ownFolder('path');
  writeProgram(path.join(folder, 'payments-conformance'));
  return runBash(script, { PATH: `${folder}:${process.env.PATH}`, ...env });
}

/** A step that ran or was skipped by its condition, as the job's page lists it. */
export interface RanStep {
  readonly name: string;
  readonly outcome: 'success' | 'failure' | 'skipped';
  readonly output: string;
}

/** The names that an expression of one call may use. */
interface Names {
  readonly inputs: Values;
  readonly steps: Record<string, { readonly outcome: RanStep['outcome']; readonly outputs: Values }>;
}

type Outcome = Readonly<{ failed: boolean; outputs: Values }>;

/** Runs the shell steps of a workflow or an action in order, as GitHub's runner does, without third-party actions. */
export function newRunner() {
  const workspace = ownFolder('runner');
  const at = (name: string) => path.join(workspace, name);
  mkdirSync(at('caller'));
  cpSync('.github', at('suite/.github'), { recursive: true });
  const runnerFiles = { GITHUB_PATH: at('path'), GITHUB_STEP_SUMMARY: at('summary.md'), RUNNER_TEMP: at('temp') };
  const npm = npmThatInstalls(at('bin'));
  const ran: RanStep[] = [];
  return {
    caller: at('caller'),
    summary: () => readFileSync(runnerFiles.GITHUB_STEP_SUMMARY, 'utf8'),
    run: (file: string, given: Values): readonly RanStep[] => {
      call(path.resolve(file), given);
      return ran;
    },
  };

  function call(file: string, given: Values): Outcome {
    const { on, jobs, runs, outputs = {}, inputs = on?.workflow_call.inputs ?? {} } = parse(readFileSync(file, 'utf8'));
    const steps: readonly Step[] = runs?.steps ?? jobs.gate.steps;
    const defaults = mapValues<{ default?: string }, string>(inputs, ({ default: value = '' }) => value);
    const names: Names = { inputs: { ...defaults, ...given }, steps: {} };
    let failed = false;
    for (const step of steps.filter(({ uses = './' }) => uses.startsWith('./')))
      failed = perform(step, names, failed, path.dirname(file)) || failed;
    const filledIn = mapValues<{ value?: string }, string>(outputs, ({ value = '' }) => filled(value, names));
    return { failed, outputs: filledIn };
  }

  /** Returns true if the step fails the job. */
  function perform(step: Step, names: Names, hasFailed: boolean, folder: string): boolean {
    const { name = step.run ?? '', id = name, if: condition = 'true' } = step;
    const isRun = (!hasFailed || condition.includes('always()')) && Boolean(getMeaning(condition, names));
    const { failed, outputs } = isRun ? getOutcome(step, name, names, folder) : { failed: false, outputs: {} };
    const outcome = !isRun ? 'skipped' : failed ? 'failure' : 'success';
    if (!isRun) ran.push({ name, outcome, output: '' });
    names.steps[id] = { outcome, outputs };
    return failed && step['continue-on-error'] !== true;
  }

  function getOutcome(step: Step, name: string, names: Names, folder: string): Outcome {
    const { uses, with: given = {}, run = '', env = {} } = step;
    const fill = (text: string) => filled(text, names);
    if (uses !== undefined) return call(path.join(workspace, uses, 'action.yml'), mapValues(given, fill));
    const { GITHUB_PATH } = runnerFiles;
    const added = existsSync(GITHUB_PATH) ? readFileSync(GITHUB_PATH, 'utf8').trim().split('\n') : [];
    const GITHUB_OUTPUT = path.join(ownFolder('output'), 'output');
    writeFileSync(GITHUB_OUTPUT, '');
    const PATH = [npm, ...added, process.env.PATH].join(':');
    const variables = { PATH, GITHUB_OUTPUT, GITHUB_ACTION_PATH: folder, ...runnerFiles, ...mapValues(env, fill) };
    const place = path.join(workspace, fill(step['working-directory'] ?? '.'));
    const { status, stdout, stderr } = runBash(run, variables, place);
    ran.push({ name, outcome: status === 0 ? 'success' : 'failure', output: stdout + stderr });
    const lines = [...readFileSync(GITHUB_OUTPUT, 'utf8').matchAll(/^(\w+)=(.*)$/gm)];
    return { failed: status !== 0, outputs: Object.fromEntries(lines.map(([, key, value = '']) => [key, value])) };
  }
}

function mapValues<From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

function filled(text: string, names: Names): string {
  return String(text).replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => String(getMeaning(expression, names)));
}

/** Evaluates an expression. The few forms in our workflows are JavaScript, except for dashes in names. */
function getMeaning(expression: string, { inputs, steps }: Names): unknown {
  const script = expression.replace(/(?<!\.)\b(inputs|secrets)\.([\w-]+)/g, '($1["$2"] ?? "")');
  const known = { inputs, steps, secrets: {}, always: () => true };
  return new Function(...Object.keys(known), `return ${script}`)(...Object.values(known));
}

/** Writes an npm that packs a name and installs the program of this checkout. */
function npmThatInstalls(folder: string): string {
  mkdirSync(folder);
  writeProgram(path.join(folder, 'program'));
  const script = `#!/bin/sh
echo "npm $*" >&2
case $1 in
  pack) echo packed.tgz ;;
  install) mkdir -p "$3/node_modules/.bin" && cp '${path.join(folder, 'program')}' "$3/node_modules/.bin/payments-conformance" ;;
esac
`;
  writeFileSync(path.join(folder, 'npm'), script, { mode: 0o755 });
  return folder;
}
