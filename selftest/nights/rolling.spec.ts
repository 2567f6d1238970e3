import path from 'node:path';
import { keepInHistory } from '#results/history/history';
import { toHistoryRecord } from '#results/history/record';
import { proofsIn, windowVerdict } from '#results/history/rolling';
import { registerDigest } from '#run/digest';
import { expect, slow, test, toTarget } from '../tools/fixtures.ts';
import { startFront } from '../tools/front.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { documentOf, type Found, musts, nightsOf } from '../tools/page-document.ts';
import { runSuite } from '../tools/runs.ts';

const is = (outcome: 'failed' | 'not exercised' | 'unstable'): Found => ({ 'TOK-01': { outcome, reason: 'x' } });
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
    const runs = await nightsOf(...nights);
    const { requirements } = await documentOf(tonight);

    expect(windowVerdict(requirements, runs, { nights: 7, started: '2026-01-03T02:00:00.000Z' }).words).toBe(words);
  });

test('a proof is the last run that passed a row', async () => {
  const runs = await nightsOf({}, {}, none);

  expect(proofsIn(runs).get('TOK-01')?.run).toBe('n2');
});

test('a weekly budget is what earlier nights left, and the oldest proof is renewed first', slow, async ({ open }) => {
  const front = await open(startFront());
  const HISTORY = path.join(ownFolder('rolling'), 'history.jsonl');
  const target = { ...toTarget(front), TARGET: 'own', SEED: '7' };
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const earlier = await documentOf(
    { 'USR-04': { outcome: 'not exercised', reason: 'x' } },
    { run: 'before', started: yesterday, target: { name: 'own', baseUrl: front.baseUrl } },
  );
  const created = { 'test-users': 3 };
  keepInHistory({ ...toHistoryRecord(earlier, []), register: registerDigest(), created }, HISTORY);

  const run = await runSuite({ ...target, HISTORY, BUDGET: 'test-users=8,per=week' }, '--project=test-users');

  const document = run.document();
  const users: unknown[] = JSON.parse(run.read('left-behind.json'));
  expect(users.length).toBeLessThanOrEqual(5);
  expect(run.row('USR-04')?.outcome).toBe('passed'); // the only row without a proof, so it ran first
  const left = document.requirements.find(({ cause }) => cause?.kind === 'budget');
  expect(left?.reason).toContain('5 of 5 used or reserved, 3 more used earlier this week');
  expect(left?.proven).toEqual({ run: 'before', started: yesterday });
  expect(document.window?.words).toMatch(/over 7 nights/);
  expect(document.verdict).toBe('INCOMPLETE');
});
