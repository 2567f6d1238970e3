import { expect, test } from '@playwright/test';
import { sets } from '#api/register';
import { createRunContext } from '#run/run-context';
import { deprecationMessage, withRenamed } from '#run/settings/former-names';
import { readSettings } from '#run/settings/settings';
import { runSuite } from '../tools/run-suite.ts';

const wrong = [
  ['SEED', 'seven', 'a whole number from 1 up'],
  ['STRICT', 'yes', '1 or 0'],
  ['CERTIFY', '2', '1 or 0'],
  ['DEPTH', 'deep', 'one of smoke, standard, full'],
  ['MAX_RPS', '0', 'a number above 0, such as 5 or 0.5'],
  ['MAX_RPS', 'fast', 'a number above 0, such as 5 or 0.5'],
  ['EXTRA_CA', 'no-such.pem', 'the path of a PEM file with a certificate'],
  ['EXTRA_CA', 'package.json', 'the path of a PEM file with a certificate'],
  ['REQUEST_TIMEOUT', '-1', 'a whole number from 1 up'],
  ['BASE_URL', 'localhost:8080', 'an absolute URL such as http://127.0.0.1:4010/v1, without user, query or fragment'],
  ['PROVIDER_STATES_URL', '/_states', 'an absolute URL such as http://127.0.0.1:4010/_states'],
  ['TEST_ACCOUNTS', '12,*', 'ids of users with commas between them, such as 1234567,7654321'],
  ['CONFIRM', 'twice', '1 or 0'],
  ['REQUIREMENTS', '1999-01', `one of ${sets.join(', ')}`],
  ['TARGET_BUILD', 'header:x build', 'the name of a build, or header:x-build for a response header that names it'],
  ...['test-users=-1', 'per=year', 'users=3', '13'].map(
    (value) =>
      [
        'BUDGET',
        value,
        'pairs of preferences, test-users, agreements and per, such as test-users=13,per=week',
      ] as const,
  ),
  ['PRODUCT', '{"nmae": "x"}', 'a name, or a JSON object with name, version, vendor and contact'],
  ['PRODUCT', '{', 'a name, or a JSON object with name, version, vendor and contact'],
  ['RUN_ID', 'a b', 'letters, digits and dashes'],
] as const;

for (const [name, value, expected] of wrong) {
  test(`${name}=${value} is rejected in one sentence`, () => {
    expect(() => readSettings({ [name]: value })).toThrow(
      new Error(`${name} is ${JSON.stringify(value)}. Expected ${expected}.`),
    );
  });
}

test('of a BASE_URL with a user or a query neither password nor value is said', () => {
  const expected = 'an absolute URL such as http://127.0.0.1:4010/v1, without user, query or fragment';

  expect(() => readSettings({ BASE_URL: 'http://user:pw@h/' })).toThrow(
    `BASE_URL is "http://…@h/". Expected ${expected}.`,
  );
  expect(() => readSettings({ BASE_URL: 'http://h/?key=7' })).toThrow(
    `BASE_URL is "http://h/?…". Expected ${expected}.`,
  );
});

test('a slash at the end of BASE_URL is taken off and its prefix kept', () => {
  expect(readSettings({ BASE_URL: 'http://127.0.0.1:1/a/b/' }).BASE_URL).toBe('http://127.0.0.1:1/a/b');
});

test('a renamed variable is an entry of its setting, which overrules it', () => {
  const variables = { BUDGET_TEST_USERS: '3', PER: 'week', BUDGET_AGREEMENTS: '1', VENDOR: 'Acme' };
  const { BUDGET, PRODUCT } = readSettings(withRenamed({ ...variables, BUDGET: 'agreements=2', PRODUCT: 'Pay' }));

  expect(BUDGET).toEqual({ 'test-users': 3, per: 'week', agreements: 2 });
  expect(PRODUCT).toEqual({ name: 'Pay', version: '', vendor: 'Acme', contact: '' });
  expect(deprecationMessage(variables)).toBe(
    `BUDGET_TEST_USERS, BUDGET_AGREEMENTS, PER, VENDOR: deprecated. Use BUDGET='test-users=3,agreements=1,per=week' and PRODUCT='{"name":"","vendor":"Acme"}'.`,
  );
  expect(deprecationMessage({ BUDGET: 'per=week' })).toBeUndefined();
  expect(deprecationMessage({ WORKERS: '2', TARGET_BUILD_HEADER: 'x-build' })).toBe(
    "TARGET_BUILD_HEADER, WORKERS: deprecated. Use TARGET_BUILD='header:x-build' and --workers=2.",
  );
});

for (const name of [
  'CONCURRENCY',
  'LIVE',
  'OWN_STATES',
  'SEEDS',
  'SHARD',
  'STATES_TIMEOUT',
  'TARGET_BUILD_COMMAND',
  'USER_AGENT',
])
  test(`${name} is removed, with what to use`, () => {
    expect(() => createRunContext({ [name]: 'x' })).toThrow(new RegExp(`^${name} was removed\\. Use .+\\.$`));
  });

test('an empty variable is as good as none', () => {
  expect(readSettings({ DEPTH: '', SEED: ' ' })).toEqual(readSettings({}));
});

test('a wrong value stops the run at once with the sentence on stderr', { tag: '@long' }, async () => {
  const run = await runSuite({ DEPTH: 'deep' });

  expect(run.code).not.toBe(0);
  expect(run.output.trim()).toBe('DEPTH is "deep". Expected one of smoke, standard, full.');
});
