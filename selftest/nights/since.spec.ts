import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { recordSecret } from '#redaction/redact';
import { publish } from '#reporters/publish';
import { buildDocument } from '#results/document';
import { listFailures, type RunRecord, readEarlierRuns, readHistory, writeHistory } from '#results/history/history';
import { toHistoryRecord } from '#results/history/record';
import { decideWindow, failRecurring, findProofs, withProofs } from '#results/history/rolling';
import type { Outcome } from '#results/verdict';
import { appendToChannel } from '#run/channels';
import { registerDigest } from '#run/digest';
import { createRunContext } from '#run/process/sources';
import type { RunContext } from '#run/run-context';
import { expect, fileWith, ownFolder, runCommand, runProgram, runSuite, slow, test } from '../tools/fixtures.ts';
import { type Answered, type Seen, startFront } from '../tools/front.ts';
import { type Found, getDocument, getNights, musts } from '../tools/page-document.ts';

const is = (outcome: Outcome, id = 'TOK-01'): Found => ({ [id]: { outcome, reason: 'x' } });

test('since names the first night and build of a row of failures, and the last that passed', async () => {
  const runs = await getNights(is('failed'), {}, is('inconclusive'), is('failed'), is('inconclusive'), is('failed'));

  const [found] = listFailures(runs);

  expect([found?.id, found?.first.run, found?.passed?.run]).toEqual(['TOK-01', 'n4', 'n2']);
});

test('conformance since prints it from a file of runs, of one requirement alone', async () => {
  const runs = await getNights({}, is('failed'), { ...is('failed'), ...is('failed', 'TOK-02') });
  const other = runs.slice(0, 1).map((run) => ({ ...run, target: 'staging', started: '2026-01-02T12:00:00.000Z' }));
  const file = fileWith('history.jsonl', [...runs, ...other].map((run) => `${JSON.stringify(run)}\n`).join(''));

  const since = await runCommand('compare', ['since', 'TOK-01', `--history=${file}`]);

  expect(since.stdout).toMatch(/TOK-01 .* 2026-01-02 run n2 build b2 .* 2026-01-01 run n1 build b1 \|\n$/);
});

const once = is('unstable');

for (const [what, before, outcome] of [
  ['a third time in seven nights failed', [once, {}, {}, once, {}, {}], 'failed'],
  ['a third time after a failure failed', [is('failed'), {}, {}, once, {}, {}], 'failed'],
  ['a second time is unstable', [{}, {}, {}, once, {}, {}], 'unstable'],
  ['a third time in eight nights is unstable', [once, {}, {}, once, {}, {}, {}], 'unstable'],
] as const)
  test(`what is unstable ${what}`, async () => {
    const { requirements } = await getDocument(is('unstable'));
    const tonight = `2026-01-${String(before.length + 1).padStart(2, '0')}T02:00:00.000Z`;

    const again = (run: RunRecord) => [run, { ...run, started: run.started.replace('T02', 'T03') }]; // twice a night
    const rows = failRecurring(requirements, (await getNights(...before)).flatMap(again), tonight);

    const found = rows.find(({ id }) => id === 'TOK-01');
    expect([found?.outcome, found?.tests[0]?.outcome]).toEqual([outcome, outcome]);
  });

test('the build is the one that is set, else what the responses say, each where it changes', slow, async ({ open }) => {
  let count = 0;
  const change = (_: Seen, response: Answered) => {
    count += 1;
    return { ...response, headers: { 'x-build': count < 20 ? 'b1' : 'b2' } };
  };
  const { target } = await open(startFront({ change }));

  const seen = await runSuite({ ...target, TARGET_BUILD: 'header:X-Build' }, '--grep=@ORD-10');
  const set = await runSuite({ ...target, TARGET_BUILD: 'c1' }, '--grep=@ORD-10');

  expect([set.document().product.build, seen.document().product.build]).toEqual(['c1', 'b1, b2']);
});

const broken = { 'TOK-01': { outcome: 'failed', reason: 'broken' } } as const;
const newFile = () => path.join(ownFolder('history'), 'kept', 'history.jsonl');
const user = { operation: 'test-users', id: '1', status: 201, when: '', requirement: '', test: '', tag: null } as const;

