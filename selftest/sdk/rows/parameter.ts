import type { Row } from './row.ts';

const agreements = '/v2/wallet_connect/agreements';
const intents = '/point/integration-api/devices';
const orders = '/instore/qr/seller/collectors';

/** The parameters of path and query (4, 5). */
export const parameterRows: readonly Row[] = [
  {
    what: 'an empty device',
    of: 'point-payment-intents',
    target: `${intents}//payment-intents/7`,
    found: ['breach path-parameter'],
  },
  {
    what: 'an intent named undefined',
    of: 'point-payment-intents',
    target: `${intents}/D/payment-intents/undefined`,
    found: ['breach path-parameter'],
  },
  {
    what: 'a device named null',
    of: 'point-payment-intents',
    target: `${intents}/null/payment-intents/7`,
    found: ['breach path-parameter'],
  },
  {
    what: 'a device named None',
    of: 'point-payment-intents',
    target: `${intents}/None/payment-intents/7`,
    found: ['breach path-parameter'],
  },
  {
    what: 'an object in the path',
    of: 'instore-orders',
    target: `${orders}/1/pos/%5Bobject%20Object%5D/orders`,
    found: ['breach path-parameter'],
  },
  {
    what: 'a user_id of letters',
    of: 'instore-orders',
    target: `${orders}/me/pos/P/orders`,
    found: ['breach collector-number'],
  },
  {
    what: 'a user_id with a fraction',
    of: 'instore-orders',
    target: `${orders}/4711.0/pos/P/orders`,
    found: ['breach collector-number'],
  },
  {
    what: 'a long numeric user_id',
    of: 'instore-orders',
    target: `${orders}/99999999999999999999/pos/P/orders`,
    found: [],
  },
  {
    what: 'a client.id of letters',
    of: 'wallet-agreements',
    target: `${agreements}?client.id=abc`,
    found: ['breach client-number'],
  },
  {
    what: 'a client.id in hexadecimal',
    of: 'wallet-agreements',
    target: `${agreements}?client.id=0x1F`,
    found: ['breach client-number'],
  },
  {
    what: 'an empty client.id',
    of: 'wallet-agreements',
    target: `${agreements}?client.id=`,
    found: ['breach client-number'],
  },
  {
    what: 'a client.id named Infinity',
    of: 'wallet-agreements',
    target: `${agreements}?client.id=Infinity`,
    found: ['breach client-number'],
  },
  {
    what: 'two client.ids',
    of: 'wallet-agreements',
    target: `${agreements}?client.id=1&client.id=2`,
    found: ['breach client-number'],
  },
  {
    what: 'a client.id after a blank',
    of: 'wallet-agreements',
    target: `${agreements}?client.id=+7`,
    found: ['breach client-number'],
  },
  {
    what: 'a client.id with a fraction',
    of: 'wallet-agreements',
    target: `${agreements}?client.id=47.5`,
    found: [],
  },
  { what: 'no client.id', of: 'wallet-agreements', target: agreements, found: [] },
  {
    what: 'the dot of client.id encoded',
    of: 'wallet-agreements',
    target: `${agreements}?client%2Eid=4711`,
    found: [],
  },
  {
    what: 'a client_id for client.id',
    of: 'wallet-agreements',
    target: `${agreements}?client_id=1`,
    found: ['note query-parameter'],
  },
  {
    what: 'an access token in the query',
    of: 'test-users',
    target: '/users/test?access_token=APP_USR-1',
    found: ['breach credential-in-query'],
  },
  {
    what: 'a client_secret in the query',
    of: 'oauth-token',
    target: '/oauth/token?client_secret=hush-hush',
    found: ['breach credential-in-query'],
  },
  {
    what: 'a code in the query',
    of: 'oauth-token',
    target: '/oauth/token?code=TG-1',
    found: ['breach credential-in-query'],
  },
  {
    what: 'a page of a creation',
    of: 'test-users',
    target: '/users/test?page=1',
    found: ['note query-parameter'],
  },
  { what: 'an empty query', of: 'test-users', target: '/users/test?', found: [] },
];
