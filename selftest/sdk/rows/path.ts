import type { Row } from './row.ts';

const intents = '/point/integration-api/devices';
const orders = '/instore/qr/seller/collectors';
const authorization = 'Authorization: Bearer APP_USR-1234-5678';

/** The path (4; RFC 3986). */
export const pathRows: readonly Row[] = [
  { what: 'a trailing slash', of: 'test-users', target: '/users/test/', found: ['note trailing-slash'] },
  { what: 'two trailing slashes', of: 'test-users', target: '/users/test//', found: ['breach operation'] },
  { what: 'a doubled slash', of: 'test-users', target: '//users/test', found: ['breach operation'] },
  { what: 'a path in upper case', of: 'test-users', target: '/Users/Test', found: ['breach operation'] },
  {
    what: 'a version that the path has not',
    of: 'oauth-token',
    target: '/v1/oauth/token',
    found: ['breach operation'],
  },
  {
    what: 'an agreement without its v2',
    of: 'wallet-agreements',
    target: '/wallet_connect/agreements',
    found: ['breach operation'],
  },
  {
    what: 'a segment too many',
    of: 'instore-orders',
    target: `${orders}/1/pos/P/orders/9`,
    found: ['breach operation'],
  },
  {
    what: 'a hyphen for an underscore',
    of: 'wallet-agreements',
    target: '/v2/wallet-connect/agreements',
    found: ['breach operation'],
  },
  {
    what: 'letters encoded without need',
    of: 'oauth-token',
    target: '/%6Fauth/token',
    found: ['note needless-encoding'],
  },
  {
    what: 'a % that encodes nothing',
    of: 'point-payment-intents',
    target: `${intents}/D%/payment-intents/7`,
    found: ['breach path-encoding'],
  },
  {
    what: 'a % before one digit',
    of: 'point-payment-intents',
    target: `${intents}/D%4/payment-intents/7`,
    found: ['breach path-encoding'],
  },
  {
    what: 'a bar that is not encoded',
    of: 'point-payment-intents',
    target: `${intents}/a|b/payment-intents/7`,
    found: ['breach path-characters'],
  },
  {
    what: 'braces that are not encoded',
    of: 'instore-orders',
    target: `${orders}/1/pos/{pos}/orders`,
    found: ['breach path-characters'],
  },
  {
    what: 'a quote that is not encoded',
    of: 'instore-orders',
    target: `${orders}/1/pos/"P"/orders`,
    found: ['breach path-characters'],
  },
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
  {
    what: 'a slash encoded in an id',
    of: 'instore-orders',
    target: `${orders}/1/pos/A%2FB/orders`,
    found: [],
  },
  {
    what: 'a space encoded in an id',
    of: 'instore-orders',
    target: `${orders}/1/pos/MY%20POS/orders`,
    found: [],
  },
  {
    what: 'letters beyond ASCII encoded in an id',
    of: 'instore-orders',
    target: `${orders}/1/pos/Caf%C3%A9/orders`,
    found: [],
  },
  {
    what: 'a plus, a colon and an at in an id',
    of: 'point-payment-intents',
    target: `${intents}/a+b:c@d/payment-intents/7`,
    found: [],
  },
  { what: 'a fragment', of: 'test-users', target: '/users/test#top', found: ['breach path-characters'] },
];
