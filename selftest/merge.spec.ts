import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { shortReason } from '../reporters/html/requirement-row.ts';
import type { Conformance } from '../suite/results/document.ts';
import { refuseStrangers } from '../suite/results/merge/agreement.ts';
import { findShards } from '../suite/results/merge/find.ts';
import type { ShardFile } from '../suite/results/merge/shard-file.ts';
import { runCommand } from './run-command.ts';
import { runSuite, type SuiteRun } from './run-suite.ts';

/** A must fails, so that what was exchanged is in the reports; questions and observations of two operations are there too. */
const variables = { MOCK_FAULT: 'order-no-number-code', SEED: '7', RUN_ID: 'merged' };
const projects = ['--project=instore-orders', '--project=point-payment-intents'];

const folder = (name: string) => mkdtempSync(path.join(tmpdir(), `selftest-${name}-`));
const shard = (current: number, total: number) =>
  runSuite(variables, ...projects, `--shard=${current}/${total}`);

async function merge(...folders: string[]) {
  const reports = folder('merged');
  return { reports, ...(await runCommand('merge', folders, { REPORTS_DIR: reports })) };
}

const read = (reports: string, name: string) => readFileSync(path.join(reports, name), 'utf8');
const documentIn = (reports: string): Conformance => JSON.parse(read(reports, 'conformance.json'));

/** A result without what differs between two runs of the same: times, the port, what an answer holds, valid twins. */
function essence(reports: string) {
  const { requirements, shards: _, requests, times, started, ended, target, ...rest } = documentIn(reports);
  const rows = requirements.map(({ reason = '', tests, ...row }) => ({
    ...row,
    reason: shortReason(reason),
    tests: tests.map((one) => ({ ...one, reason: shortReason(one.reason ?? '') })),
  }));
  return {
    ...rest,
    requirements: rows,
    asked: Object.keys(requests),
    timed: Object.keys(times),
    target: target.name,
  };
}

/** What Allure is told of each test, without what differs between two runs. */
function allureResults(reports: string) {
  const folderOfResults = path.join(reports, 'allure-results');
  const results = readdirSync(folderOfResults).filter((name) => name.endsWith('-result.json'));
  return results
    .map((name) => JSON.parse(read(folderOfResults, name)))
    .map(({ fullName, status, testCaseId, historyId, labels, parameters, attachments }) => ({
      fullName,
      ids: [testCaseId, historyId],
      status,
      parameters,
      attachments: attachments.length,
      labels: labels.filter(({ name }: { name: string }) => name !== 'thread'),
    }))
    .sort((one, other) => (one.fullName < other.fullName ? -1 : 1));
}

test.describe.configure({ mode: 'default' });
let whole = '';
let halves: string[] = [];
test.beforeAll(async () => {
  whole = (await runSuite(variables, ...projects)).reports;
  halves = [(await shard(1, 2)).reports, (await shard(2, 2)).reports];
});

for (const total of [1, 2, 5]) {
  test(`${total} shards make the result of one run, requirement by requirement`, async () => {
    const others = Array.from({ length: total === 2 ? 0 : total }, (_, index) => index + 1);
    const folders = total === 2 ? [...halves] : [];
    for (const current of others) folders.push((await shard(current, total)).reports);

    const merged = await merge(...folders.reverse());

    expect(merged).toMatchObject({ code: 1, stdout: expect.stringContaining('FAILED ORD-10') });
    expect(essence(merged.reports)).toEqual(essence(whole));
    expect(read(merged.reports, 'answers.json')).toBe(read(whole, 'answers.json'));
    expect(read(merged.reports, 'badge.json')).toBe(read(whole, 'badge.json'));
    expect(allureResults(merged.reports)).toEqual(allureResults(whole));
    const files = (reports: string) =>
      readdirSync(reports).filter((name) => !/^(?:test-results|shards)$/.test(name));
    expect(files(merged.reports)).toEqual(files(whole));
    for (const name of ['junit.xml', 'conformance.html'])
      expect(read(merged.reports, name).match(/ORD-10/g)).toEqual(read(whole, name).match(/ORD-10/g));
  });
}

test('a shard says everywhere that it is one', async () => {
  const [, second = ''] = halves;

  const { verdict, shards, complete } = documentIn(second);

  expect([verdict, shards, complete]).toEqual(['NON-CONFORMANT', { of: 2, present: [2] }, []]);
  expect(read(second, 'badge.json')).toContain('(1 of 2 shards)');
  expect(read(second, 'summary.md')).toContain('**A part of a run:** this is shard 2 of 2 alone.');
  expect(read(second, 'conformance.html')).toContain('this is shard 2 of 2 alone');
});

test('a shard that is missing is named, and the result is INCOMPLETE and not green', async () => {
  const [first = ''] = halves;

  const merged = await merge(first);

  expect(merged.code).toBe(1);
  expect(merged.stdout).toContain('PART of a run: this is shard 1 of 2 alone');
  expect(documentIn(merged.reports)).toMatchObject({
    verdict: 'INCOMPLETE',
    shards: { of: 2, present: [1] },
    errors: [],
  });
});

