import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { unpack } from '#redaction/search';
import { shortReason } from '#reporters/html/checks';
import {
  allureResults,
  expect,
  long,
  ownFolder,
  readResult,
  runCommand,
  runSuite,
  type SuiteRun,
  slow,
  test,
} from '../tools/fixtures.ts';

/** A must fails, so that the reports contain exchanges; they also have questions and observations of two operations. */
const variables = { MOCK_FAULT: 'order-no-number-code', SEED: '7', RUN_ID: 'merged' };
const projects = ['--project=instore-orders', '--project=point-payment-intents'];

const shard = (current: number, total: number) => runSuite(variables, ...projects, `--shard=${current}/${total}`);

async function merge(...folders: string[]) {
  const reports = ownFolder('merged');
  return { reports, ...(await runCommand('merge', folders, { REPORTS_DIR: reports })) };
}

const read = (reports: string, name: string) => readFileSync(path.join(reports, name), 'utf8');

const withoutIds = (text: string) => text.replace(/[\dx]{6,}/g, 'N');

/** Returns a result without values that differ between two equal runs: times, the port, bodies, control requests. */
function essence(reports: string) {
  const { requirements, shards: _, requests, times, started, ended, target, ...rest } = readResult(reports);
  const rows = requirements.map(({ reason = '', cause, tests, ...row }) => ({
    ...row,
    reason: withoutIds(shortReason({ reason, ...(cause ? { cause } : {}) })),
    cause: cause?.kind,
    tests: tests.map((one) => ({ ...one, reason: withoutIds(shortReason(one)), cause: one.cause?.kind })),
  }));
  return { ...rest, requirements: rows, asked: Object.keys(requests), timed: Object.keys(times), target: target.name };
}

/** Returns Allure's facts about each test, without what differs between two runs. */
function allureFacts(reports: string) {
  return allureResults(reports)
    .map(({ fullName, status, testCaseId, historyId, labels, parameters, attachments }) => {
      const hasExchanges = status === 'failed' && attachments.length > 0; // shards send control requests in other tests
      return { fullName, testCaseId, historyId, status, parameters, hasExchanges, labels };
    })
    .sort((one, other) => (`${one.fullName}` < `${other.fullName}` ? -1 : 1));
}

/** Returns what the steps in Playwright's page say that they found: a blob holds it as it was when the step ended. */
function stepErrors(reports: string): (string | undefined)[] {
  const files = unpack(readFileSync(path.join(reports, 'html/index.html'))).flatMap(({ bytes }) => unpack(bytes));
  const texts = files.map(({ bytes }) => bytes.toString()).join('\n');
  return [...texts.matchAll(/"error":"(?:[^"\\]|\\.)*?\\n {2}(- .*?)\\n/g)].map(([, found]) => found).sort();
}

/** Expects every report of a merge to equal that of the unsharded run. */
function expectSame(merged: Awaited<ReturnType<typeof merge>>, whole: string): void {
  expect(merged).toMatchObject({ code: 1, stdout: expect.stringContaining('FAILED ORD-10') });
  expect(essence(merged.reports)).toEqual(essence(whole));
  expect(read(merged.reports, 'badge.json')).toBe(read(whole, 'badge.json'));
  expect(allureFacts(merged.reports)).toEqual(allureFacts(whole));
  expect(stepErrors(merged.reports)).toEqual(stepErrors(whole));
  expect(stepErrors(whole)).toContainEqual(expect.stringContaining('expected invalid_collectorId'));
  // A command that is too long for a line stays in the folder curl of its shard.
  const files = (reports: string) =>
    readdirSync(reports).filter((name) => !/^(?:test-results|shards|curl)$/.test(name));
  expect(files(merged.reports)).toEqual(files(whole));
  for (const name of ['junit.xml', 'conformance.html'])
    expect(read(merged.reports, name).match(/ORD-10/g)).toEqual(read(whole, name).match(/ORD-10/g));
}

let halves: string[] = [];
test.beforeAll(async () => {
  halves = [(await shard(1, 2)).reports, (await shard(2, 2)).reports];
});

test('two shards make the result of one run, requirement by requirement', long, async () => {
  const whole = await runSuite(variables, ...projects);

  expectSame(await merge(...halves.toReversed()), whole.reports);
});

/** Returns the half with or without the failing test and its shard number: new tests move others between shards. */
function halfThat(fails: boolean) {
  const isSuch = (reports: string) => (readResult(reports).verdict === 'NON-CONFORMANT') === fails;
  const at = halves.findIndex(isSuch);
  return { reports: halves[at] ?? '', number: at + 1 };
}

