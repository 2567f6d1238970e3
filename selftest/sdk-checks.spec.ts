import { expect, test } from '@playwright/test';
import { checks } from '../sdk/contract/checks.ts';
import { endpoints } from '../suite/core/operations.ts';
import { findingsIn, type Short, withHeader } from './sdk/sent.ts';

const token = { client_id: '4711', client_secret: 'hush-hush' };
const intents = '/point/integration-api/devices';
const form: Short['headers'] = [['Content-Type', 'application/x-www-form-urlencoded']];

/** What breaks each rule, and the one line that is said of it. */
const cases: readonly (Short & { readonly found: string })[] = [
  { of: 'test-users', method: 'PUT', found: 'breach method: method is not POST; got PUT' },
  {
    of: 'point-payment-intents',
    target: `${intents}//payment-intents/7`,
    found: 'breach path-parameter: path device_id is empty',
  },
  {
    of: 'point-payment-intents',
    target: `${intents}/D/payment-intents/undefined`,
    found: 'breach path-parameter: path payment_intent_id stands for a missing value; got undefined',
  },
  {
    of: 'instore-orders',
    target: '/instore/qr/seller/collectors/me/pos/P/orders',
    found: 'breach collector-number: path user_id is not numeric; got me',
  },
  {
    of: 'point-payment-intents',
    target: `${intents}/D%/payment-intents/7`,
    found: 'breach path-encoding: path has a % that encodes nothing',
  },
  {
    of: 'test-users',
    target: '/users/test/',
    found: 'note trailing-slash: path ends with a slash that the reference does not show',
  },
  {
    of: 'oauth-token',
    target: '/%6Fauth/token',
    found: 'note needless-encoding: path encodes letters, digits or -._~ without need',
  },
  {
    of: 'wallet-agreements',
    target: '/v2/wallet_connect/agreements?client.id=abc',
    found: 'breach client-number: query client.id is no number; got abc',
  },
  {
    of: 'wallet-agreements',
    target: '/v2/wallet_connect/agreements?client.id=1&client.id=2',
    found: 'breach client-number: query client.id stands twice',
  },
  {
    of: 'test-users',
    target: '/users/test?access_token=x',
    found: 'breach credential-in-query: query access_token is a credential',
  },
  { of: 'test-users', target: '/users/test?page=1', found: 'note query-parameter: query page is unknown' },
  { of: 'oauth-token', headers: [], found: 'breach content-type: header Content-Type is missing' },
  {
    of: 'oauth-token',
    headers: form,
    found:
      'breach content-type: header Content-Type is not application/json; got application/x-www-form-urlencoded',
  },
  {
    of: 'instore-orders',
    headers: withHeader('instore-orders', 'content-type', 'text/plain'),
    found:
      'note content-type-without-body: header Content-Type is sent though there is no body; got text/plain',
  },
  { of: 'instore-orders', headers: [], found: 'breach authorization: header Authorization is missing' },
  {
    of: 'instore-orders',
    headers: [['authorization', 'Basic abcdef']],
    found: 'breach authorization: header Authorization is not "Bearer" and a token',
  },
  {
    of: 'instore-orders',
    headers: [['authorization', 'Bearer null']],
    found:
      'breach authorization: header Authorization holds a word that stands for a missing token; got null',
  },
  {
    of: 'oauth-token',
    headers: withHeader('oauth-token', 'Authorization', 'Bearer abcdef'),
    found:
      'breach authorization-of-none: header Authorization is sent to the operation that issues tokens, whose credentials travel in the body',
  },
  {
    of: 'test-users',
    headers: withHeader('test-users', 'content-type', 'application/json'),
    found: 'breach header-twice: header Content-Type is sent twice',
  },
  {
    of: 'point-payment-intents',
    headers: withHeader('point-payment-intents', 'X-Test-Scope', 'prod'),
    found: 'breach test-scope: header x-test-scope is not sandbox; got prod',
  },
  {
    of: 'instore-orders',
    headers: withHeader('instore-orders', 'x-test-scope', 'sandbox'),
    found: 'note x-test-scope-elsewhere: header x-test-scope is listed for point-payment-intents only',
  },
  {
    of: 'test-users',
    headers: withHeader('test-users', 'x-platform-id', 'p'),
    found: 'note x-platform-id-elsewhere: header x-platform-id is listed for wallet-agreements only',
  },
  { of: 'instore-orders', text: '{}', found: 'breach no-body: body is sent to an operation that has none' },
  {
    of: 'test-users',
    text: '{"description": "a", "site_id": NaN}',
    found: 'breach exact-json: body is no JSON: NaN is no JSON value',
  },
  {
    of: 'test-users',
    text: '{"description": "a", "site_id": "MLA",}',
    found: 'breach exact-json: body is no JSON: PropertyNameExpected',
  },
  { of: 'test-users', text: '', found: 'breach exact-json: body is empty' },
  {
    of: 'test-users',
    text: '\uFEFF{"description":"a","site_id":"MLA"}',
    found: 'breach exact-json: body begins with a byte order mark',
  },
  {
    of: 'test-users',
    text: Buffer.from('{"description":"\xe9","site_id":"MLA"}', 'latin1'),
    found: 'breach exact-json: body is not UTF-8',
  },
  {
    of: 'test-users',
    text: '{"description":"a","site_id":"MLA","site_id":"MLA"}',
    found: 'breach exact-json: /site_id stands twice in its object',
  },
  {
    of: 'wallet-agreements',
    body: { agreement_data: { validation_amount: '3.5' } },
    found: 'breach number-as-text: /agreement_data/validation_amount must be number; got "3.5"',
  },
  {
    of: 'test-users',
    body: { description: 'a' },
    found: "breach schema: / must have required property 'site_id'",
  },
  {
    of: 'oauth-token',
    body: { ...token, grant_type: 'authorization_code' },
    found: "breach schema: / must have required property 'code'",
  },
  {
    of: 'oauth-token',
    body: { ...token, grant_type: 'client_credentials', user: 'x' },
    found: 'breach unsupported-parameter: /user is no supported parameter',
  },
  {
    of: 'wallet-agreements',
    body: { external_user: { mail: 'x' } },
    found: 'note unknown-member: /external_user/mail is listed nowhere',
  },
  {
    of: 'checkout-preferences',
    body: { external_reference: 'retail', payer: { surname: 'Paz' } },
    found: 'note spelling: /payer/surname is spelled as in the examples, otherwise than in the tables',
  },
  {
    of: 'checkout-preferences',
    body: { external_reference: 'retail', items: [{ warranty: true }] },
    found: 'note foreign-field: items.warranty is no field of retail',
  },
  {
    of: 'checkout-preferences',
    body: { items: [{ id: 'a' }] },
    found:
      'note industry: body fits 2 industries alike (name one in external_reference to have it counted); got applications-and-online-platforms, utilities',
  },
];

for (const { found, ...short } of cases) {
  test(`the gate says of a request: ${short.of}: ${found}`, () => {
    expect(findingsIn(short)).toEqual([found]);
  });
}

for (const endpoint of endpoints) {
  test(`the gate finds nothing in a good request of ${endpoint}`, () => {
    expect(findingsIn({ of: endpoint }, true)).toEqual([]);
  });
}

test('every rule has a request that breaks it', () => {
  const told = new Set(cases.map(({ found }) => found.split(/[ :]/)[1]));

  expect(checks.map(({ rule }) => rule).filter((rule) => !told.has(rule))).toEqual([]);
});

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
    'breach number-as-text: /items/*/quantity must be integer; got "1"',
    'breach number-as-text: /items/*/quantity must be integer; got "2"',
  ]);
  expect(secret).toEqual(['breach schema: /client_secret must be string']);
});
