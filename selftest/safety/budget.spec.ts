import { CREATES, LEVEL, REQUIREMENT } from '#api/covers';
import type { Level } from '#api/requirement';
import { appendToChannel } from '#run/channels';
import { readSettings } from '#run/settings/settings';
import { getDefaults } from '#run/settings/target';
import {
  closeReservation,
  countOwed,
  countOwedValues,
  countStillNeeded,
  countValues,
  createSpend,
  type Purpose,
  reserve,
} from '#safety/budget';
import { expect, long, type SuiteRun, slow, test } from '../tools/fixtures.ts';
import { type Answered, getCreations, runBehindFront, type Seen } from '../tools/front.ts';

const users = '--project=test-users';

const getOutcomes = ({ row }: SuiteRun, ...ids: string[]) => ids.map((id) => row(id)?.outcome);

test('a budget of one is enough for each check of one response and most rejections', slow, async () => {
  const variables = { BUDGET: 'test-users=1,agreements=1' };

  const run = await runBehindFront({}, variables, '--workers=2', users, '--project=wallet-agreements');

  const { requirements, complete } = run.document();
  const left = requirements.filter(
    ({ level, outcome, endpoint }) => level === 'must' && outcome !== 'passed' && /test-users|wallet/.test(endpoint),
  );
  const created = getCreations(run).map(({ path }) => path.replace(/\?.*/, ''));
  expect(created.sort()).toEqual(['/users/test', '/v2/wallet_connect/agreements']);
  expect(left.map(({ id }) => id)).toEqual([
    ...['USR-02', 'USR-03', 'USR-04', 'USR-05', 'USR-08', 'USR-12', 'USR-13', 'USR-14', 'USR-15'],
    ...['WAL-01', 'WAL-03', 'WAL-05', 'WAL-06', 'WAL-09', 'WAL-12', 'WAL-13', 'WAL-14'],
  ]);
  const reason = expect.stringContaining('budget exhausted (1 of 1 used or reserved). Increase BUDGET=test-users');
  expect(left[0]).toMatchObject({ outcome: 'not exercised', reason });
  expect(complete).toEqual([]);
});

test('one preference of each industry comes before the many of one', slow, async () => {
  const run = await runBehindFront({}, { BUDGET: 'preferences=18' }, '--grep', '@PRF-01|@PRF-02');

  expect(getOutcomes(run, 'PRF-01', 'PRF-02')).toEqual(['passed', 'not exercised']);
  // One of each industry and three of one token, after the control request that shows which form is accepted.
  expect(getCreations(run).length).toBe(17);
});

test('a target that creates whatever it is sent is found out within the budget', long, async () => {
  const created = { status: 201, text: '{"id": 7, "password": "a-password-in-clear"}' };
  const change = ({ path }: Seen, response: Answered) => (path === '/users/test' ? created : response);
  const most = getDefaults({ BASE_URL: 'https://api.example', TARGET: 'staging' }).BUDGET['test-users'];
  const run = await runBehindFront({ change }, { BUDGET: `test-users=${most}` }, users);

  expect(getCreations(run).length).toBe(most);
  expect([run.code, run.document().verdict]).toEqual([1, 'NON-CONFORMANT']);
});

test('a worker that starts after a failure creates the control request no second time', slow, async () => {
  const change = ({ path }: Seen, { status, text }: Answered) =>
    path === '/users/test' ? { status, text: text.replace(/"site_id":"\w+"/, '"site_id":"other"') } : { status, text };

  const run = await runBehindFront({ change }, { BUDGET: 'test-users=1' }, users);

  const outcomes = getOutcomes(run, 'USR-02', 'USR-03', 'USR-06', 'USR-10');
  expect(outcomes).toEqual(['failed', 'not exercised', 'passed', 'passed']);
  expect(getCreations(run).length).toBe(1);
});

test('a budget of nothing sends no request that could create', slow, async () => {
  const run = await runBehindFront({}, { BUDGET: 'test-users=0' }, users);

  expect(run.seen.filter(({ path }) => path === '/users/test')).toEqual([]);
  expect([run.code, run.document().verdict]).toEqual([1, 'INCOMPLETE']);
});

