import { expect, test } from '@playwright/test';
import { checkBroken } from '#assertions/control/forms';
import { expect as judge } from '#assertions/expect';
import { SUITE_ERROR } from '#run/skip';
import { exchange } from '../tools/exchanges.ts';

const errors = () => test.info().annotations.filter(({ type }) => type === SUITE_ERROR).length;

test('a request that was meant to be valid and is not is an error of the suite', async () => {
  const { request } = exchange();
  const invalid = exchange({ request: { ...request, body: '{"client_id":1}' } });

  await expect(judge(invalid).toBeAccepted()).rejects.toThrow(
    'error of the suite: the request that was meant to be valid',
  );
  expect(errors()).toBe(1);
});

const user = 'test-users/request';

test('a request that breaks what it was meant to break is sent', () => {
  checkBroken(user, { description: 1, site_id: 'MLA' }, { keyword: 'type', pointer: '/description' });

  expect(errors()).toBe(0);
});

for (const [what, body] of [
  ['nothing', { description: 'a', site_id: 'MLA' }],
  ['something else', { description: 'a', site_id: 1 }],
  ['more than that', { description: 1, site_id: 1 }],
] as const) {
  test(`a request that was meant to break one field and breaks ${what} is an error of the suite`, () => {
    const check = () => checkBroken(user, body, { keyword: 'type', pointer: '/description' });

    expect(check).toThrow('error of the suite: the request was meant to break type at /description');
    expect(errors()).toBe(1);
  });
}
