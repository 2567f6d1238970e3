import type { Endpoint } from '#api/operations';
import type { Capability } from '#api/requirement';
import type { State, Values } from '#api/states';
import { type Preference, preference } from '#factories/preferences/preference';
import { agreement, type GrantType, testUser, tokenRequest } from '#factories/request-bodies';
import type { CallOptions } from '#http/request';
import { createUnknownId } from '#redaction/made-up-values';
import { tryOptional } from '#run/skip';
import type { Given, StateRecords } from '../given.ts';
import { settings } from '../run.ts';

/** A rejection counts only if `valid`, its control, succeeds; a success counts only if one of `broken` is rejected. */
export interface Controls {
  readonly endpoint: Endpoint;
  /** The requirement that a rejected control request violates: tests that need it are inconclusive because of this. */
  readonly requirement: string;
  /** The requirement that an accepted request of `broken` violates. */
  readonly negativeRequirement: string;
  readonly states: readonly State[];
  readonly valid: (given: Given, tag: string) => Promise<CallOptions>;
  readonly broken: (tag: string) => readonly [Broken, ...Broken[]];
  /** Returns the values that a test does not set. */
  readonly usual?: (options: CallOptions, worker: Usual) => Promise<CallOptions>;
}

/** Gives the values that a test does not set: the extra values of a credential, and one application for a worker. */
interface Usual {
  readonly extra: StateRecords['getExtraValues'];
  readonly application: () => Promise<Values<'an application'>>;
}

interface Broken {
  readonly request: CallOptions;
  readonly rejectedBy: readonly Capability[];
}

const both = ['credentials', 'validation'] as const;

const badTokenRequests: Controls['broken'] = () => [
  { request: { body: {} }, rejectedBy: both },
  { request: { text: '{"description": ' }, rejectedBy: both },
];

/** Returns nearly empty requests with the tag, by which created resources are found; the second is cut short. */
function badCreations(field: string, rejectedBy: readonly Capability[] = ['credentials']): Controls['broken'] {
  return (tag) => [
    { request: { body: { [field]: tag } }, rejectedBy },
    { request: { text: `{"${field}": "${tag}", ` }, rejectedBy: both },
  ];
}

/** Returns an operation that creates, with its valid request. */
function creation(endpoint: Endpoint, body: (tag: string) => unknown) {
  const state = 'an access token';
  const valid: Controls['valid'] = async (given, tag) => {
    const { access_token: token } = await given(state);
    return { token, body: body(tag) };
  };
  return { endpoint, states: [state], valid } as const;
}

/** Returns a deletion with its valid request: all values of its state but the token are in the path. */
function deletion(endpoint: Endpoint, state: 'a queued payment intent' | 'an open in-store order') {
  const valid: Controls['valid'] = async (given) => {
    const { access_token, ...path } = await given(state);
    return { token: access_token, path };
  };
  return { endpoint, states: [state], valid } as const;
}

/** Returns the controls of a token request with the values of a state. */
function tokenControls(
  requirement: string,
  grant: GrantType,
  state: 'an authorization code' | 'a refresh token' | 'an application',
) {
  const valid: Controls['valid'] = async (given) => ({ body: tokenRequest(grant, await given(state)) });
  const fixed = { endpoint: 'oauth-token', negativeRequirement: 'TOK-22', broken: badTokenRequests } as const;
  return { ...fixed, requirement, states: [state], valid };
}

/** The property of a usual preference, which no copy of it has: a test of its industry may send the same data. */
export const TAG = Symbol('tag');

/** Returns the preference for tests of no industry, drawn from SEED and identified by its tag. */
export function usualPreference(tag: string): Preference {
  return Object.defineProperty(preference('retail', { seed: settings.SEED, tag }), TAG, { value: tag });
}

/** The controls of each operation; the token operation has a pair for each grant that it always offers. */
export const controls = {
  'oauth-token': tokenControls('TOK-01', 'authorization_code', 'an authorization code'),
  'oauth-token by refresh token': tokenControls('TOK-09', 'refresh_token', 'a refresh token'),
  // Not every target must offer it, so its rejection is no failure: only its form is found.
  'oauth-token by client credentials': tokenControls('TOK-11', 'client_credentials', 'an application'),
  'checkout-preferences': {
    ...creation('checkout-preferences', usualPreference),
    requirement: 'PRF-01',
    negativeRequirement: 'PRF-10',
    broken: badCreations('external_reference'),
  },
  'test-users': {
    ...creation('test-users', testUser),
    requirement: 'USR-01',
    negativeRequirement: 'USR-12',
    broken: badCreations('description', both),
  },
  'point-payment-intents': {
    ...deletion('point-payment-intents', 'a queued payment intent'),
    requirement: 'PNT-01',
    negativeRequirement: 'PNT-15',
    broken: () => [
      {
        request: { path: { device_id: createUnknownId('device'), payment_intent_id: createUnknownId('intent') } },
        rejectedBy: ['credentials'],
      },
    ],
  },
  'wallet-agreements': {
    ...creation('wallet-agreements', agreement),
    states: ['an access token', 'an application'],
    requirement: 'WAL-01',
    negativeRequirement: 'WAL-12',
    usual: async ({ token }, worker) => ({ query: { 'client.id': await clientNumber(worker, token) } }),
    broken: badCreations('external_flow_id'),
  },
  'instore-orders': {
    ...deletion('instore-orders', 'an open in-store order'),
    requirement: 'ORD-01',
    negativeRequirement: 'ORD-15',
    broken: () => [
      { request: { path: { user_id: '0', external_pos_id: createUnknownId('pos') } }, rejectedBy: ['credentials'] },
      { request: { path: { user_id: 'nobody', external_pos_id: '' } }, rejectedBy: ['credentials', 'validation'] },
    ],
  },
} as const satisfies Readonly<Record<Endpoint, Controls> & Record<string, Controls>>;

export type ControlName = keyof typeof controls;

/** Returns the valid request of an operation; a test changes one thing in it. */
export function validRequest(controlName: ControlName, given: Given, tag: string): Promise<CallOptions> {
  const { valid } = controls[controlName];
  return valid(given, tag);
}

/** Returns the number for client.id (4): of the token's own client, else of an application, else any. */
async function clientNumber({ extra, application }: Usual, token?: string): Promise<string> {
  const client_id = extra(token).client_id ?? (await tryOptional(application))?.client_id ?? '';
  return /^\d+$/.test(client_id) ? client_id : '1234567890';
}
