import { listRows, type Row, rowOf } from './row.ts';

const orderWith = rowOf('instore-orders', 'change');
const userWith = rowOf('test-users', 'change');
const userAnd = rowOf('test-users', 'add');
const tokenAnd = rowOf('oauth-token', 'add');
const intentAnd = rowOf('point-payment-intents', 'add');
const orderAnd = rowOf('instore-orders', 'add');
const agreementAnd = rowOf('wallet-agreements', 'add');

/** Rows about the headers (4, 5). */
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
  userAnd('an unknown Expect', [['Expect', 'a-miracle']]),
  userAnd('a header name with a blank', [['X Y', '1']], 'breach malformed-request'),
];

/** Rows about the method (4). */
export const methodRows: readonly Row[] = listRows('test-users', {
  'a test user is created by PUT → breach method': { of: 'test-users', method: 'PUT' },
  'a token is asked for by GET → breach method': { of: 'oauth-token', method: 'GET' },
  'a preference is created by PATCH → breach method': { of: 'checkout-preferences', method: 'PATCH' },
  'an agreement is created by PUT → breach method': { of: 'wallet-agreements', method: 'PUT' },
  'a cancellation is a POST → breach method': { of: 'point-payment-intents', method: 'POST' },
  'an order is deleted by POST → breach method': { of: 'instore-orders', method: 'POST' },
  'an order is deleted by HEAD → breach method': { of: 'instore-orders', method: 'HEAD' },
  'OPTIONS before a preference → breach method': { of: 'checkout-preferences', method: 'OPTIONS' },
  'a method in lower case → breach malformed-request': { of: 'test-users', method: 'post' },
  'a method that is none → breach malformed-request': { of: 'test-users', method: 'CREATE' },
  'a deletion by DELETE': { of: 'instore-orders', method: 'DELETE' },
  'a creation by POST': { of: 'test-users', method: 'POST' },
});

const form = 'application/x-www-form-urlencoded';

/** Rows about the media type (preamble). */
export const mediaTypeRows: readonly Row[] = listRows('test-users', {
  'no Content-Type → breach content-type': { change: { 'content-type': null } },
  'a form → breach content-type': { of: 'oauth-token', change: { 'content-type': form } },
  'plain text → breach content-type': { change: { 'content-type': 'text/plain' } },
  'text/json → breach content-type': { change: { 'content-type': 'text/json' } },
  'another type that is written in JSON → breach content-type': {
    change: { 'content-type': 'application/merge-patch+json' },
  },
  'a type that begins like JSON → breach content-type': { change: { 'content-type': 'application/jsonp' } },
  'an empty Content-Type → breach content-type': { change: { 'content-type': '' } },
  'two Content-Types → breach header-twice': { add: [['Content-Type', 'application/json']] },
  'JSON with its charset': { change: { 'content-type': 'application/json; charset=utf-8' } },
  'JSON in capitals': { change: { 'content-type': 'Application/JSON;Charset="UTF-8"' } },
  'another charset → note charset': { change: { 'content-type': 'application/json; charset=latin1' } },
  'a type of no body → note content-type-without-body': {
    of: 'instore-orders',
    add: [['Content-Type', 'application/json']],
  },
  'JSON accepted': { add: [['Accept', 'application/json']] },
});
