import { agreement } from '../factories/agreement.ts';
import { preference } from '../factories/preference.ts';
import { testUser } from '../factories/test-user.ts';
import { tokenRequest } from '../factories/token-request.ts';
import type { Capability } from './capabilities.ts';
import type { SentRequest } from './exchange.ts';
import type { Given } from './given.ts';
import type { Endpoint } from './operations.ts';
import type { CallOptions } from './request.ts';
import type { State } from './states.ts';

/**
 * What every judgement of an operation stands on. A refusal proves something only where the `valid` twin is accepted;
 * an acceptance proves something only where at least one of the `broken` twins is refused.
 */
interface Twins {
  readonly endpoint: Endpoint;
  /** What the valid twin is made of. */
  readonly states: readonly State[];
  readonly valid: (given: Given, mark: string) => Promise<CallOptions>;
  readonly broken: (mark: string) => readonly [Broken, ...Broken[]];
}

/** A request that a target refuses which has one of the capabilities; no broken one carries a token. */
interface Broken {
  readonly request: CallOptions;
  readonly refusedBy: readonly Capability[];
}

const both = ['credentials', 'validation'] as const;

const badTokenRequests: Twins['broken'] = () => [
  { request: { body: {} }, refusedBy: both },
  { request: { text: '{"description": ' }, refusedBy: both },
];

/**
 * Little but the field that holds the mark, by which is found what a target creates all the same; and the same cut short.
 * Where no member is marked required (2.5, 2.7), the missing token alone makes the first one broken.
 */
function unauthorised(field: string, refusedBy: readonly Capability[] = ['credentials']): Twins['broken'] {
  return (mark) => [
    { request: { body: { [field]: mark } }, refusedBy },
    { request: { text: `{"${field}": "${mark}", ` }, refusedBy: both },
  ];
}

/** The twins of each operation; the token operation has a pair for each grant that it always offers. */
export const twins = {
  'oauth-token': {
    endpoint: 'oauth-token',
    states: ['an authorization code'],
    valid: async (given) => ({
      body: tokenRequest('authorization_code', await given('an authorization code')),
    }),
    broken: badTokenRequests,
  },
  'oauth-token by refresh token': {
    endpoint: 'oauth-token',
    states: ['a refresh token'],
    valid: async (given) => ({ body: tokenRequest('refresh_token', await given('a refresh token')) }),
    broken: badTokenRequests,
  },
  'checkout-preferences': {
    endpoint: 'checkout-preferences',
    states: ['an access token'],
    valid: async (given, mark) => ({
      token: (await given('an access token')).access_token,
      body: { ...preference('retail'), external_reference: mark },
    }),
    broken: unauthorised('external_reference'),
  },
  'test-users': {
    endpoint: 'test-users',
    states: ['an access token'],
    valid: async (given, mark) => ({
      token: (await given('an access token')).access_token,
      body: testUser(mark),
    }),
    broken: unauthorised('description', both),
  },
  'point-payment-intents': {
    endpoint: 'point-payment-intents',
    states: ['a queued payment intent'],
    valid: async (given) => {
      const { access_token, ...path } = await given('a queued payment intent');
      return { token: access_token, path };
    },
    broken: () => [
      {
        request: { path: { device_id: 'no-such-device', payment_intent_id: 'no-such-intent' } },
        refusedBy: ['credentials'],
      },
    ],
  },
  'wallet-agreements': {
    endpoint: 'wallet-agreements',
    states: ['an access token', 'an application'],
    valid: async (given, mark) => ({
      token: (await given('an access token')).access_token,
      query: { 'client.id': await clientNumber(given) },
      body: agreement(mark),
    }),
    broken: unauthorised('external_flow_id'),
  },
  'instore-orders': {
    endpoint: 'instore-orders',
    states: ['an open in-store order'],
    valid: async (given) => {
      const { access_token, ...path } = await given('an open in-store order');
      return { token: access_token, path };
    },
    broken: () => [
      { request: { path: { user_id: '0', external_pos_id: 'no-such-pos' } }, refusedBy: ['credentials'] },
      {
        request: { path: { user_id: 'nobody', external_pos_id: '' } },
        refusedBy: ['credentials', 'validation'],
      },
    ],
  },
} as const satisfies Record<string, Twins>;

export type Twin = keyof typeof twins;

/** The twins that a request is held against: the endpoint's own, and of a refresh the refresh's. */
export function twinOf(endpoint: Endpoint, request: SentRequest): Twin {
  const refreshes = endpoint === 'oauth-token' && request.body?.includes('"grant_type":"refresh_token"');
  return refreshes ? 'oauth-token by refresh token' : endpoint;
}

/** The query's client.id is a number (4); a client_id that is none has no number of its own, so any stands for it. */
export async function clientNumber(given: Given): Promise<string> {
  const { client_id } = await given('an application');
  return /^\d+$/.test(client_id) ? client_id : '1234567890';
}
