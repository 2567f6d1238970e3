import { type Row, rowOf } from './row.ts';

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
