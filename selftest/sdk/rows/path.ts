import { type Row, rowOf } from './row.ts';

const intents = '/point/integration-api/devices';
const orders = '/instore/qr/seller/collectors';
const authorization = 'Authorization: Bearer APP_USR-1234-5678';

const user = rowOf('test-users', 'target');
const token = rowOf('oauth-token', 'target');
const agreement = rowOf('wallet-agreements', 'target');
const order = rowOf('instore-orders', 'target');
const intent = rowOf('point-payment-intents', 'target');

/** The path (4; RFC 3986). */
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