test('a shard says everywhere that it is one', long, () => {
  const { reports, number } = halfThat(true);

  const { verdict, shards, complete } = readResult(reports);

  expect([verdict, shards, complete]).toEqual(['NON-CONFORMANT', { of: 2, present: [number] }, []]);
  expect(read(reports, 'badge.json')).toContain('(1 of 2 shards)');
});

test('a shard that is missing is named, and the result is INCOMPLETE and not green', long, async () => {
  const { reports, number } = halfThat(false);

  const merged = await merge(reports);

  expect(merged.code).toBe(1);
  expect(merged.stdout).toContain(`PARTIAL run: this is only shard ${number} of 2`);
  const shards = { of: 2, present: [number] };
  expect(readResult(merged.reports)).toMatchObject({ verdict: 'INCOMPLETE', shards, errors: [] });
});

test('a requirement is not passed by a part of its tests', slow, async () => {
  const run = await runSuite({ SEED: '7' }, '--project=instore-orders', '--grep=@ORD-10', '--shard=1/2');

  const reason = expect.stringMatching(/^only \d of \d tests: this is only shard 1 of 2$/);
  expect(run.row('ORD-10')).toMatchObject({ outcome: 'not exercised', reason });
});

test('a shard without a test is green, and its merge is that of the others', slow, async () => {
  const args = ['--project=wallet-agreements', '--grep=@WAL-06'];

  const first = await runSuite({ SEED: '7' }, ...args, '--shard=1/2');
  const second = await runSuite({ SEED: '7' }, ...args, '--shard=2/2');
  const merged = await merge(first.reports, second.reports);

  expect([first.code, second.code, merged.code]).toEqual([0, 0, 0]);
  expect(second.document().shards).toEqual({ of: 2, present: [2] });
  expect(readResult(merged.reports).counts.must.passed).toBe(1);
  expect(read(merged.reports, 'left-behind.json')).toBe(read(first.reports, 'left-behind.json'));
});

test('what is no shard, or a shard twice, is refused in one sentence', long, async () => {
  const [[half = ''], copy] = [halves, ownFolder('shard')];
  cpSync(path.join(half, 'shards'), copy, { recursive: true });
  const twice = await merge(half, copy);
  const none = await merge(ownFolder('empty'));
  rmSync(path.join(copy, '1-of-2', 'report.zip'));
  const noBlob = await merge(copy);

  expect([twice, none, noBlob].map(({ code }) => code)).toEqual([4, 4, 4]);
  expect(twice.stderr).toMatch(/^Shard 1 of 2 is in \S+ and in \S+\. Use one of them\.\n$/);
  expect(none.stderr).toMatch(/^\S+ contains no shard\.json\. Run .*\n$/);
  expect(noBlob.stderr).toMatch(/^\S+report\.zip does not exist\. Use .*\n$/);
});

test('what is used up is not taken from the environment of one machine of several', slow, async () => {
  const names = ['USER_ID', 'EXTERNAL_POS_ID', 'ACCESS_TOKEN'];
  const states = Object.fromEntries(names.map((name) => [`STATE_AN_OPEN_IN_STORE_ORDER__${name}`, `own-${name}`]));
  const target = { BASE_URL: 'http://127.0.0.1:9', ...states };
  const args = ['--project=instore-orders', '--grep=deletes an open order', '--shard=1/2'];

  const shared = await runSuite(target, ...args);

  expect(shared.output).toContain('Use STATES_COMMAND or PROVIDER_STATES_URL');
  const again = ({ reports }: SuiteRun) => JSON.parse(read(reports, 'test-results/.last-run.json')).failedTests.length;
  expect(again(shared)).toBe(0); // --last-failed runs only the tests that an outage skipped
});

test('a merge says that a shard could not reach the target', slow, async () => {
  const args = ['--project=instore-orders', '--grep=@ORD-10', '--shard=1/2'];
  const lost = await runSuite({ BASE_URL: 'http://127.0.0.1:9', PROVIDER_STATES_URL: 'http://127.0.0.1:9/' }, ...args);

  const merged = await merge(lost.reports);

  expect(merged).toMatchObject({ code: 1, stdout: expect.stringContaining('OUTAGE: ') });
  expect(readResult(merged.reports).unreachable).toBe(lost.document().unreachable);
});
