import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { findShards, rejectForeignShards } from '#results/merge/find';
import type { ShardFile } from '#results/merge/shard-file';
import { documentIn, expectSame, folder, merge, read, shard, wholeRun } from '../tools/merge-runs.ts';
import { runSuite, type SuiteRun } from '../tools/run-suite.ts';

let halves: string[] = [];
test.beforeAll(async () => {
  halves = [(await shard(1, 2)).reports, (await shard(2, 2)).reports];
});

test('two shards make the result of one run, requirement by requirement', { tag: '@slow' }, async () => {
  const whole = await wholeRun();

  expectSame(await merge(...halves.toReversed()), whole.reports);
});

/** The half with the failing test, or the other one, with the number of its shard: tests move as tests are added. */
function halfThat(fails: boolean) {
  const isSuch = (reports: string) => (documentIn(reports).verdict === 'NON-CONFORMANT') === fails;
  const at = halves.findIndex(isSuch);
  return { reports: halves[at] ?? '', number: at + 1 };
}

test('a shard says everywhere that it is one', { tag: '@long' }, () => {
  const { reports, number } = halfThat(true);

  const { verdict, shards, complete } = documentIn(reports);

  expect([verdict, shards, complete]).toEqual(['NON-CONFORMANT', { of: 2, present: [number] }, []]);
  expect(read(reports, 'badge.json')).toContain('(1 of 2 shards)');
  expect(read(reports, 'summary.md')).toContain(`this is shard ${number} of 2 alone: `);
  expect(read(reports, 'conformance.html')).toContain(`this is shard ${number} of 2 alone`);
});

test('a shard that is missing is named, and the result is INCOMPLETE and not green', { tag: '@long' }, async () => {
  const { reports, number } = halfThat(false);

  const merged = await merge(reports);

  expect(merged.code).toBe(1);
  expect(merged.stdout).toContain(`PARTIAL run: this is shard ${number} of 2 alone`);
  expect(documentIn(merged.reports)).toMatchObject({
    verdict: 'INCOMPLETE',
    shards: { of: 2, present: [number] },
    errors: [],
  });
});

test('a requirement is not passed by a part of its tests', { tag: '@slow' }, async () => {
  const run = await runSuite({ SEED: '7' }, '--project=instore-orders', '--grep=@ORD-10', '--shard=1/2');

  const row = run.document().requirements.find(({ id }) => id === 'ORD-10');
  expect(row).toMatchObject({ outcome: 'not exercised', tests: [{}, {}] });
  expect(row?.reason).toMatch(/^only 2 of \d tests: this is shard 1 of 2 alone$/);
});

test('a shard without a test is green, and its merge is that of the others', { tag: '@slow' }, async () => {
  const args = ['--project=instore-orders', '--grep=@ORD-03'];

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

const foreignShards: Readonly<Record<string, (file: ShardFile) => ShardFile>> = {
  target: (file) => ({ ...file, target: { ...file.target, name: 'staging' } }),
  SEED: (file) => ({ ...file, seed: '8' }),
  RUN_ID: (file) => ({ ...file, runId: 'other' }),
  'version of the suite': (file) => ({ ...file, suite: { ...file.suite, version: '9.9.9' } }),
  register: (file) => ({ ...file, suite: { ...file.suite, register: 'f00d' } }),
  settings: (file) => ({ ...file, settings: { DEPTH: 'smoke' } }),
  'selection of tests': (file) => ({ ...file, argv: ['--project=oauth-token'] }),
  'number of shards': (file) => ({ ...file, shard: { current: 2, total: 3 } }),
};

for (const [name, change] of Object.entries(foreignShards)) {
  test(`shards of another ${name} are refused in one sentence`, { tag: '@long' }, () => {
    const shards = findShards(changed(change));

    expect(() => rejectForeignShards(shards)).toThrow(
      new RegExp(`^The shards are of different runs: their ${name} differs, .* in .* and .* in .*\\.$`),
    );
  });
}

test('what is no shard, or a shard twice, is refused in one sentence', { tag: '@long' }, async () => {
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

test('what is used up is not taken from the environment of one machine of several', {
  tag: '@slow',
}, async () => {
  const names = ['USER_ID', 'EXTERNAL_POS_ID', 'ACCESS_TOKEN'];
  const states = Object.fromEntries(names.map((name) => [`STATE_AN_OPEN_IN_STORE_ORDER__${name}`, `own-${name}`]));
  const target = { BASE_URL: 'http://127.0.0.1:9', ...states };
  const args = ['--project=instore-orders', '--grep=deletes an open order', '--shard=1/2'];

  const shared = await runSuite(target, ...args);

  expect(shared.output).toContain('Use STATES_COMMAND or PROVIDER_STATES_URL');
  const again = ({ reports }: SuiteRun) => JSON.parse(read(reports, 'test-results/.last-run.json')).failedTests.length;
  expect(again(shared)).toBe(0); // --last-failed tries what an outage left out, and no more
});

test('a merge says that a shard could not reach the target', { tag: '@slow' }, async () => {
  const args = ['--project=instore-orders', '--grep=@ORD-10', '--shard=1/2'];
  const lost = await runSuite({ BASE_URL: 'http://127.0.0.1:9', PROVIDER_STATES_URL: 'http://127.0.0.1:9/' }, ...args);

  const merged = await merge(lost.reports);

  expect(merged).toMatchObject({ code: 1, stdout: expect.stringContaining('OUTAGE: ') });
  expect(documentIn(merged.reports).unreachable).toBe(lost.document().unreachable);
});