const as = (type: string, description: string) => ({ type, description });
const annotated = (level: Level, creates = '') => [as(LEVEL, level), as(CREATES, creates)];
const row = (id: string, level: Level, creates = '', ids = '') => ({ id, endpoint: 'test-users', level, creates, ids });
const tests = [
  row('a', 'should'),
  row('b', 'must', 'test-users 2'),
  row('c', 'question', 'test-users 5'),
  row('d', 'should', 'test-users 1, wallet-agreements 2, test-users 2'),
  row('e', 'must', 'wallet-agreements 1'),
  row('f', 'must', 'test-users 1'),
];
const owing = (testId: string, level: Level, hasBaseline: boolean) => {
  const creates = tests.find(({ id }) => id === testId)?.creates;
  return countOwed('test-users', { testId, annotations: annotated(level, creates) }, hasBaseline, tests);
};

test('a test leaves to more telling ones that are to come what they create, and one to a control request', () => {
  expect([owing('a', 'should', true), owing('c', 'question', true), owing('f', 'must', true)]).toEqual([3, 4, 0]);
  expect([owing('b', 'must', true), owing('d', 'should', true)]).toEqual([1, 1]);
  expect([owing('b', 'must', false), owing('f', 'must', false)]).toEqual([2, 0]);
});

test('a test leaves to cheaper ones of its level what they create', () => {
  const creating = (count: number) => ({ annotations: annotated('must', `test-users ${count}`), testId: 'a' });

  expect([1, 2, 3].map((count) => countOwed('test-users', creating(count), true, tests))).toEqual([0, 1, 3]);
});

test('a test leaves the values of a state to musts and to requirements that need fewer, and keeps its own', () => {
  const state = 'an authorization code';
  const order = [row('a', 'must', '', 'TOK-29'), row('b', 'question', '', 'TOK-60'), row('c', 'must', '', 'TOK-12')];
  const owing = (testId: string, taken = 0) => {
    const { level, ids } = order.find(({ id }) => id === testId) ?? row('', 'must');
    const annotations = [...annotated(level), as(REQUIREMENT, ids)];
    return countOwedValues(state, { testId, annotations }, taken, order);
  };

  expect(countValues(state, 'TOK-29').all).toBeGreaterThan(countValues(state, 'TOK-12').all);
  expect([owing('a'), owing('a', 100)]).toEqual([countValues(state, 'TOK-29').each, 1]);
  expect([owing('b'), owing('c')]).toEqual([1, 0]);
});

test('a test that creates several has all of them or none', () => {
  const several = { annotations: annotated('must', 'test-users 4') };

  expect([0, 1, 3, 9].map((asked) => countStillNeeded('test-users', several, asked))).toEqual([4, 3, 1, 1]);
  expect(countStillNeeded('wallet-agreements', several, 0)).toBe(1);
});

test('a place is given back where nothing was created, and taken for good where something was', () => {
  const first = reserve('wallet-agreements', 1);
  expect([typeof first, reserve('wallet-agreements', 1)]).toEqual(['string', undefined]);
  closeReservation(first ?? '', 0);

  const second = reserve('wallet-agreements', 1);
  closeReservation(second ?? '', 1);

  expect(second).toBeDefined();
  expect(reserve('wallet-agreements', 1)).toBeUndefined();
  expect(reserve('test-users', 1)).toBeDefined();
});

test('a budget of one leaves a place to a rejection, and a test that is run again leaves nothing to others', async () => {
  const spending = (BUDGET: string, purpose?: Purpose) => {
    const run = { settings: readSettings({ BUDGET }), shard: undefined, replay: undefined };
    const create = async () => 'sent';
    return createSpend(run, () => true)('checkout-preferences', purpose, create, () => 1).catch(() => 'not sent');
  };
  const answers = [await spending('preferences=1', 'control'), await spending('preferences=1', 'rejection')];
  expect([...answers, await spending('preferences=1', 'rejection')]).toEqual(['sent', 'sent', 'not sent']);

  appendToChannel('order', { ...row('later', 'must', 'checkout-preferences 3'), endpoint: 'checkout-preferences' });
  expect(await spending('preferences=6')).toBe('not sent');
  Object.assign(test.info(), { retry: 1 });
  expect(await spending('preferences=6')).toBe('sent');
  Object.assign(test.info(), { retry: 0 });
});