test('a run is one line of the history, the last that was written of it, in the order of their beginnings', async () => {
  const file = newFile();
  const night = async (run: string, started: string, found = {}) =>
    writeHistory(toHistoryRecord(await getDocument(found, { run, started }), [user]), file);

  await night('second', '2026-01-02T02:00:00.000Z', broken);
  await night('first', '2026-01-01T02:00:00.000Z', broken);
  await night('first', '2026-01-01T02:00:00.000Z');

  const runs = readHistory(file);
  expect(runs.map(({ run, verdict }) => `${run} ${verdict}`)).toEqual(['first CONFORMANT', 'second NON-CONFORMANT']);
  expect(runs[1]).toMatchObject({
    ...{ target: 'sandbox', build: 'c0ffee', tone: 'red', reasons: ['breach'], musts: { failed: 1 } },
    ...{ outcomes: { failed: ['TOK-01'] }, created: { 'test-users': 1 }, drift: null },
  });
  const text = readFileSync(file, 'utf8');
  const earlier = (TARGET: string, subject: RunContext['subject'] = 'service') =>
    readEarlierRuns({ ...createRunContext({ HISTORY: file, TARGET, RUN_ID: 'second' }), subject });
  expect(earlier('sandbox').map(({ run }) => run)).toEqual(['first']);
  expect([earlier('staging'), earlier('sandbox', 'client')]).toEqual([[], []]);
  expect(() => readHistory(fileWith('a.jsonl', '\n{}'))).toThrow(/a\.jsonl line 2: .*\. Fix or remove the line\.$/);
  for (const edited of [/"CONFORMANT"/, /"(?:NON-)?CONFORMANT"/g]) {
    writeFileSync(file, text.replace(edited, '"INCOMPLETE"'));
    await night('third', '2026-01-03T02:00:00.000Z');
    expect(readHistory(file).map(({ isSound }) => isSound)).toEqual([false, false, true]);
  }
});

test('runs that end at the same moment are all in the history, after a run that was killed as it wrote', async () => {
  const file = newFile();
  mkdirSync(`${file}.lock`, { recursive: true });
  utimesSync(`${file}.lock`, 0, 0);
  const record = JSON.stringify(toHistoryRecord(await getDocument({}), []));
  const ready = path.join(ownFolder('ready'), 'ready');
  const script = `const { appendFileSync, readFileSync } = await import('node:fs');
    const { writeHistory } = await import('#results/history/history');
    const [, name, ready, file, record] = process.argv;
    appendFileSync(ready, name);
    while (readFileSync(ready, 'utf8') === name);
    for (let n = 0; n < 20; n += 1) writeHistory({ ...JSON.parse(record), run: name + n }, file);`;
  const keep = (name: string) =>
    runProgram(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, name, ready, file, record]);
  const ended = await Promise.all(['a', 'b'].map(keep));

  expect(ended.map(({ stderr }) => stderr)).toEqual(['', '']);
  expect(readHistory(file).filter(({ isSound }) => isSound).length).toBe(40);
});

test('a run that is not added to its history or not fully searched fails, and a replay is no night', async () => {
  const { decision: _, ...document } = await getDocument({});
  const replay = { file: 'x', run: 'n1', started: document.started, suite: document.suite };
  const [kept, none] = [newFile(), newFile()];
  const write = (HISTORY: string, changes: Partial<RunContext> = {}) => {
    const run = { ...createRunContext({ HISTORY, REPORTS_DIR: ownFolder() }), ...changes };
    return publish(run, document, { cases: [], evidence: new Map() }, { isMerge: false, ended: 'passed' });
  };

  const runs = [write(kept), write(path.join(kept, 'x')), write(none, { replay })];
  expect(runs.map(({ isWritten }) => isWritten)).toEqual([true, false, true]);
  expect([kept, none].map(existsSync)).toEqual([true, false]);
  appendToChannel('forgotten', 5);
  expect(write(none).document.decision.reasons).toMatchObject([{ kind: 'unsearched' }]);
});

