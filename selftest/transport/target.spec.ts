import { expect, test } from '@playwright/test';
import { isLoopback, usual } from '#run/settings/target';

const own = [
  '',
  'http://127.0.0.1:4010/v1',
  'http://127.9.8.7',
  'http://127.1/v1',
  'http://localhost:1',
  'https://LOCALHOST.',
  'http://api.localhost:80',
  'http://[::1]:4010',
  'http://[::ffff:127.0.0.1]',
];
const others = [
  'http://127.0.0.1.example',
  'http://localhost.example',
  'http://notlocalhost',
  'http://192.0.2.7:4010',
  'http://0.0.0.0',
  'http://[2001:db8::1]',
  'https://sandbox.example/127.0.0.1',
];

for (const url of own) {
  test(`${url || 'the embedded provider'} is on loopback`, () => expect(isLoopback(url)).toBe(true));
}

for (const url of others) {
  test(`${url} is not on loopback`, () => expect(isLoopback(url)).toBe(false));
}

test('a run is unlimited on loopback, throttled in the sandbox and small elsewhere', () => {
  const at = (BASE_URL: string, TARGET: string) => {
    const { MAX_RPS, BUDGET } = usual({ BASE_URL, TARGET });
    return [Number.isFinite(MAX_RPS), Number.isFinite(BUDGET['test-users'])];
  };

  expect(at('http://127.0.0.1:1', 'target')).toEqual([false, false]);
  expect(at('http://127.0.0.1:1', 'sandbox')).toEqual([true, false]);
  expect(at('https://h.example', 'staging')).toEqual([true, true]);
});