test('a requirement is not passed by a part of its tests', async () => {
  const run = await runSuite({ SEED: '7' }, '--project=instore-orders', '--grep=@ORD-10', '--shard=1/2');

  const row = run.document().requirements.find(({ id }) => id === 'ORD-10');
  expect(row).toMatchObject({ outcome: 'not exercised', tests: [{}, {}] });
  expect(row?.reason).toBe('only 2 of 3 tests: this is shard 1 of 2 alone');
});

test('a shard without a test is green, and its merge is that of the others', async () => {
  const args = ['--project=instore-orders', '--grep=@ORD-02'];

  const [first, second] = [
    await runSuite({ SEED: '7' }, ...args, '--shard=1/2'),
    await runSuite({ SEED: '7' }, ...args, '--shard=2/2'),
  ];
  const merged = await merge(first.reports, second.reports);

  expect([first.code, second.code, merged.code]).toEqual([0, 0, 0]);
  expect(second.document().shards).toEqual({ of: 2, present: [2] });
  expect(documentIn(merged.reports).counts.must.passed).toBe(1);
});

/** Both halves, the second with a change. */
function changed(change: (file: ShardFile) => ShardFile): string[] {
  const copies = halves.map((reports) => {
    const copy = folder('shard');
    cpSync(path.join(reports, 'shards'), copy, { recursive: true });
    return copy;
  });
  const file = path.join(copies[1] ?? '', '2-of-2', 'shard.json');
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
  return copies;
}

const strangers: Readonly<Record<string, (file: ShardFile) => ShardFile>> = {
  target: (file) => ({ ...file, target: { ...file.target, name: 'staging' } }),
  SEED: (file) => ({ ...file, seed: '8' }),
  RUN_ID: (file) => ({ ...file, runId: 'other' }),
  'version of the suite': (file) => ({ ...file, suite: { ...file.suite, version: '9.9.9' } }),
  register: (file) => ({ ...file, suite: { ...file.suite, register: 'f00d' } }),
  settings: (file) => ({ ...file, settings: { DEPTH: 'smoke' } }),
  'selection of tests': (file) => ({ ...file, argv: ['--project=oauth-token'] }),
  'number of shards': (file) => ({ ...file, shard: { current: 2, total: 3 } }),
};

for (const [name, change] of Object.entries(strangers)) {
  test(`shards of another ${name} are refused in one sentence`, () => {
    const shards = findShards(changed(change));

    expect(() => refuseStrangers(shards)).toThrow(
      new RegExp(`^The shards are of different runs: their ${name} differs, .* in .* and .* in .*\\.$`),
    );
  });
}

test('what is no shard, or a shard twice, is refused in one sentence', async () => {
  const [one = '', two = ''] = changed((file) => ({ ...file, shard: { current: 1, total: 2 } }));
  const twice = await merge(one, two);
  const none = await merge(folder('empty'));
  const nowhere = await merge('/nowhere');
  rmSync(path.join(one, '1-of-2', 'report.zip'));
  const noBlob = await merge(one);

  expect([twice, none, nowhere, noBlob].map(({ code }) => code)).toEqual([4, 4, 4, 4]);
  expect(twice.stderr).toMatch(/^Shard 1 of 2 is in \S+ and in \S+: name one of them\.\n$/);
  expect(none.stderr).toMatch(/^\S+ holds no shard\.json: run .*\n$/);
  expect(nowhere.stderr).toBe('/nowhere is no folder: name the reports of each shard.\n');
  expect(noBlob.stderr).toMatch(/^\S+report\.zip is not there: copy .*\n$/);
});

test('what is used up is not taken from the environment of one machine of several, unless it has its own', async () => {
  const names = ['USER_ID', 'EXTERNAL_POS_ID', 'ACCESS_TOKEN'];
  const states = Object.fromEntries(
    names.map((name) => [`STATE_AN_OPEN_IN_STORE_ORDER__${name}`, `own-${name}`]),
  );
  const target = { BASE_URL: 'http://127.0.0.1:9', ...states };
  const args = ['--project=instore-orders', '--grep=@ORD-01', '--shard=1/2'];

  const shared = await runSuite(target, ...args);
  const own = await runSuite({ ...target, OWN_STATES: '1' }, ...args);

  expect(shared.output).toContain('set OWN_STATES=1 where each machine has its own');
  expect(own.output).toContain('OUTAGE: the target cannot be reached');
  const again = ({ reports }: SuiteRun) =>
    JSON.parse(read(reports, 'test-results/.last-run.json')).failedTests.length;
  expect([shared, own].map(again)).toEqual([0, 1]); // --last-failed tries what an outage left out, and no more
});

test('a merge says that a shard could not reach the target', async () => {
  const args = ['--project=instore-orders', '--grep=@ORD-10', '--shard=1/2'];
  const lost = await runSuite(
    { BASE_URL: 'http://127.0.0.1:9', PROVIDER_STATES_URL: 'http://127.0.0.1:9/' },
    ...args,
  );

  const merged = await merge(lost.reports);

  expect(merged).toMatchObject({ code: 1, stdout: expect.stringContaining('OUTAGE: ') });
  expect(documentIn(merged.reports).unreachable).toBe(lost.document().unreachable);
});
