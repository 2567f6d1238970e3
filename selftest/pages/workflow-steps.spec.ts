import { chmodSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { toHistoryRecord } from '#results/history/record';
import { expect, folderWith, long, ownFolder, test } from '../tools/fixtures.ts';
import { getDocument, writeResult } from '../tools/page-document.ts';
import { actionAt, getSteps, inAction, runStep, step, workflow } from '../tools/workflows.ts';

async function getReports(...found: Parameters<typeof getDocument>): Promise<string> {
  return path.dirname(writeResult(await getDocument(...found)));
}

const failed = { 'TOK-01': { outcome: 'failed', reason: 'broken' } } as const;
const lost = { 'TOK-01': { outcome: 'inconclusive', reason: 'the target is unreachable' } } as const;

for (const [code, found, exercised] of [
  [0, {}, true],
  [3, lost, false],
] as const)
  test(`the decision of the night hands on ${code} and does not fail the job`, long, async () => {
    const REPORTS_DIR = await getReports(found, { exercised });
    const GITHUB_OUTPUT = path.join(REPORTS_DIR, 'output');

    const { status } = runStep(step('nightly.yml', 'The decision'), { REPORTS_DIR, GITHUB_OUTPUT });

    expect([status, readFileSync(GITHUB_OUTPUT, 'utf8')]).toEqual([0, `code=${code}\n`]);
  });

/** Creates a checkout with two nightly runs: TOK-01 passed in the first and failed in the second. */
async function checkoutOfNights(): Promise<string> {
  const before = await getDocument({}, { run: 'n1', started: '2026-01-01T02:00:00.000Z' });
  const last = await getDocument(failed, { run: 'n2', started: '2026-01-02T02:00:00.000Z' });
  const records = [before, last].map((each) => `${JSON.stringify(toHistoryRecord(each, []))}\n`);
  const [previous = '', reports = ''] = [before, last].map((each) => JSON.stringify(each));
  const results = { 'previous/conformance.json': previous, 'reports/conformance.json': reports };
  const checkout = folderWith({ ...results, 'nights/history.jsonl': records.join('') });
  for (const name of ['package.json', 'node_modules', 'start.mjs', 'playwright.config.ts', 'tests'])
    symlinkSync(path.resolve(name), path.join(checkout, name));
  return checkout;
}

test('the summary of the night says what changed since the last one and since when rows fail', long, async () => {
  const checkout = await checkoutOfNights();
  const GITHUB_STEP_SUMMARY = path.join(checkout, 'summary.md');
  const env = { GITHUB_STEP_SUMMARY, HISTORY: 'nights/history.jsonl' };

  for (const name of ['What changed since the last night', 'Since when each broken row is'])
    expect(runStep(`cd ${checkout}; ${step('nightly.yml', name)}`, env).stderr).toBe('');

  const summary = readFileSync(GITHUB_STEP_SUMMARY, 'utf8');
  expect(summary).toContain('TOK-01');
  expect(summary).toMatch(/\n\n\|.*fails since.*\n\|.*\n\| TOK-01 .*failed.*2026-01-02 run n2.*2026-01-01 run n1.*\n$/);
});

/** Runs the issue step in a folder with the reports of a night, with a `gh` that has an issue or none; returns its calls. */
async function follow(CODE: string, issue: string, ...found: Parameters<typeof getDocument>): Promise<string[]> {
  const folder = folderWith({
    'reports/conformance.json': JSON.stringify(await getDocument(...found)),
    'reports/summary.md': '# the summary',
    gh: `#!/bin/sh\n[ "$2" = list ] && echo ${issue} || echo "$*" >> calls\n`,
    calls: '',
  });
  chmodSync(path.join(folder, 'gh'), 0o755);
  const RUN = 'https://github.example/runs/77';

  const script = `cd ${folder}; PATH=.:$PATH; ${step('nightly.yml', 'One issue, opened, updated or closed')}`;
  expect(runStep(script, { CODE, RUN })).toMatchObject({ status: 0, stderr: '' });
  const body = readFileSync(path.join(folder, 'body.md'), 'utf8');
  expect(body).toContain(`# the summary\n\n[The run and its reports](${RUN})`);
  return readFileSync(path.join(folder, 'calls'), 'utf8').split('\n').filter(Boolean);
}

const idle = { 'TOK-02': { outcome: 'not exercised', reason: 'x' } } as const;
const over7 = { window: { nights: 7, words: 'CONFORMANT over 7 nights, oldest proof 2026-01-01', oldest: '' } };
const title = '--title sandbox is NON-CONFORMANT --label conformance';
const opened = ['label create conformance --force', `issue create ${title} --body-file body.md`];
const closed = (words: string) => [`issue close 5 --comment Fixed: ${words}. https://github.example/runs/77`];
for (const [what, code, issue, found, changes, calls] of [
  ['opens one where a must failed', '1', '', failed, {}, opened],
  ['updates it', '1', '5', failed, {}, ['label create conformance --force', 'issue edit 5 --body-file body.md']],
  ['closes it when all is proven', '0', '5', {}, {}, closed('CONFORMANT; CONFORMANT')],
  ['closes it when the window is', '2', '5', idle, over7, closed(`INCOMPLETE; ${over7.window.words}`)],
  ['keeps it where a must is not exercised', '2', '5', idle, {}, []],
  ['opens none for an outage', '3', '', lost, {}, []],
  ['opens none for an error of the suite', '4', '', failed, {}, []],
  ['opens none for drift', '1', '', {}, {}, []],
] as const)
  test(`the issue of the night: ${what}`, async () => expect(await follow(code, issue, found, changes)).toEqual(calls));

test('a night without a sandbox runs the suite against the embedded provider', long, () => {
  const { stdout } = runStep(`${step('nightly.yml', 'The embedded run')} -- --list --grep @ORD-10`, {});

  expect(stdout).toContain('instore-orders/');
});

test('the gate that others call passes their options on, and none that they leave out', long, async () => {
  const skipped = { outcome: 'not exercised', reason: 'no state' } as const;
  const REPORTS = await getReports({ 'TOK-01': skipped });
  const none = { ALLOW_INCOMPLETE: '', REQUIRE: '', MIN_EXERCISED: '', MAX_WARNINGS: '', MAX_WAIVERS: '' };
  const decide = (expected: Readonly<Record<string, string>>) => {
    const GITHUB_OUTPUT = path.join(ownFolder('output'), 'output');
    runStep(step('gate.yml', 'Gate options'), { ...none, ...expected, GITHUB_OUTPUT });
    const [, GATE = ''] = /^gate= ?(.*)$/m.exec(readFileSync(GITHUB_OUTPUT, 'utf8')) ?? [];
    const { status, stderr } = runStep(inAction('conformance', 'The decision'), { GATE, REPORTS, GITHUB_OUTPUT });
    return { status, stderr, code: readFileSync(GITHUB_OUTPUT, 'utf8').split('code=')[1] };
  };

  const stderr = expect.stringContaining('Unknown operation "x;touch"');
  expect(decide({})).toMatchObject({ status: 2, code: '2\n' });
  expect(decide({ ALLOW_INCOMPLETE: '1', MIN_EXERCISED: '50%' })).toMatchObject({ status: 0, code: '0\n' });
  expect(decide({ REQUIRE: 'x;touch' })).toMatchObject({ status: 4, code: '4\n', stderr });
});

test('the run of the action has its options, in the folder of its caller', long, async () => {
  const caller = folderWith({ 'reports/badge.json': '{}' });
  const env = { BASE_URL: '', PROVIDER_STATES_URL: '', TARGET: '', REPORTS_DIR: 'reports' };

  const inCaller = (name: string) => `cd ${caller}; ${inAction('conformance', name)}`;
  const run = runStep(inCaller('The run'), { ...env, OPTIONS: '--list --grep @ORD-10' });
  const search = runStep(inCaller('No secret in the reports'), { REPORTS: 'reports' });

  expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining('instore-orders/') });
  expect(search).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(path.join(caller, 'reports'))).toEqual(['badge.json']); // --list leaves them as they are
});

