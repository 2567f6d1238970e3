import type { Row } from './row.ts';

/** The headers (4, 5). */
export const headerRows: readonly Row[] = [
  {
    what: 'no token',
    of: 'instore-orders',
    change: { authorization: null },
    found: ['breach authorization'],
  },
  {
    what: 'Basic for Bearer',
    of: 'instore-orders',
    change: { authorization: 'Basic abcdef' },
    found: ['breach authorization'],
  },
  {
    what: 'a token without Bearer',
    of: 'test-users',
    change: { authorization: 'APP_USR-1234-5678' },
    found: ['breach authorization'],
  },
  {
    what: 'Bearer without a token',
    of: 'test-users',
    change: { authorization: 'Bearer' },
    found: ['breach authorization'],
  },
  {
    what: 'the token null',
    of: 'test-users',
    change: { authorization: 'Bearer null' },
    found: ['breach authorization'],
  },
  {
    what: 'the token undefined',
    of: 'test-users',
    change: { authorization: 'Bearer undefined' },
    found: ['breach authorization'],
  },
  {
    what: 'the token of the documentation',
    of: 'test-users',
    change: { authorization: 'Bearer <ACCESS_TOKEN>' },
    found: ['breach authorization'],
  },
  {
    what: 'two words for a token',
    of: 'test-users',
    change: { authorization: 'Bearer APP_USR 1234' },
    found: ['breach authorization'],
  },
  {
    what: 'a scheme in lower case',
    of: 'test-users',
    change: { authorization: 'bearer APP_USR-1234-5678' },
    found: [],
  },
  {
    what: 'two blanks before the token',
    of: 'test-users',
    change: { authorization: 'Bearer  APP_USR-1234-5678' },
    found: [],
  },
  {
    what: 'two Authorization headers',
    of: 'test-users',
    add: [['Authorization', 'Bearer APP_USR-9']],
    found: ['breach header-twice'],
  },
  {
    what: 'a token at the token endpoint',
    of: 'oauth-token',
    add: [['Authorization', 'Bearer APP_USR-9']],
    found: ['note authorization-of-none'],
  },
  {
    what: 'a test scope of the sandbox',
    of: 'point-payment-intents',
    add: [['x-test-scope', 'sandbox']],
    found: [],
  },
  {
    what: 'a test scope of production',
    of: 'point-payment-intents',
    add: [['X-Test-Scope', 'prod']],
    found: ['breach test-scope'],
  },
  {
    what: 'an empty test scope',
    of: 'point-payment-intents',
    add: [['X-Test-Scope', '']],
    found: ['breach test-scope'],
  },
  {
    what: 'a test scope elsewhere',
    of: 'instore-orders',
    add: [['x-test-scope', 'sandbox']],
    found: ['note x-test-scope-elsewhere'],
  },
  {
    what: 'two test scopes',
    of: 'point-payment-intents',
    add: [
      ['x-test-scope', 'sandbox'],
      ['x-test-scope', 'sandbox'],
    ],
    found: ['breach header-twice'],
  },
  { what: 'a platform', of: 'wallet-agreements', add: [['x-platform-id', 'p-1']], found: [] },
  {
    what: 'a platform elsewhere',
    of: 'test-users',
    add: [['x-platform-id', 'p-1']],
    found: ['note x-platform-id-elsewhere'],
  },
  {
    what: 'headers of an SDK',
    of: 'test-users',
    add: [
      ['X-Product-Id', 'abc'],
      ['User-Agent', 'sdk/1'],
      ['X-Idempotency-Key', 'k-1'],
      ['Accept', '*/*'],
    ],
    found: [],
  },
  {
    what: 'header names in upper case',
    of: 'test-users',
    change: { authorization: null },
    add: [['AUTHORIZATION', 'Bearer APP_USR-1234-5678']],
    found: [],
  },
  { what: 'an Expect of a body', of: 'test-users', add: [['Expect', '100-continue']], found: [] },
  { what: 'an Expect that nobody knows', of: 'test-users', add: [['Expect', 'a-miracle']], found: [] },
  {
    what: 'a header name with a blank',
    of: 'test-users',
    add: [['X Y', '1']],
    found: ['breach malformed-request'],
  },
];
