import { cutOff } from '../wire.ts';
import { bodies, type ClientFault, finishes, forEach, guarded, header, valued } from './row.ts';

const { preference, agreement } = guarded;
const withBody = {
  token: ['oauth-token', 'CTK'],
  preference,
  'test-user': guarded['test-user'],
  agreement,
} as const;

/** Wrong media types, wrong JSON, wrong fields. */
export const bodyFaults: readonly ClientFault[] = [
  ...forEach(withBody, (operation, name, prefix) => ({
    breaks: `${prefix}-02`,
    name: `${name}-as-text`,
    sentence: 'The Content-Type is text/plain.',
    changes: header(operation, 'content-type', () => 'text/plain'),
  })),
  ...forEach(withBody, (operation, name, prefix) => ({
    breaks: `${prefix}-02`,
    name: `${name}-untyped`,
    sentence: 'The Content-Type is lost.',
    changes: header(operation, 'content-type', undefined),
  })),
  ...forEach(withBody, (operation, name, prefix) => ({
    breaks: `${prefix}-02`,
    name: `${name}-with-comma`,
    sentence: 'A comma stands behind the last member.',
    changes: finishes(operation, ({ body = '' }) => ({ body: String(body).replace(/\}$/, ',}') })),
  })),
  {
    breaks: 'CTK-02',
    name: 'token-as-form',
    sentence: 'A token request is a form.',
    changes: finishes('oauth-token', ({ body = '', headers }) => ({
      body: new URLSearchParams(JSON.parse(String(body))).toString(),
      headers: headers.map(([name]) => [name, 'application/x-www-form-urlencoded'] as const),
    })),
  },
  {
    breaks: 'CPR-02',
    name: 'preference-in-latin-1',
    sentence: 'The text is written in Latin-1.',
    changes: { write: (json) => Buffer.from(JSON.stringify(json), 'latin1') },
  },
  {
    breaks: 'CTK-03',
    name: 'token-secret-lost',
    sentence: 'The client_secret is lost.',
    changes: bodies('oauth-token', ({ client_secret, ...others }) => others),
  },
  {
    breaks: 'CTK-03',
    name: 'token-client-as-number',
    sentence: 'The client_id is a number.',
    changes: bodies('oauth-token', (json) => ({ ...json, client_id: Number(json.client_id) })),
  },
  {
    breaks: 'CTK-03',
    name: 'token-state-sent',
    sentence: 'The state of the authorization is sent along.',
    changes: bodies('oauth-token', (json) => ({ ...json, state: 'a-state' })),
  },
  {
    breaks: 'CTK-03',
    name: 'token-null-redirect',
    sentence: 'A redirect_uri that there is not is null.',
    changes: bodies('oauth-token', (json) => ({ redirect_uri: null, ...json })),
  },
  {
    breaks: 'CUS-03',
    name: 'test-user-without-description',
    sentence: 'The description is lost.',
    changes: bodies('test-users', ({ description, ...others }) => others),
  },
  {
    breaks: 'CUS-03',
    name: 'test-user-site-in-list',
    sentence: 'The site_id is a list of one.',
    changes: valued('test-users', 'site_id', (was) => [was]),
  },
  {
    breaks: 'CUS-24',
    name: 'test-user-site-in-small-letters',
    sentence: 'The site_id is written in small letters.',
    changes: valued('test-users', 'site_id', (was) => String(was).toLowerCase()),
  },
  {
    breaks: 'CAG-03',
    name: 'agreement-amount-as-text',
    sentence: 'The validation_amount is text.',
    changes: valued('wallet-agreements', 'validation_amount', String),
  },
  {
    breaks: 'CAG-03',
    name: 'agreement-user-as-text',
    sentence: 'The external_user is its id alone.',
    changes: valued('wallet-agreements', 'external_user', () => 'user-77'),
  },
  {
    breaks: 'CAG-24',
    name: 'agreement-flow-lost',
    sentence: 'The external_flow_id is lost.',
    changes: bodies('wallet-agreements', ({ external_flow_id, ...others }) => others),
  },
  {
    breaks: 'CAG-02',
    name: 'agreement-cut-off',
    sentence: 'The connection ends in the middle of the body.',
    changes: { send: cutOff },
  },
];