test('a repository that named no service yet is green, with a notice', () => {
  const { jobs } = workflow('nightly.yml');
  const notices = [
    { says: step('nightly.yml', 'A sandbox to run against'), where: jobs.unconfigured?.if },
    ...[...getSteps('gate.yml'), ...actionAt('conformance').runs.steps]
      .filter(({ run = '' }) => run.includes('::notice'))
      .map(({ run = '', if: where }) => ({ says: run, where })),
  ];

  expect(notices.map(({ where }) => where)).toEqual([
    "vars.SANDBOX_URL == ''",
    "inputs.command == '' && inputs.driver == '' && inputs.base-url == ''",
    "inputs.base-url == ''",
  ]);
  const stdout = expect.stringMatching(/^::notice title=\w+::Nothing was \w+/);
  for (const { says } of notices) expect(runStep(says, {})).toMatchObject({ status: 0, stdout });
  expect(jobs.conformance?.if).toBe("vars.SANDBOX_URL != ''");
});

test('the packed file of a release says where it comes from', () => {
  const folder = folderWith({ 'package.json': '{"name": "a"}' });
  const PLACE = 'https://forge.example/owner/suite';

  const { status } = runStep(`cd ${folder}; ${step('release.yml', 'Where it comes from')}`, { PLACE });

  expect(status).toBe(0);
  expect(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))).toMatchObject({
    repository: { type: 'git', url: `git+${PLACE}.git` },
    homepage: `${PLACE}#readme`,
    bugs: { url: `${PLACE}/issues` },
  });
});
