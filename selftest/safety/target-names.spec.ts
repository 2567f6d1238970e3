import { expect, test } from '@playwright/test';
import { describeMisnamed, getDefaults, isLoopback } from '#run/settings/target';
import { findProductionHost, isSafe } from '#safety/guard';

const hosts = 'api.mercadopago.com, api.example';

for (const url of ['https://api.mercadopago.com', 'https://API.MercadoPago.com.:443/v1', 'http://eu.api.example']) {
  test(`${url} is a host of production`, () => expect(findProductionHost(url, hosts)).toBeDefined());
}

for (const url of [
  ...['', 'http://127.0.0.1', 'https://sandbox.example', 'https://notapi.example', 'https://api.example.test'],
]) {
  test(`${url || 'no address'} is no host of production`, () => expect(findProductionHost(url, hosts)).toBeUndefined());
}

const none = {
  ...{ BASE_URL: '', TARGET: '', PROVIDER_STATES_URL: '', STATES_COMMAND: '', STATES_FILE: undefined },
  ...{ TEST_ACCOUNTS: [], ALLOW_LIVE: false },
};

test('a target that is not loopback needs a name, and one with a name or states an address', () => {
  const state = { STATE_AN_ACCESS_TOKEN__USER_ID: '1' };
  const statesUrl = 'http://localhost:1/_states';

  expect(describeMisnamed(none, {})).toBeUndefined();
  expect(describeMisnamed({ ...none, TARGET: 'embedded' }, {})).toBeUndefined();
  expect(
    describeMisnamed({ ...none, BASE_URL: 'http://localhost:1', PROVIDER_STATES_URL: statesUrl }, state),
  ).toBeUndefined();
  expect(describeMisnamed({ ...none, BASE_URL: 'https://h.example', TARGET: 'x' }, {})).toBeUndefined();
  expect(describeMisnamed({ ...none, BASE_URL: 'https://h.example' }, {})).toContain('Set TARGET');
  for (const named of [
    describeMisnamed({ ...none, TARGET: 'x' }, {}),
    describeMisnamed({ ...none, PROVIDER_STATES_URL: statesUrl }, {}),
    describeMisnamed(none, state),
    describeMisnamed({ ...none, TEST_ACCOUNTS: ['1'] }, {}),
    describeMisnamed({ ...none, STATES_COMMAND: './states.sh' }, {}),
    describeMisnamed({ ...none, STATES_FILE: {} }, {}),
  ])
    expect(named).toContain('Set BASE_URL');
  const both = { ...none, BASE_URL: 'http://localhost:1', TEST_ACCOUNTS: ['1'], ALLOW_LIVE: true };
  expect(describeMisnamed(both, {})).toContain('TEST_ACCOUNTS and ALLOW_LIVE=1');
  const places = { BASE_URL: 'http://localhost:1', PROVIDER_STATES_URL: statesUrl, STATES_COMMAND: 'x' };
  expect(describeMisnamed({ ...none, ...places }, {})).toContain('PROVIDER_STATES_URL and STATES_COMMAND');
});

const states = [
  { user_id: '1234', external_pos_id: 'POS7' },
  { user_id: '5678', external_pos_id: 'POS8' },
  { user_id: '4321' },
];
const deletions = [
  ['may name the ids of one state', '1234', 'POS7'],
  ['may name a made-up id', '1234', 'QPT8'],
  ['may name an id with letters behind it', '1234x', 'POS7'],
  ['may name an id that nothing has', '1234', ''],
  ['may not name ids of two states', '1234', 'POS8'],
  ['may not name ids that do not come together', '4321', 'POS7'],
  ['may not name an id of no state', '1234', 'POS9'],
  ['may not name an id of no state beside a made-up one', 'abc', 'POS9'],
  ['may not name an id with digits behind it', '12345', 'POS7'],
] as const;

for (const [what, user_id, external_pos_id] of deletions)
  test(`a deletion ${what}`, () =>
    expect(isSafe({ user_id, external_pos_id }, states)).toBe(!what.startsWith('may not')));

const own = [
  ...['', 'http://127.0.0.1:4010/v1', 'http://127.9.8.7', 'http://127.1/v1', 'http://localhost:1'],
  ...['https://LOCALHOST.', 'http://api.localhost:80', 'http://[::1]:4010', 'http://[::ffff:127.0.0.1]'],
];
const others = [
  ...['http://127.0.0.1.example', 'http://localhost.example', 'http://notlocalhost', 'http://192.0.2.7:4010'],
  ...['http://0.0.0.0', 'http://[2001:db8::1]', 'https://sandbox.example/127.0.0.1'],
];

for (const url of own) {
  test(`${url || 'the embedded provider'} is on loopback`, () => expect(isLoopback(url)).toBe(true));
}

for (const url of others) {
  test(`${url} is not on loopback`, () => expect(isLoopback(url)).toBe(false));
}

test('a run is unlimited on loopback, throttled in the sandbox and small elsewhere', () => {
  const at = (BASE_URL: string, TARGET: string) => {
    const { MAX_RPS, BUDGET } = getDefaults({ BASE_URL, TARGET });
    return [Number.isFinite(MAX_RPS), Number.isFinite(BUDGET['test-users'])];
  };

  expect(at('http://127.0.0.1:1', 'target')).toEqual([false, false]);
  expect(at('http://127.0.0.1:1', 'sandbox')).toEqual([true, false]);
  expect(at('https://h.example', 'staging')).toEqual([true, true]);
});
