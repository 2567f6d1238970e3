const client = ['client_id', 'client_secret'] as const;
const application = [...client, 'redirect_uri'] as const;
const refresh = ['refresh_token', ...client] as const;
const intent = ['device_id', 'payment_intent_id', 'access_token'] as const;
const order = ['user_id', 'external_pos_id', 'access_token'] as const;

/** The provider states and the values that each returns: the public interface to a target, whose names are fixed. */
export const states = {
  'an application': application,
  'another application': application,
  'an application over its rate limit': client,
  'an authorization code': ['code', ...application],
  'an authorization code older than ten minutes': ['code', ...application],
  'a refresh token': refresh,
  'a revoked refresh token': refresh,
  'an expired refresh token': refresh,
  'a refresh token whose user withdrew the grant': refresh,
  'a refresh token of another user': refresh,
  'an access token': ['access_token', 'user_id'],
  'an expired access token': ['access_token'],
  'a test access token': ['access_token'],
  'an access token of an unregistered integrator': ['access_token'],
  'an access token that may not create test users': ['access_token'],
  'an access token with which creating a test user finds no resource': ['access_token'],
  'an access token with which creating a test user fails inside the service': ['access_token'],
  'a queued payment intent': intent,
  'a payment intent whose cancellation conflicts': intent,
  'a payment intent whose cancellation fails inside the service': intent,
  'an open in-store order': order,
  'an in-store order whose deletion fails inside the service': order,
} as const satisfies Record<string, readonly string[]>;

export type State = keyof typeof states;

export const stateNames = Object.keys(states).filter(isState);

/** Returns true if a name is that of a provider state. */
export function isState(name: string): name is State {
  return Object.hasOwn(states, name);
}

/** Fields that any state may return beyond its own, and that the suite then sends. */
export const extraValueNames = ['code_verifier', 'redirect_uri', 'client_id', 'x_platform_id'] as const;
export type ExtraValue = (typeof extraValueNames)[number];

/** The values of a state by name, all as text: a number such as a user_id is text in paths and comparisons. */
export type Values<S extends State> = Readonly<
  Record<(typeof states)[S][number], string> & Partial<Record<ExtraValue, string>>
>;

export interface StateValues {
  readonly state: State;
  readonly values: Readonly<Record<string, string>>;
}

/** The values of provider states by the name of the state, one row for each use. */
export type StatesOfFile = Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;

/** The states whose values a test uses up: from the environment they serve one test. */
export const consumedStates: ReadonlySet<State> = new Set([
  'an authorization code',
  'a refresh token',
  'a queued payment intent',
  'an open in-store order',
]);

/** Returns the environment variable for one value of a state: `STATE_A_REFRESH_TOKEN__CLIENT_ID`, or `<prefix>_CLIENT_ID`. */
export function toStateVariable(state: State, value: string, prefix = `STATE_${state}_`): string {
  return `${prefix}_${value}`.replace(/[^A-Za-z0-9_]+/g, '_').toUpperCase();
}
