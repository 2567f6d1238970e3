import { listRows, type Row, rowOf } from '../request.ts';

const credentials = { client_id: '4711', client_secret: 'hush-hush' };
const own = { ...credentials, grant_type: 'client_credentials' };
const retail = { external_reference: 'retail' };

const user = rowOf('test-users', 'body');
const token = rowOf('oauth-token', 'body');
const agreement = rowOf('wallet-agreements', 'body');
const preference = rowOf('checkout-preferences', 'body');

/** Rows about the fields of the body (2). */
export const bodyRows: readonly Row[] = [
  { what: 'a body of a deletion', of: 'instore-orders', text: '{}', found: ['breach no-body'] },
  user('a test user without a site', { description: 'a' }, 'breach schema'),
  user('a site that is a number', { description: 'a', site_id: 7 }, 'breach schema'),
  user('a description that is null', { description: null, site_id: 'MLA' }, 'breach schema'),
  user('a list for an object', [{ description: 'a', site_id: 'MLA' }], 'breach schema'),
  { what: 'a text for an object', of: 'test-users', text: '"MLA"', found: ['breach schema'] },
  user('another site', { description: 'a', site_id: 'MLB' }),
  user('an unknown member', { description: 'a', site_id: 'MLA', colour: 'red' }, 'note unknown-member'),
  token('no client_id', { client_secret: 'hush-hush', grant_type: 'client_credentials' }, 'breach schema'),
  token(
    'a client_id that is a number',
    { ...credentials, client_id: 4711, grant_type: 'client_credentials' },
    'breach schema',
  ),
  token('a grant that is none', { ...credentials, grant_type: 'password' }, 'breach schema'),
  token(
    'a grant in camel case',
    { ...credentials, grantType: 'client_credentials' },
    'breach schema',
    'breach unsupported-parameter',
  ),
  token('a code grant without its code', { ...credentials, grant_type: 'authorization_code' }, 'breach schema'),
  token('a code grant without a redirect_uri', { ...credentials, grant_type: 'authorization_code', code: 'TG-1' }),
  token('a code grant with PKCE', {
    ...credentials,
    grant_type: 'authorization_code',
    code: 'TG-1',
    code_verifier: 'v',
    redirect_uri: 'https://a.example/cb',
  }),
  token('an empty client_id', { ...own, client_id: '' }, 'breach placeholder'),
  token('a secret with a line feed', { ...own, client_secret: 'hush-hush\n' }, 'note unusual-value'),
  token('an empty refresh_token of another grant', { ...own, refresh_token: '' }),
  token('a scope that is none', { ...own, scope: 'admin' }, 'breach schema'),
  token('two scopes', { ...own, scope: 'read offline_access' }),
  token('a parameter that is not supported', { ...own, user: 'x' }, 'breach unsupported-parameter'),
  token('a test_token that is a boolean', { ...own, test_token: false }, 'breach schema'),
  agreement('an amount as text', { agreement_data: { validation_amount: '3.5' } }, 'breach number-as-text'),
  agreement('an agreement of nothing', {}),
  agreement('a member inside external_user', { external_user: { mail: 'x' } }, 'note unknown-member'),
  agreement('a return_uri that is no URI', { return_uri: 'back here' }, 'breach schema'),
  preference('a quantity as text', { ...retail, items: [{ quantity: '1' }] }, 'breach number-as-text'),
  preference('half a quantity', { ...retail, items: [{ quantity: 1.5 }] }, 'breach schema'),
  preference('an area code as text', { ...retail, payer: { phone: { area_code: '11' } } }, 'breach number-as-text'),
  preference('a price without a fraction', { ...retail, items: [{ unit_price: 10 }] }),
  preference('a boolean as text', { ...retail, expires: 'true' }, 'breach schema'),
  preference(
    'an authentication_type in lower case',
    { ...retail, payer: { authentication_type: 'gmail' } },
    'breach schema',
  ),
  preference('one item for a list', { ...retail, items: { id: 'a' } }, 'breach schema'),
  preference('a Date without a time', { ...retail, payer: { registration_date: '2026-01-31' } }),
  preference('a Date of no calendar', { ...retail, payer: { registration_date: '2026-02-30' } }, 'breach schema'),
  preference('a Date as the clock of a computer', { ...retail, payer: { last_purchase: 1700000000 } }, 'breach schema'),
  preference('a time stamp without a time', { ...retail, date_of_expiration: '2026-01-31' }, 'breach schema'),
  preference('instalments that are null', { ...retail, payment_methods: { installments: null } }),
  preference('a category_descriptor of nothing', { ...retail, items: [{ category_descriptor: {} }] }),
  preference('a passenger and a route of nothing', {
    ...retail,
    items: [{ category_descriptor: { passenger: {}, route: {} } }],
  }),
  preference('a surname', { ...retail, payer: { surname: 'Paz' } }, 'note spelling'),
  preference('a warranty of retail', { ...retail, items: [{ warranty: true }] }, 'note foreign-field'),
  preference('a body of no industry', { items: [{ id: 'a' }] }),
];

/** Rows about the body as JSON (preamble; RFC 8259). */
export const jsonRows: readonly Row[] = listRows('test-users', {
  'NaN → breach exact-json': { text: '{"description":"a","site_id":NaN}' },
  'undefined → breach exact-json': { text: '{"description":undefined,"site_id":"MLA"}' },
  "Python's None → breach exact-json": { text: '{"description":None,"site_id":"MLA"}' },
  'a comma too many → breach exact-json': { text: '{"description":"a","site_id":"MLA",}' },
  'single quotes → breach exact-json': { text: "{'description':'a','site_id':'MLA'}" },
  'a comment → breach exact-json': { text: '{"description":"a",/* x */"site_id":"MLA"}' },
  'no closing brace → breach exact-json': { text: '{"description":"a","site_id":"MLA"' },
  'two values → breach exact-json': { text: '{"description":"a","site_id":"MLA"}{}' },
  'a form for JSON → breach exact-json': { text: 'description=a&site_id=MLA' },
  'no body → breach exact-json': { text: '' },
  'blanks alone → breach exact-json': { text: '  \n' },
  'a byte order mark → breach exact-json': { text: '\uFEFF{"description":"a","site_id":"MLA"}' },
  'Latin-1 → breach exact-json': { text: Buffer.from('{"description":"caf\xe9","site_id":"MLA"}', 'latin1') },
  'UTF-16 → breach exact-json': { text: Buffer.from('{"description":"a","site_id":"MLA"}', 'utf16le') },
  'a member twice → breach exact-json': { text: '{"description":"a","site_id":"MLA","site_id":"MLA"}' },
  'a member twice by another spelling → breach exact-json': {
    text: '{"description":"a","site_id":"MLA","site_\\u0069d":"MLA"}',
  },
  'the same name in two objects': {
    of: 'wallet-agreements',
    text: '{"external_user":{"description":"a"},"agreement_data":{"description":"a"}}',
  },
  'letters beyond ASCII': { text: '{"description":"café ☕","site_id":"MLA"}' },
  'letters beyond ASCII escaped': { text: '{"description":"caf\\u00e9 \\ud83d\\ude00","site_id":"MLA"}' },
  'lines and blanks': { text: '{\n  "description": "a",\n  "site_id": "MLA"\n}\n' },
});
