import { listRows, type Row, rowOf } from '../request.ts';

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

const agreements = '/v2/wallet_connect/agreements';
const intents = '/point/integration-api/devices';
const orders = '/instore/qr/seller/collectors';

const intent = rowOf('point-payment-intents', 'target');
const order = rowOf('instore-orders', 'target');
const agreement = rowOf('wallet-agreements', 'target');
const user = rowOf('test-users', 'target');
const token = rowOf('oauth-token', 'target');

/** Rows about the parameters of path and query (4, 5). */
export const parameterRows: readonly Row[] = [
  intent('an empty device', `${intents}//payment-intents/7`, 'breach path-parameter'),
  intent('an intent named undefined', `${intents}/D/payment-intents/undefined`, 'breach path-parameter'),
  intent('a device named null', `${intents}/null/payment-intents/7`, 'breach path-parameter'),
  intent('a device named None', `${intents}/None/payment-intents/7`, 'breach path-parameter'),
  order('an object in the path', `${orders}/1/pos/%5Bobject%20Object%5D/orders`, 'breach path-parameter'),
  order('a user_id of letters', `${orders}/me/pos/P/orders`, 'breach collector-number'),
  order('a user_id with a fraction', `${orders}/4711.0/pos/P/orders`, 'breach collector-number'),
  order('a long numeric user_id', `${orders}/99999999999999999999/pos/P/orders`),
  agreement('a client.id of letters', `${agreements}?client.id=abc`, 'breach client-number'),
  agreement('a client.id in hexadecimal', `${agreements}?client.id=0x1F`, 'breach client-number'),
  agreement('an empty client.id', `${agreements}?client.id=`, 'breach client-number'),
  agreement('a client.id named Infinity', `${agreements}?client.id=Infinity`, 'breach client-number'),
  agreement('two client.ids', `${agreements}?client.id=1&client.id=2`, 'breach client-number'),
  agreement('a client.id after a blank', `${agreements}?client.id=+7`, 'breach client-number'),
  agreement('a client.id with a fraction', `${agreements}?client.id=47.5`),
  agreement('no client.id', agreements),
  agreement('the dot of client.id encoded', `${agreements}?client%2Eid=4711`),
  agreement('a client_id for client.id', `${agreements}?client_id=1`, 'note query-parameter'),
  user('an access token in the query', '/users/test?access_token=APP_USR-1', 'breach credential-in-query'),
  token('a client_secret in the query', '/oauth/token?client_secret=hush-hush', 'breach credential-in-query'),
  token('a code in the query', '/oauth/token?code=TG-1', 'breach credential-in-query'),
  user('a page of a creation', '/users/test?page=1', 'note query-parameter'),
  user('an empty query', '/users/test?'),
];

const authorization = 'Authorization: Bearer APP_USR-1234-5678';

/** Rows about the path (4; RFC 3986). */
export const pathRows: readonly Row[] = [
  user('a trailing slash', '/users/test/', 'note trailing-slash'),
  user('two trailing slashes', '/users/test//', 'breach operation'),
  user('a doubled slash', '//users/test', 'breach operation'),
  user('a path in upper case', '/Users/Test', 'breach operation'),
  token('a version that the path has not', '/v1/oauth/token', 'breach operation'),
  agreement('an agreement without its v2', '/wallet_connect/agreements', 'breach operation'),
  order('a segment too many', `${orders}/1/pos/P/orders/9`, 'breach operation'),
  agreement('a hyphen for an underscore', '/v2/wallet-connect/agreements', 'breach operation'),
  token('letters encoded without need', '/%6Fauth/token', 'note needless-encoding'),
  intent('a % that encodes nothing', `${intents}/D%/payment-intents/7`, 'breach path-encoding'),
  intent('a % before one digit', `${intents}/D%4/payment-intents/7`, 'breach path-encoding'),
  intent('a bar that is not encoded', `${intents}/a|b/payment-intents/7`, 'breach path-characters'),
  order(
    'braces that are not encoded',
    `${orders}/1/pos/{pos}/orders`,
    'breach path-characters',
    'breach path-parameter',
  ),
  order('a quote that is not encoded', `${orders}/1/pos/"P"/orders`, 'breach path-characters'),
  {
    what: 'a space that is not encoded',
    of: 'instore-orders',
    bytes: `DELETE ${orders}/1/pos/MY POS/orders HTTP/1.1\r\nHost: 127.0.0.1\r\n${authorization}\r\n\r\n`,
    found: ['breach malformed-request'],
  },
  {
    what: 'letters beyond ASCII that are not encoded',
    of: 'instore-orders',
    bytes: Buffer.from(
      `DELETE ${orders}/1/pos/Café/orders HTTP/1.1\r\nHost: 127.0.0.1\r\n${authorization}\r\nConnection: close\r\n\r\n`,
    ),
    found: ['breach malformed-request'],
  },
  order('a slash encoded in an id', `${orders}/1/pos/A%2FB/orders`),
  order('a space encoded in an id', `${orders}/1/pos/MY%20POS/orders`),
  order('letters beyond ASCII encoded in an id', `${orders}/1/pos/Caf%C3%A9/orders`),
  intent('a plus, a colon and an at in an id', `${intents}/a+b:c@d/payment-intents/7`),
  user('a fragment', '/users/test#top', 'breach path-characters'),
];
