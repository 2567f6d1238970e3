import { expect, test } from '@playwright/test';
import { endpoints } from '#api/operations';
import { findingsIn, type Short } from './sent.ts';

const token = { client_id: '4711', client_secret: 'hush-hush' };

for (const endpoint of endpoints) {
  test(`the gate finds nothing in a good request of ${endpoint}`, () => {
    expect(findingsIn({ of: endpoint }, true)).toEqual([]);
  });
}

test('what the reference does not list is a breach only where the gate is strict', () => {
  const unlisted: Short = { of: 'wallet-agreements', body: { colour: 'red' } };

  expect(findingsIn(unlisted)).toEqual(['note unknown-member: /colour is listed nowhere']);
  expect(findingsIn(unlisted, true)).toEqual(['breach unknown-member: /colour is listed nowhere']);
});

test('a finding inside an array names no index, and none shows a secret', () => {
  const items = [{ quantity: '1' }, { quantity: '2' }];
  const body = { external_reference: 'utilities', items };
  const twice = findingsIn({ of: 'checkout-preferences', body });
  const secret = findingsIn({
    of: 'oauth-token',
    body: { ...token, client_secret: 12345678, grant_type: 'refresh_token' },
  });

  expect(twice).toEqual([
    'breach number-as-text: /items/*/quantity is not an integer; got "1"',
    'breach number-as-text: /items/*/quantity is not an integer; got "2"',
  ]);
  expect(secret).toEqual(['breach schema: /client_secret is not a string']);
});
