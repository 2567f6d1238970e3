import { expect, test } from '@playwright/test';
import { applyRenamed, deprecationMessage } from '#run/settings/former-names';
import { readSettings } from '#run/settings/settings';

test('of a BASE_URL with a query no value is said', () => {
  expect(() => readSettings({ BASE_URL: 'http://h/?key=7' })).toThrow(
    'BASE_URL is "http://h/?…". Expected an absolute URL',
  );
});

test('a slash at the end of BASE_URL is taken off and its prefix kept', () => {
  expect(readSettings({ BASE_URL: 'http://127.0.0.1:1/a/b/' }).BASE_URL).toBe('http://127.0.0.1:1/a/b');
});

test('a renamed variable is an entry of its setting, which overrules it', () => {
  const variables = { BUDGET_TEST_USERS: '3', PER: 'week', BUDGET_AGREEMENTS: '1', VENDOR: 'Acme' };
  const { BUDGET, PRODUCT } = readSettings(applyRenamed({ ...variables, BUDGET: 'agreements=2', PRODUCT: 'Pay' }));

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

test('an empty variable is as good as none', () => {
  expect(readSettings({ DEPTH: '', SEED: ' ' })).toEqual(readSettings({}));
});
