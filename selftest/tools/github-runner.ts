import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ownFolder } from './own-folder.ts';
import type { Step } from './workflows.ts';

type Values = Readonly<Record<string, string | boolean>>;

/** Describes what is called with inputs: a reusable workflow or a composite action. */
interface Called {
  readonly inputs: Readonly<Record<string, { readonly default?: string | boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly steps: readonly Step[];
}

/** A step that was run, or was left out by its condition, as the page of the job lists it. */
export interface RanStep {
  readonly name: string;
  readonly outcome: 'success' | 'failure' | 'skipped';
  readonly output: string;
}

/** Describes what the steps of one call may name in an expression. */
interface Names {
  readonly inputs: Values;
  readonly steps: Record<string, { readonly outcome: RanStep['outcome']; readonly outputs: Values }>;
}

/** Describes what a call came to. */
interface Outcome {
  readonly failed: boolean;
  readonly outputs: Values;
}

/** Runs the shell steps of a workflow or an action in their order, as GitHub's runner does; actions of others are left out. */
export function newRunner() {
  const workspace = ownFolder('runner');
  const at = (name: string) => path.join(workspace, name);
  mkdirSync(at('caller'));
  cpSync('.github', at('suite/.github'), { recursive: true });
  const files = { GITHUB_PATH: at('path'), GITHUB_STEP_SUMMARY: at('summary.md'), RUNNER_TEMP: at('temp') };
  const npm = npmThatInstalls(at('bin'));
  const ran: RanStep[] = [];
  return {
    workspace,
    caller: at('caller'),
    summary: () => readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
    run: (file: string, given: Values): readonly RanStep[] => {
      call(path.resolve(file), given);
      return ran;
    },
  };

  function call(file: string, given: Values): Outcome {
    const { inputs, outputs, steps } = readCalled(file);
    const usual = Object.entries(inputs).map(([name, one]) => [name, one.default ?? '']);
    const names: Names = { inputs: { ...Object.fromEntries(usual), ...given }, steps: {} };
    let failed = false;
    for (const step of steps.filter(({ uses = './' }) => uses.startsWith('./')))
      failed = perform(step, names, failed, path.dirname(file)) || failed;
    const values = Object.entries(outputs).map(([name, { value }]) => [name, filled(value, names)]);
    return { failed, outputs: Object.fromEntries(values) };
  }

  /** Returns true if the step fails the job. */
  function perform(step: Step, names: Names, hasFailed: boolean, folder: string): boolean {
    const { name = step.run ?? '', id = name, if: condition = 'true' } = step;
    const isWanted = (!hasFailed || condition.includes('always()')) && Boolean(meaningOf(condition, names));
    const { failed, outputs } = isWanted ? outcomeOf(step, name, names, folder) : { failed: false, outputs: {} };
    const outcome = !isWanted ? 'skipped' : failed ? 'failure' : 'success';
    if (!isWanted) ran.push({ name, outcome, output: '' });
    names.steps[id] = { outcome, outputs };
    return failed && step['continue-on-error'] !== true;
  }

  function outcomeOf({ uses, with: given = {}, ...step }: Step, name: string, names: Names, folder: string): Outcome {
    if (uses === undefined) return typed(step, name, names, folder);
    const inputs = Object.entries(given).map(([input, text]) => [input, filled(text, names)]);
    return call(path.join(workspace, uses, 'action.yml'), Object.fromEntries(inputs));
  }

  function typed({ run = '', env = {}, ...step }: Step, name: string, names: Names, folder: string): Outcome {
    const added = existsSync(files.GITHUB_PATH) ? readFileSync(files.GITHUB_PATH, 'utf8').trim().split('\n') : [];
    const { PATH = '', HOME = '' } = process.env;
    const GITHUB_OUTPUT = path.join(ownFolder('output'), 'output');
    writeFileSync(GITHUB_OUTPUT, '');
    const own = Object.entries(env).map(([variable, text]) => [variable, filled(text, names)]);
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: path.join(workspace, filled(step['working-directory'] ?? '.', names)),
      env: {
        ...{
          PATH: [npm, ...added, PATH].join(':'),
          HOME,
          GITHUB_OUTPUT,
          GITHUB_ACTION_PATH: folder,
          ...files,
        },
        ...Object.fromEntries(own),
      },
      encoding: 'utf8',
    });
    ran.push({ name, outcome: status === 0 ? 'success' : 'failure', output: stdout + stderr });
    const lines = readFileSync(GITHUB_OUTPUT, 'utf8').matchAll(/^(\w+)=(.*)$/gm);
    return {
      failed: status !== 0,
      outputs: Object.fromEntries([...lines].map(([, key, value]) => [key, value ?? ''])),
    };
  }
}

function readCalled(file: string): Called {
  const { on, jobs, inputs = {}, outputs = {}, runs } = parse(readFileSync(file, 'utf8'));
  if (runs) return { inputs, outputs, steps: runs.steps };
  return { inputs: on.workflow_call.inputs, outputs: {}, steps: jobs.gate.steps };
}

function filled(text: string, names: Names): string {
  return String(text).replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => String(meaningOf(expression, names)));
}

/** The few forms of expression that our workflows have are JavaScript's, but for dashes in names. */
function meaningOf(expression: string, { inputs, steps }: Names): unknown {
  const script = expression.replace(/(?<!\.)\b(inputs|secrets)\.([\w-]+)/g, '($1["$2"] ?? "")');
  const known = { inputs, steps, secrets: {}, always: () => true };
  return new Function(...Object.keys(known), `return ${script}`)(...Object.values(known));
}

/** An npm that has all in this checkout: it packs a name, and what it installs is the program as it stands. */
function npmThatInstalls(folder: string): string {
  const program = `exec "${process.execPath}" --import "${import.meta.resolve('tsx')}" "${path.resolve('cli/conformance.ts')}" "$@"`;
  mkdirSync(folder);
  const script = `#!/bin/sh
echo "npm $*" >&2
case $1 in
  pack) echo packed.tgz ;;
  install) mkdir -p "$3/node_modules/.bin" && cp '${path.join(folder, 'program')}' "$3/node_modules/.bin/payments-conformance" ;;
esac
`;
  writeFileSync(path.join(folder, 'program'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  writeFileSync(path.join(folder, 'npm'), script, { mode: 0o755 });
  return folder;
}
