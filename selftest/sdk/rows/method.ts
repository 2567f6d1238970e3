import type { Row } from './row.ts';

/** The method (4). */
export const methodRows: readonly Row[] = [
  { what: 'a test user is created by PUT', of: 'test-users', method: 'PUT', found: ['breach method'] },
  { what: 'a token is asked for by GET', of: 'oauth-token', method: 'GET', found: ['breach method'] },
  {
    what: 'a preference is created by PATCH',
    of: 'checkout-preferences',
    method: 'PATCH',
    found: ['breach method'],
  },
  {
    what: 'an agreement is created by PUT',
    of: 'wallet-agreements',
    method: 'PUT',
    found: ['breach method'],
  },
  { what: 'a cancellation is a POST', of: 'point-payment-intents', method: 'POST', found: ['breach method'] },
  { what: 'an order is deleted by POST', of: 'instore-orders', method: 'POST', found: ['breach method'] },
  { what: 'an order is deleted by HEAD', of: 'instore-orders', method: 'HEAD', found: ['breach method'] },
  {
    what: 'OPTIONS before a preference',
    of: 'checkout-preferences',
    method: 'OPTIONS',
    found: ['breach method'],
  },
  { what: 'a method in lower case', of: 'test-users', method: 'post', found: ['breach malformed-request'] },
  { what: 'a method that is none', of: 'test-users', method: 'CREATE', found: ['breach malformed-request'] },
  { what: 'a deletion by DELETE', of: 'instore-orders', method: 'DELETE', found: [] },
  { what: 'a creation by POST', of: 'test-users', method: 'POST', found: [] },
];
