import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import packageFile from '../../package.json' with { type: 'json' };
import { actionAt, actionsFolder, files, folder, getInputs, getSteps, workflow } from '../tools/workflows.ts';

function checkShell(lines: readonly string[]): void {
  for (const line of lines) {
    for (const [, name = ''] of line.matchAll(/npm (?:--prefix \S+ )?run (?:-s )?([\w:-]+)/g))
      expect(Object.keys(packageFile.scripts)).toContain(name);
    expect(line).not.toContain('${{');
    execFileSync('bash', ['-n', '-c', line]);
  }
}

for (const file of files)
  test(`${file} may read and no more, ends in time, pins its actions and leaves no token in a checkout`, () => {
    const { permissions, concurrency, jobs } = workflow(file);
    const uses = readFileSync(path.join(folder, file), 'utf8').match(/uses: .*/g) ?? [];

    expect(permissions).toEqual({ contents: 'read' });
    expect(concurrency).toBeTruthy();
    for (const [name, job] of Object.entries(jobs)) expect(job['timeout-minutes'], name).toBeGreaterThan(0);
    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses)
      expect(use).toMatch(/^uses: (?:[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+|\.\/suite\/\.github\/actions\/[\w-]+)$/);
    for (const { uses: used = '', with: options } of getSteps(file))
      if (used.startsWith('actions/checkout@')) expect(options).toMatchObject({ 'persist-credentials': false });
    checkShell(getSteps(file).map(({ run = '' }) => run));
  });

test('each input of what others call has a description, and is in docs/nightly.md or docs/gate-an-sdk.md', () => {
  const page = ['nightly', 'gate-an-sdk'].map((name) => readFileSync(`docs/${name}.md`, 'utf8')).join('');
  const actions = ['conformance', 'sdk-gate'].map((name) => path.join(actionsFolder, name, 'action.yml'));

  for (const file of [path.join(folder, 'gate.yml'), ...actions])
    for (const [name, { description }] of Object.entries(getInputs(file))) {
      expect(description, `${name} in ${file}`).toBeTruthy();
      expect(page, `${name} of ${file}`).toMatch(new RegExp(`^ +(?:# )?${name}: `, 'm'));
    }
});

test('the variables and secrets of the night are in docs/nightly.md', () => {
  const night = readFileSync(path.join(folder, 'nightly.yml'), 'utf8');
  const named = [...night.matchAll(/\b(?:vars|secrets)\.([A-Z_]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  for (const name of new Set(named)) expect(readFileSync('docs/nightly.md', 'utf8')).toContain(`\`${name}`);
});

test('only the job that writes the issue may write issues, and only the one that publishes may write pages', () => {
  const { jobs } = workflow('nightly.yml');

  expect(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions]))).toEqual({
    unconfigured: undefined,
    conformance: undefined,
    issue: { contents: 'read', issues: 'write' },
    publish: { pages: 'write', 'id-token': 'write' },
  });
});

test('secrets are searched for before anything is published', () => {
  for (const file of ['nightly.yml', 'certify.yml']) {
    const steps = getSteps(file);
    const search = steps.findIndex(({ run = '' }) => run.includes('npm run conformance -- secrets reports'));
    const upload = steps.findIndex(({ uses = '' }) => /upload/.test(uses));

    expect(search).toBeGreaterThan(0);
    expect(upload).toBeGreaterThan(search);
  }
  const { outputs } = actionAt('conformance');
  const upload = getSteps('gate.yml').find(({ uses = '' }) => uses.includes('upload-artifact'));

  expect(outputs?.clean?.value).toContain('steps.secrets.outcome');
  expect(upload?.if).toContain("steps.service.outputs.clean == 'success'");
});

test('refresh tokens are carried over by the nightly where they are encrypted alone, and are in no artifact', () => {
  const { env } = Object(workflow('nightly.yml').jobs.conformance);
  const steps = getSteps('nightly.yml');
  const carrying = steps.filter(({ with: options }) => String(options?.path).includes('tokens'));
  const run = steps.find(({ name }) => name === 'The run');

  expect(env.STATES_STORE).toContain(" secrets.STATES_STORE_KEY != '' && 'tokens/carried' || '' ");
  expect(run?.env?.STATES_STORE_KEY).toContain(' secrets.STATES_STORE_KEY ');
  const used = carrying.map(({ uses = '' }) => uses.replace(/@.*/, ''));
  expect(used).toEqual(['actions/cache/restore', 'actions/cache/save']);
  for (const { if: condition } of carrying) expect(condition).toContain("env.STATES_STORE != ''");
});

for (const name of readdirSync(actionsFolder).filter((entry) => entry !== 'install'))
  test(`the action ${name} pins what it uses, and puts no expression into a shell`, () => {
    const { steps } = actionAt(name).runs;

    for (const { uses } of steps) if (uses) expect(uses).toMatch(/@[\da-f]{40}$/);
    checkShell([...steps.map(({ run = '' }) => run), readFileSync(path.join(actionsFolder, 'install'), 'utf8')]);
  });

test('the file for GitLab calls npm scripts that exist, in a valid shell', () => {
  const file = parse(readFileSync('.gitlab-ci.yml', 'utf8'));
  const jobs: { script?: string[]; after_script?: string[] }[] = ['ci', 'conformance', 'gate'].map((job) => file[job]);
  const lines = jobs.flatMap(({ script = [], after_script = [] }) => [...script, ...after_script]);

  expect(lines.length).toBeGreaterThan(5);
  checkShell(lines);
});

test('the image copies no secret and no reports', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');

  expect(ignored).toEqual(expect.arrayContaining(['.env', 'reports', 'node_modules', '.git']));
});
