import { expect, test } from '@playwright/test';
import { misnamed } from '#run/settings/target';
import { findProductionHost } from '#safety/guard';

const hosts = 'api.mercadopago.com, api.example';

for (const url of ['https://api.mercadopago.com', 'https://API.MercadoPago.com.:443/v1', 'http://eu.api.example']) {
  test(`${url} is a host of production`, () => expect(findProductionHost(url, hosts)).toBeDefined());
}

for (const url of [
  '',
  'http://127.0.0.1',
  'https://sandbox.example',
  'https://notapi.example',
  'https://api.example.test',
]) {
  test(`${url || 'no address'} is no host of production`, () => expect(findProductionHost(url, hosts)).toBeUndefined());
}

const none = {
  BASE_URL: '',
  TARGET: '',
  PROVIDER_STATES_URL: '',
  STATES_COMMAND: '',
  STATES_FILE: undefined,
  TEST_ACCOUNTS: [],
  ALLOW_LIVE: false,
};

test('a target that is not loopback needs a name, and one with a name or states an address', () => {
  const state = { STATE_AN_ACCESS_TOKEN__USER_ID: '1' };
  const statesUrl = 'http://localhost:1/_states';

  expect(misnamed(none, {})).toBeUndefined();
  expect(misnamed({ ...none, TARGET: 'embedded' }, {})).toBeUndefined();
  expect(misnamed({ ...none, BASE_URL: 'http://localhost:1', PROVIDER_STATES_URL: statesUrl }, state)).toBeUndefined();
  expect(misnamed({ ...none, BASE_URL: 'https://h.example', TARGET: 'x' }, {})).toBeUndefined();
  expect(misnamed({ ...none, BASE_URL: 'https://h.example' }, {})).toContain('Set TARGET');
  for (const named of [
    misnamed({ ...none, TARGET: 'x' }, {}),
    misnamed({ ...none, PROVIDER_STATES_URL: statesUrl }, {}),
    misnamed(none, state),
    misnamed({ ...none, TEST_ACCOUNTS: ['1'] }, {}),
    misnamed({ ...none, STATES_COMMAND: './states.sh' }, {}),
    misnamed({ ...none, STATES_FILE: {} }, {}),
  ])
    expect(named).toContain('Set BASE_URL');
  const both = { ...none, BASE_URL: 'http://localhost:1', TEST_ACCOUNTS: ['1'], ALLOW_LIVE: true };
  expect(misnamed(both, {})).toContain('TEST_ACCOUNTS and ALLOW_LIVE=1');
  const places = { BASE_URL: 'http://localhost:1', PROVIDER_STATES_URL: statesUrl, STATES_COMMAND: 'x' };
  expect(misnamed({ ...none, ...places }, {})).toContain('PROVIDER_STATES_URL and STATES_COMMAND');
});
