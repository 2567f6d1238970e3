import { type ListedError, listedErrors } from '#api/errors';
import type { State } from '#api/states';

/** Describes the request for which the embedded provider returns an error. */
interface Occasion {
  readonly state: State;
  /** Holds the changes of a valid request; undefined leaves a field out. */
  readonly body?: Readonly<Record<string, string | undefined>>;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly token?: string;
}

/** Describes one error of section 7 with its occasion. */
export type DocumentedError = ListedError & Occasion;

const token = 'no-such-token';

const occasions: Readonly<Record<string, Occasion>> = {
  'oauth-token 400 invalid_client': { state: 'a refresh token', body: { client_secret: 'wrong' } },
  'oauth-token 400 invalid_grant': { state: 'a revoked refresh token' },
  'oauth-token 400 invalid_scope': { state: 'a refresh token', body: { scope: 'everything' } },
  'oauth-token 400 invalid_request': { state: 'a refresh token', body: { client_id: undefined } },
  'oauth-token 400 unsupported_grant_type': { state: 'a refresh token', body: { grant_type: 'password' } },
  'oauth-token 400 forbidden': { state: 'a refresh token of another user' },
  'oauth-token 400 unauthorized_client': { state: 'a refresh token whose user withdrew the grant' },
  'oauth-token 429 local_rate_limited': { state: 'an application over its rate limit', body: { refresh_token: 'any' } },
  'test-users 400 Bad-Request': { state: 'an access token', body: { site_id: undefined } },
  'test-users 401 Not-Found': { state: 'an access token', token },
  'test-users 403 Forbidden': { state: 'an access token that may not create test users' },
  'test-users 404 Resource-Not-Found': { state: 'an access token with which creating a test user finds no resource' },
  'test-users 500 Internal-Server-Error': {
    state: 'an access token with which creating a test user fails inside the service',
  },
  'point-payment-intents 401 bad_request': { state: 'a queued payment intent', token },
  'point-payment-intents 403 bad_request': { state: 'an access token of an unregistered integrator' },
  'point-payment-intents 409 bad_request': { state: 'a payment intent whose cancellation conflicts' },
  'point-payment-intents 500 bad_request': { state: 'a payment intent whose cancellation fails inside the service' },
  'wallet-agreements 400 Bad-Request': { state: 'an access token', body: { return_uri: '' } },
  'instore-orders 400 invalid_collectorId': { state: 'an open in-store order', parameters: { user_id: 'word' } },
  'instore-orders 400 invalid_externalPosId': { state: 'an open in-store order', parameters: { external_pos_id: '' } },
  'instore-orders 400 invalid_access_token': { state: 'an open in-store order', token },
  'instore-orders 500 in_store_order_creation_error': {
    state: 'an in-store order whose deletion fails inside the service',
  },
};

/** Holds every error of section 7, in its order. */
export const documentedErrors: readonly DocumentedError[] = listedErrors.map((error) => {
  const occasion = occasions[nameError(error)];
  if (occasion) return { ...error, ...occasion };
  throw new Error(`${nameError(error)} has no occasion. Add it to client/contract/documented-errors.ts.`);
});

/** Returns the name of a documented error: `oauth-token 400 invalid_client`. */
export function nameError({ endpoint, status, code }: ListedError): string {
  return `${endpoint} ${status} ${code}`;
}
