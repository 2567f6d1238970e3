import { type Row, rowOf } from './row.ts';

const orderWith = rowOf('instore-orders', 'change');
const userWith = rowOf('test-users', 'change');
const userAnd = rowOf('test-users', 'add');
const tokenAnd = rowOf('oauth-token', 'add');
const intentAnd = rowOf('point-payment-intents', 'add');
const orderAnd = rowOf('instore-orders', 'add');
const agreementAnd = rowOf('wallet-agreements', 'add');

/** The headers (4, 5). */
export const headerRows: readonly Row[] = [
  orderWith('no token', { authorization: null }, 'breach authorization'),
  orderWith('Basic for Bearer', { authorization: 'Basic abcdef' }, 'breach authorization'),
  userWith('a token without Bearer', { authorization: 'APP_USR-1234-5678' }, 'breach authorization'),
  userWith('Bearer without a token', { authorization: 'Bearer' }, 'breach authorization'),
  userWith('the token null', { authorization: 'Bearer null' }, 'breach authorization'),
  userWith('the token undefined', { authorization: 'Bearer undefined' }, 'breach authorization'),
  userWith('the token of the documentation', { authorization: 'Bearer <ACCESS_TOKEN>' }, 'breach authorization'),
  userWith('two words for a token', { authorization: 'Bearer APP_USR 1234' }, 'breach authorization'),
  userWith('a scheme in lower case', { authorization: 'bearer APP_USR-1234-5678' }),
  userWith('two blanks before the token', { authorization: 'Bearer  APP_USR-1234-5678' }),
  userAnd('two Authorization headers', [['Authorization', 'Bearer APP_USR-9']], 'breach header-twice'),
  tokenAnd(
    'the client_secret in a Basic authorization',
    [['Authorization', `Basic ${btoa('4711:hush-hush')}`]],
    'breach secret-elsewhere',
    'note authorization-of-none',
  ),
  tokenAnd('a token at the token endpoint', [['Authorization', 'Bearer APP_USR-9']], 'note authorization-of-none'),
  intentAnd('a test scope of the sandbox', [['x-test-scope', 'sandbox']]),
  intentAnd('a test scope of production', [['X-Test-Scope', 'prod']], 'breach test-scope'),
  intentAnd('an empty test scope', [['X-Test-Scope', '']], 'breach test-scope'),
  orderAnd('a test scope elsewhere', [['x-test-scope', 'sandbox']], 'note x-test-scope-elsewhere'),
  intentAnd(
    'two test scopes',
    [
      ['x-test-scope', 'sandbox'],
      ['x-test-scope', 'sandbox'],
    ],
    'breach header-twice',
  ),
  agreementAnd('a platform that is a template', [['x-platform-id', '{{platform}}']], 'breach platform-id'),
  agreementAnd('a platform', [['x-platform-id', 'p-1']]),
  userAnd('a platform elsewhere', [['x-platform-id', 'p-1']], 'note x-platform-id-elsewhere'),
  userAnd('headers of an SDK', [
    ['X-Product-Id', 'abc'],
    ['User-Agent', 'sdk/1'],
    ['X-Idempotency-Key', 'k-1'],
    ['Accept', '*/*'],
  ]),
  {
    what: 'header names in upper case',
    of: 'test-users',
    change: { authorization: null },
    add: [['AUTHORIZATION', 'Bearer APP_USR-1234-5678']],
    found: [],
  },
  userAnd('an Expect of a body', [['Expect', '100-continue']]),
  userAnd('an Expect that nobody knows', [['Expect', 'a-miracle']]),
  userAnd('a header name with a blank', [['X Y', '1']], 'breach malformed-request'),
];

/** The method (4). */
export const methodRows: readonly Row[] = [
  { what: 'a test user is created by PUT', of: 'test-users', method: 'PUT', found: ['breach method'] },
  { what: 'a token is asked for by GET', of: 'oauth-token', method: 'GET', found: ['breach method'] },
  { what: 'a preference is created by PATCH', of: 'checkout-preferences', method: 'PATCH', found: ['breach method'] },
  { what: 'an agreement is created by PUT', of: 'wallet-agreements', method: 'PUT', found: ['breach method'] },
  { what: 'a cancellation is a POST', of: 'point-payment-intents', method: 'POST', found: ['breach method'] },
  { what: 'an order is deleted by POST', of: 'instore-orders', method: 'POST', found: ['breach method'] },
  { what: 'an order is deleted by HEAD', of: 'instore-orders', method: 'HEAD', found: ['breach method'] },
  { what: 'OPTIONS before a preference', of: 'checkout-preferences', method: 'OPTIONS', found: ['breach method'] },
  { what: 'a method in lower case', of: 'test-users', method: 'post', found: ['breach malformed-request'] },
  { what: 'a method that is none', of: 'test-users', method: 'CREATE', found: ['breach malformed-request'] },
  { what: 'a deletion by DELETE', of: 'instore-orders', method: 'DELETE', found: [] },
  { what: 'a creation by POST', of: 'test-users', method: 'POST', found: [] },
];

const of = 'test-users';
const form = 'application/x-www-form-urlencoded';

/** The media type (preamble). */
export const mediaTypeRows: readonly Row[] = [
  { what: 'no Content-Type', of, change: { 'content-type': null }, found: ['breach content-type'] },
  { what: 'a form', of: 'oauth-token', change: { 'content-type': form }, found: ['breach content-type'] },
  { what: 'plain text', of, change: { 'content-type': 'text/plain' }, found: ['breach content-type'] },
  { what: 'text/json', of, change: { 'content-type': 'text/json' }, found: ['breach content-type'] },
  {
    what: 'another type that is written in JSON',
    of,
    change: { 'content-type': 'application/merge-patch+json' },
    found: ['breach content-type'],
  },
  {
    what: 'a type that begins like JSON',
    of,
    change: { 'content-type': 'application/jsonp' },
    found: ['breach content-type'],
  },
  { what: 'an empty Content-Type', of, change: { 'content-type': '' }, found: ['breach content-type'] },
  { what: 'two Content-Types', of, add: [['Content-Type', 'application/json']], found: ['breach header-twice'] },
  { what: 'JSON with its charset', of, change: { 'content-type': 'application/json; charset=utf-8' }, found: [] },
  { what: 'JSON in capitals', of, change: { 'content-type': 'Application/JSON;Charset="UTF-8"' }, found: [] },
  {
    what: 'another charset',
    of,
    change: { 'content-type': 'application/json; charset=latin1' },
    found: ['note charset'],
  },
  {
    what: 'a type of no body',
    of: 'instore-orders',
    add: [['Content-Type', 'application/json']],
    found: ['note content-type-without-body'],
  },
  { what: 'JSON wanted back', of, add: [['Accept', 'application/json']], found: [] },
];
