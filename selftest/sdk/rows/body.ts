import type { Row } from './row.ts';

const credentials = { client_id: '4711', client_secret: 'hush-hush' };
const preferences = 'checkout-preferences';
const retail = { external_reference: 'retail' };

/** The members of the body (2). */
export const bodyRows: readonly Row[] = [
  { what: 'a body of a deletion', of: 'instore-orders', text: '{}', found: ['breach no-body'] },
  {
    what: 'a test user without a site',
    of: 'test-users',
    body: { description: 'a' },
    found: ['breach schema'],
  },
  {
    what: 'a site that is a number',
    of: 'test-users',
    body: { description: 'a', site_id: 7 },
    found: ['breach schema'],
  },
  {
    what: 'a description that is null',
    of: 'test-users',
    body: { description: null, site_id: 'MLA' },
    found: ['breach schema'],
  },
  {
    what: 'a list for an object',
    of: 'test-users',
    body: [{ description: 'a', site_id: 'MLA' }],
    found: ['breach schema'],
  },
  { what: 'a text for an object', of: 'test-users', text: '"MLA"', found: ['breach schema'] },
  { what: 'another site', of: 'test-users', body: { description: 'a', site_id: 'MLB' }, found: [] },
  {
    what: 'a member that nobody knows',
    of: 'test-users',
    body: { description: 'a', site_id: 'MLA', colour: 'red' },
    found: ['note unknown-member'],
  },
  {
    what: 'no client_id',
    of: 'oauth-token',
    body: { client_secret: 'hush-hush', grant_type: 'client_credentials' },
    found: ['breach schema'],
  },
  {
    what: 'a client_id that is a number',
    of: 'oauth-token',
    body: { ...credentials, client_id: 4711, grant_type: 'client_credentials' },
    found: ['breach schema'],
  },
  {
    what: 'a grant that is none',
    of: 'oauth-token',
    body: { ...credentials, grant_type: 'password' },
    found: ['breach schema'],
  },
  {
    what: 'a grant in camel case',
    of: 'oauth-token',
    body: { ...credentials, grantType: 'client_credentials' },
    found: ['breach schema', 'breach unsupported-parameter'],
  },
  {
    what: 'a code grant without its code',
    of: 'oauth-token',
    body: { ...credentials, grant_type: 'authorization_code' },
    found: ['breach schema'],
  },
  {
    what: 'a code grant without a redirect_uri',
    of: 'oauth-token',
    body: { ...credentials, grant_type: 'authorization_code', code: 'TG-1' },
    found: [],
  },
  {
    what: 'a code grant with PKCE',
    of: 'oauth-token',
    body: {
      ...credentials,
      grant_type: 'authorization_code',
      code: 'TG-1',
      code_verifier: 'v',
      redirect_uri: 'https://a.example/cb',
    },
    found: [],
  },
  {
    what: 'a scope that is none',
    of: 'oauth-token',
    body: { ...credentials, grant_type: 'client_credentials', scope: 'admin' },
    found: ['breach schema'],
  },
  {
    what: 'two scopes',
    of: 'oauth-token',
    body: { ...credentials, grant_type: 'client_credentials', scope: 'read offline_access' },
    found: [],
  },
  {
    what: 'a parameter that is not supported',
    of: 'oauth-token',
    body: { ...credentials, grant_type: 'client_credentials', user: 'x' },
    found: ['breach unsupported-parameter'],
  },
  {
    what: 'a test_token that is a boolean',
    of: 'oauth-token',
    body: { ...credentials, grant_type: 'client_credentials', test_token: false },
    found: ['breach schema'],
  },
  {
    what: 'an amount as text',
    of: 'wallet-agreements',
    body: { agreement_data: { validation_amount: '3.5' } },
    found: ['breach number-as-text'],
  },
  { what: 'an agreement of nothing', of: 'wallet-agreements', body: {}, found: [] },
  {
    what: 'a member inside external_user',
    of: 'wallet-agreements',
    body: { external_user: { mail: 'x' } },
    found: ['note unknown-member'],
  },
  {
    what: 'a return_uri that is no URI',
    of: 'wallet-agreements',
    body: { return_uri: 'back here' },
    found: ['breach schema'],
  },
  {
    what: 'a quantity as text',
    of: preferences,
    body: { ...retail, items: [{ quantity: '1' }] },
    found: ['breach number-as-text'],
  },
  {
    what: 'half a quantity',
    of: preferences,
    body: { ...retail, items: [{ quantity: 1.5 }] },
    found: ['breach schema'],
  },
  {
    what: 'an area code as text',
    of: preferences,
    body: { ...retail, payer: { phone: { area_code: '11' } } },
    found: ['breach number-as-text'],
  },
  {
    what: 'a price without a fraction',
    of: preferences,
    body: { ...retail, items: [{ unit_price: 10 }] },
    found: [],
  },
  {
    what: 'a boolean as text',
    of: preferences,
    body: { ...retail, expires: 'true' },
    found: ['breach schema'],
  },
  {
    what: 'an authentication_type in lower case',
    of: preferences,
    body: { ...retail, payer: { authentication_type: 'gmail' } },
    found: ['breach schema'],
  },
  {
    what: 'one item for a list',
    of: preferences,
    body: { ...retail, items: { id: 'a' } },
    found: ['breach schema'],
  },
  {
    what: 'a Date without a time',
    of: preferences,
    body: { ...retail, payer: { registration_date: '2026-01-31' } },
    found: [],
  },
  {
    what: 'a Date of no calendar',
    of: preferences,
    body: { ...retail, payer: { registration_date: '2026-02-30' } },
    found: ['breach schema'],
  },
  {
    what: 'a Date as the clock of a computer',
    of: preferences,
    body: { ...retail, payer: { last_purchase: 1700000000 } },
    found: ['breach schema'],
  },
  {
    what: 'a time stamp without a time',
    of: preferences,
    body: { ...retail, date_of_expiration: '2026-01-31' },
    found: ['breach schema'],
  },
  {
    what: 'instalments that are null',
    of: preferences,
    body: { ...retail, payment_methods: { installments: null } },
    found: [],
  },
  {
    what: 'a category_descriptor of nothing',
    of: preferences,
    body: { ...retail, items: [{ category_descriptor: {} }] },
    found: [],
  },
  {
    what: 'a surname',
    of: preferences,
    body: { ...retail, payer: { surname: 'Paz' } },
    found: ['note spelling'],
  },
  {
    what: 'a warranty of retail',
    of: preferences,
    body: { ...retail, items: [{ warranty: true }] },
    found: ['note foreign-field'],
  },
  {
    what: 'a body of no industry',
    of: preferences,
    body: { items: [{ id: 'a' }] },
    found: ['note industry'],
  },
];
