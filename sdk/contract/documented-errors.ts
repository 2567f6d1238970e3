import type { Endpoint } from '../../suite/core/operations.ts';
import type { State } from '../../suite/core/states.ts';

/** One error of section 7, and the request with which the embedded provider answers it. */
export interface DocumentedError {
  readonly endpoint: Endpoint;
  readonly status: number;
  /** The code or label. */
  readonly code: string;
  readonly state: State;
  /** What the request has otherwise than a good one; undefined leaves a member out. */
  readonly body?: Readonly<Record<string, string | undefined>>;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly token?: string;
}

type Row = Omit<DocumentedError, 'endpoint' | 'status' | 'code'>;

const token = (code: string, row: Row): DocumentedError => ({
  endpoint: 'oauth-token',
  status: 400,
  code,
  ...row,
});
const user = (status: number, code: string, row: Row): DocumentedError => ({
  endpoint: 'test-users',
  status,
  code,
  ...row,
});
const intent = (status: number, row: Row): DocumentedError => ({
  endpoint: 'point-payment-intents',
  status,
  code: 'bad_request',
  ...row,
});
const order = (status: number, code: string, row: Row): DocumentedError => ({
  endpoint: 'instore-orders',
  status,
  code,
  ...row,
});

const unknownToken = 'no-such-token';

/** Every error of section 7, in its order. */
export const documentedErrors: readonly DocumentedError[] = [
  token('invalid_client', { state: 'a refresh token', body: { client_secret: 'wrong' } }),
  token('invalid_grant', { state: 'a revoked refresh token' }),
  token('invalid_scope', { state: 'a refresh token', body: { scope: 'everything' } }),
  token('invalid_request', { state: 'a refresh token', body: { client_id: undefined } }),
  token('unsupported_grant_type', { state: 'a refresh token', body: { grant_type: 'password' } }),
  token('forbidden', { state: 'a refresh token of another user' }),
  token('unauthorized_client', { state: 'a refresh token whose user withdrew the grant' }),
  {
    endpoint: 'oauth-token',
    status: 429,
    code: 'local_rate_limited',
    state: 'an application over its rate limit',
    body: { refresh_token: 'any' },
  },
  user(400, 'Bad-Request', { state: 'an access token', body: { site_id: undefined } }),
  user(401, 'Not-Found', { state: 'an access token', token: unknownToken }),
  user(403, 'Forbidden', { state: 'an access token that may not create test users' }),
  user(404, 'Resource-Not-Found', {
    state: 'an access token with which creating a test user finds no resource',
  }),
  user(500, 'Internal-Server-Error', {
    state: 'an access token with which creating a test user fails inside the service',
  }),
  intent(401, { state: 'a queued payment intent', token: unknownToken }),
  intent(403, { state: 'an access token of an unregistered integrator' }),
  intent(409, { state: 'a payment intent whose cancellation conflicts' }),
  intent(500, { state: 'a payment intent whose cancellation fails inside the service' }),
  {
    endpoint: 'wallet-agreements',
    status: 400,
    code: 'Bad-Request',
    state: 'an access token',
    body: { return_uri: '' },
  },
  order(400, 'invalid_collectorId', {
    state: 'an open in-store order',
    parameters: { user_id: 'nobody' },
  }),
  order(400, 'invalid_externalPosId', {
    state: 'an open in-store order',
    parameters: { external_pos_id: '' },
  }),
  order(400, 'invalid_access_token', { state: 'an open in-store order', token: unknownToken }),
  order(500, 'in_store_order_creation_error', {
    state: 'an in-store order whose deletion fails inside the service',
  }),
];

/** The name of a documented error: `oauth-token 400 invalid_client`. */
export function nameOf({ endpoint, status, code }: DocumentedError): string {
  return `${endpoint} ${status} ${code}`;
}

/** The documented error that an answer is; undefined where it is none. */
export function errorOf(
  endpoint: Endpoint,
  status: number,
  carries: (code: string) => boolean,
): DocumentedError | undefined {
  return documentedErrors.find(
    (row) => row.endpoint === endpoint && row.status === status && carries(row.code),
  );
}