const none = is('not exercised');
const unproven = `INCOMPLETE over 7 nights: 1 of ${musts} musts have no proof`;

for (const [what, nights, tonight, words] of [
  ['each must proven in one of them', [{}, none], none, 'CONFORMANT over 7 nights, oldest proof 2026-01-01'],
  ['a must that none proved', [none, none], none, unproven],
  ['a must that was fixed', [is('failed'), {}], none, 'CONFORMANT over 7 nights, oldest proof 2026-01-02'],
  ['a must that broke since its proof', [{}, is('failed')], none, 'NON-CONFORMANT over 7 nights: TOK-01'],
  ['a must that is unstable tonight', [{}, {}], is('unstable'), unproven],
] as const)
  test(`the word over nights with ${what} is "${words}"`, async () => {
    const runs = await getNights(...nights);
    const { requirements } = await getDocument(tonight);

    expect(decideWindow(requirements, runs, { nights: 7, started: '2026-01-03T02:00:00.000Z' }).words).toBe(words);
  });

test('an error of the suite forbids CONFORMANT, and a word over nights', async () => {
  const { requirements, selection: selected, started } = await getDocument(is('waived'));
  const argv = ['test', '--grep=s3cret-4f1d9c'];
  const selection = { expected: { tests: 0, of: {} }, selected: { ...selected, argv } };
  const build = (...errors: string[]) =>
    buildDocument({ ...createRunContext({ BUDGET: 'per=week' }), started }, requirements, errors, selection);

  expect(build()).toMatchObject({ verdict: 'CONFORMANT with 1 waiver', window: { nights: 7 } });
  recordSecret('s3cret-4f1d9c');
  const found = build('s3cret-4f1d9c fell');
  expect([found.verdict, found.window, found.errors]).toEqual(['INCOMPLETE', undefined, ['[redacted] fell']]);
  expect(found.selection.argv).toEqual(['test', '--grep=[redacted]']);
});

test('a proof is the last run that passed a row, unless its line was edited or another register judged it', async () => {
  const runs = await getNights({}, {}, none);
  const { requirements } = await getDocument(none);
  const listProven = (changes: object) => {
    const kept = runs.map((run) => ({ ...run, isSound: true, register: registerDigest(), ...changes }));
    return withProofs(requirements, kept).flatMap(({ id, proven }) => (proven ? [`${id} ${proven.run}`] : []));
  };

  expect(findProofs(runs).get('TOK-01')?.run).toBe('n2');
  expect([{}, { isSound: false }, { register: 'other' }].map(listProven)).toEqual([['TOK-01 n2'], [], []]);
});

test('a weekly budget is what earlier nights left, and the oldest proof is renewed first', slow, async ({ open }) => {
  const front = await open(startFront());
  const HISTORY = path.join(ownFolder('rolling'), 'history.jsonl');
  const target = { ...front.target, TARGET: 'own', SEED: '7' };
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const earlier = await getDocument(
    { 'USR-04': { outcome: 'not exercised', reason: 'x' } },
    { run: 'before', started: yesterday, target: { name: 'own', baseUrl: front.baseUrl } },
  );
  const created = { 'test-users': 3 };
  writeHistory({ ...toHistoryRecord(earlier, []), register: registerDigest(), created }, HISTORY);

  const run = await runSuite({ ...target, HISTORY, BUDGET: 'test-users=8,per=week' }, '--project=test-users');

  const document = run.document();
  expect(JSON.parse(run.read('left-behind.json')).length).toBeLessThanOrEqual(5);
  expect(run.row('USR-04')?.outcome).toBe('passed'); // the only row without a proof, so it ran first
  const left = document.requirements.find(({ cause }) => cause?.kind === 'budget');
  expect(left?.reason).toContain('5 of 5 used or reserved, 3 more used earlier this week');
  expect(left?.proven).toEqual({ run: 'before', started: yesterday });
  expect(document.window?.words).toMatch(/over 7 nights/);
  expect(document.verdict).toBe('INCOMPLETE');
});
