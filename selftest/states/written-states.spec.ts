import { startProvider } from '#mock/server';
import { parseStates, readSettings } from '#run/settings/settings';
import { describeUnevenState, getWrittenState } from '#run/settings/target';
import { expect, fileWith, long, runSuite, setUpState, test } from '../tools/fixtures.ts';
import { type Answered, runBehindFront, type Seen } from '../tools/front.ts';
import wrong from './wrong.json' with { type: 'json' };

const prefix = 'STATE_AN_AUTHORIZATION_CODE__';
const codes = {
  [`${prefix}CODE`]: 'one, two,three',
  [`${prefix}CLIENT_ID`]: '12',
  [`${prefix}CLIENT_SECRET`]: 'with,comma',
  [`${prefix}REDIRECT_URI`]: 'https://a.example/?a=1,2',
};

test('a list of codes is as many states, with the client that they share', () => {
  const { rows } = getWrittenState('an authorization code', codes);

  expect(rows.map(({ code }) => code)).toEqual(['one', 'two', 'three']);
  expect(new Set(rows.map(({ client_secret }) => client_secret))).toEqual(new Set(['with,comma']));
});

test('a state that is not used up has one value, commas and all', () => {
  const token = { STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN: 'a,b', STATE_AN_ACCESS_TOKEN__USER_ID: '1' };

  expect(getWrittenState('an access token', token).rows).toEqual([{ access_token: 'a,b', user_id: '1' }]);
  const rows = [{ access_token: 'of the file', user_id: '2' }];
  expect(getWrittenState('an access token', token, { 'an access token': rows }).rows).toEqual(rows);
});

test('lists of different lengths are one sentence', () => {
  const order = 'STATE_AN_OPEN_IN_STORE_ORDER__';
  const uneven = { [`${order}USER_ID`]: '1,2', [`${order}EXTERNAL_POS_ID`]: 'a,b,c' };

  expect(describeUnevenState(codes)).toBeUndefined();
  expect(describeUnevenState(uneven)).toBe(
    `${order}USER_ID has 2 values and ${order}EXTERNAL_POS_ID has 3. Expected as many of each, or one for all.`,
  );
});

for (const [text = '', why] of wrong.files)
  test(`a file of states that holds ${text} is one sentence without its values`, () => {
    const file = fileWith('states.json', text);

    expect(() => readSettings({ STATES_FILE: file })).toThrow(`; ${why}`);
    expect(() => readSettings({ STATES_FILE: file })).not.toThrow('4f1d9c');
  });

test('a file keeps numbers of 64 bits and takes one state without a list', () => {
  const found = parseStates('{"an access token": {"access_token": "a", "user_id": 9007199254740993}}');

  expect(found).toEqual({ 'an access token': [{ access_token: 'a', user_id: '9007199254740993' }] });
});

test('a run takes each value of a list and of a file once', long, async ({ open }) => {
  const provider = await open(startProvider());
  const setUp = (state: string) => setUpState(provider.statesUrl, state);
  const orders = await Promise.all([1, 2, 3].map(() => setUp('an open in-store order')));
  const list = (name: string) => orders.map((order) => String(order[name])).join(',');
  const state = 'an in-store order whose deletion fails inside the service';
  const file = fileWith('states.json', JSON.stringify({ [state]: await setUp(state) }));

  const names = ['user_id', 'external_pos_id', 'access_token'];
  const lists = names.map((name) => [`STATE_AN_OPEN_IN_STORE_ORDER__${name.toUpperCase()}`, list(name)]);
  const variables = { BASE_URL: provider.baseUrl, STATES_FILE: file, ...Object.fromEntries(lists) };
  const run = await runSuite(variables, '--project=instore-orders', '--grep=@ORD-0|@ORD-1[24]');

  const outcomes = run.document().requirements.flatMap(({ tests }) => tests.map(({ outcome }) => outcome));
  expect(run.row('ORD-14')?.outcome).toBe('passed');
  expect(outcomes.filter((outcome) => outcome === 'passed').length).toBeGreaterThan(2);
  expect(outcomes).not.toContain('failed');
  expect(run.prose).toContain('need all 3 values of the state "an open in-store order". Set more in STATES_FILE');
});

test('no test of issued tokens passes if the control request took the only code', long, async ({ open }) => {
  const { baseUrl: BASE_URL, statesUrl } = await open(startProvider());
  const code = await setUpState(statesUrl, 'an authorization code');
  const STATES_FILE = fileWith('states.json', JSON.stringify({ 'an authorization code': code }));

  const run = await runSuite({ BASE_URL, STATES_FILE }, '--grep=authorization_code whatever|d_scope, with auth');

  expect(run.output).toContain('Tests: 0 passed, 0 failed, 2 skipped');
});

const lacking: Readonly<Record<string, number>> = { 'an access token': 404, 'a refresh token': 501 };

test('a state that a target lacks takes no test along that can do without it', long, async () => {
  const change = ({ path, body }: Seen, response: Answered) => {
    const status = path === '/_states' && lacking[JSON.parse(body).state];
    return status ? { status, text: '{}' } : response;
  };
  const words = '--grep=opens wallet-agreements twice with the token of a code|another credential instead';

  const run = await runBehindFront({ change }, {}, '--project=oauth-token', '--project=instore-orders', words);

  const tests = run.document().requirements.flatMap((row) => row.tests);
  expect(tests.map(({ title, outcome }) => `${title}: ${outcome}`).toSorted()).toEqual([
    'opens wallet-agreements twice with the token of a code that was renewed since: passed',
    'rejects another credential instead of the token: passed',
  ]);
});
