import { cutOff } from '../wire.ts';
import { bodies, type ClientFault, each, fault, finishes, guarded, header, valued } from './row.ts';

const { preference, agreement } = guarded;
const withBody = { token: ['oauth-token', 'CTK'], preference, 'test-user': guarded['test-user'], agreement } as const;

/** Wrong media types, wrong JSON, wrong fields. */
export const bodyFaults: readonly ClientFault[] = [
  ...each(withBody, '02 as-text: The Content-Type is text/plain.', (operation) =>
    header(operation, 'content-type', () => 'text/plain'),
  ),
  ...each(withBody, '02 untyped: The Content-Type is lost.', (operation) =>
    header(operation, 'content-type', undefined),
  ),
  ...each(withBody, '02 with-comma: A comma stands behind the last member.', (operation) =>
    finishes(operation, ({ body = '' }) => ({ body: String(body).replace(/\}$/, ',}') })),
  ),
  fault(
    'CTK-02 token-as-form: A token request is a form.',
    finishes('oauth-token', ({ body = '', headers }) => ({
      body: new URLSearchParams(JSON.parse(String(body))).toString(),
      headers: headers.map(([name]) => [name, 'application/x-www-form-urlencoded'] as const),
    })),
  ),
  fault('CPR-02 preference-in-latin-1: The text is written in Latin-1.', {
    write: (json) => Buffer.from(JSON.stringify(json), 'latin1'),
  }),
  fault(
    'CTK-03 token-secret-lost: The client_secret is lost.',
    bodies('oauth-token', ({ client_secret, ...others }) => others),
  ),
  fault(
    'CTK-03 token-client-as-number: The client_id is a number.',
    bodies('oauth-token', (json) => ({ ...json, client_id: Number(json.client_id) })),
  ),
  fault(
    'CTK-03 token-state-sent: The state of the authorization is sent along.',
    bodies('oauth-token', (json) => ({ ...json, state: 'a-state' })),
  ),
  fault(
    'CTK-03 token-null-redirect: A redirect_uri that there is not is null.',
    bodies('oauth-token', (json) => ({ redirect_uri: null, ...json })),
  ),
  fault(
    'CUS-03 test-user-without-description: The description is lost.',
    bodies('test-users', ({ description, ...others }) => others),
  ),
  fault(
    'CUS-03 test-user-site-in-list: The site_id is a list of one.',
    valued('test-users', 'site_id', (was) => [was]),
  ),
  fault(
    'CUS-24 test-user-site-in-small-letters: The site_id is written in small letters.',
    valued('test-users', 'site_id', (was) => String(was).toLowerCase()),
  ),
  fault(
    'CAG-03 agreement-amount-as-text: The validation_amount is text.',
    valued('wallet-agreements', 'validation_amount', String),
  ),
  fault(
    'CAG-03 agreement-user-as-text: The external_user is its id alone.',
    valued('wallet-agreements', 'external_user', () => 'user-77'),
  ),
  fault(
    'CAG-24 agreement-flow-lost: The external_flow_id is lost.',
    bodies('wallet-agreements', ({ external_flow_id, ...others }) => others),
  ),
  fault('CAG-02 agreement-cut-off: The connection ends in the middle of the body.', { send: cutOff }),
];
