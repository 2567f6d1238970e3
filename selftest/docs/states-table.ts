import { markdownTable } from 'markdown-table';
import { consumedStates, type State, states } from '#api/states';

interface StateRow {
  /** Holds what must happen when a test uses the values. */
  readonly effect: string;
  /** Says where the values come from if the target has no endpoint for provider states. */
  readonly source: string;
}

const rows: Readonly<Record<State, StateRow>> = {
  'an application': {
    effect: 'Token requests with these credentials are accepted; `redirect_uri` is registered for it',
    source: 'Register a test application.',
  },
  'another application': {
    effect: 'The same, with another `redirect_uri`',
    source: 'Register a second application.',
  },
  'an application over its rate limit': {
    effect: 'Every token request returns 429 `local_rate_limited`',
    source: 'Ask the provider for a limit of 0. The suite does not flood a service.',
  },
  'an authorization code': {
    effect: 'The first exchange succeeds',
    source: 'Open the authorization page with a test user. Valid for 10 minutes.',
  },
  'an authorization code older than ten minutes': {
    effect: 'The exchange returns `invalid_grant`',
    source: 'Get a code 11 minutes before the run.',
  },
  'a refresh token': {
    effect: 'The first renewal succeeds',
    source: 'Exchange a code and use its refresh token.',
  },
  'a revoked refresh token': {
    effect: 'The renewal returns `invalid_grant`',
    source: 'Revoke one, or use one that was already rotated.',
  },
  'an expired refresh token': {
    effect: 'The renewal returns `invalid_grant`',
    source: 'Keep an old one. The reference does not show how long one lives.',
  },
  'a refresh token whose user withdrew the grant': {
    effect: 'The renewal returns `unauthorized_client`',
    source: 'Withdraw the grant in the settings of a test user.',
  },
  'a refresh token of another user': {
    effect: 'The renewal returns `forbidden`',
    source: 'Ask the provider for one that your application may not use.',
  },
  'an access token': {
    effect: 'Protected operations succeed; `user_id` is its owner',
    source: 'Exchange a code.',
  },
  'an expired access token': {
    effect: 'Protected operations return a documented error',
    source: 'Keep one that is older than its `expires_in`.',
  },
  'a test access token': {
    effect: 'The token has the type TEST; what it opens is recorded',
    source: 'Exchange a code with `test_token: true`.',
  },
  'an access token of an unregistered integrator': {
    effect: 'A cancellation returns 403 `bad_request`',
    source: 'Use a token of an application without a point of sale.',
  },
  'an access token that may not create test users': {
    effect: 'Creating a test user returns 403',
    source: 'Use a token of a test user.',
  },
  'an access token with which creating a test user finds no resource': {
    effect: 'Creating a test user returns 404',
    source: 'Ask the provider.',
  },
  'an access token with which creating a test user fails inside the service': {
    effect: 'Creating a test user returns 500',
    source: 'Ask the provider.',
  },
  'a queued payment intent': {
    effect: 'The first cancellation succeeds',
    source: 'Create one with the device API and leave it in the queue.',
  },
  'a payment intent whose cancellation conflicts': {
    effect: 'The cancellation returns 409 `bad_request`',
    source: 'The same, and open it on the device before the run.',
  },
  'a payment intent whose cancellation fails inside the service': {
    effect: 'The cancellation returns 500 `bad_request`',
    source: 'Ask the provider.',
  },
  'an open in-store order': {
    effect: 'The first deletion succeeds',
    source: 'Create one for a point of sale of your test account.',
  },
  'an in-store order whose deletion fails inside the service': {
    effect: 'The deletion returns 500 `in_store_order_creation_error`',
    source: 'Ask the provider.',
  },
};

const marks = ['<!-- states: made by npm run docs -- --states -->', '<!-- end of states -->'] as const;

/** The requirements that a run saw taking each state: `states` of conformance.json. */
export type Takers = Readonly<Record<string, readonly string[]>>;

/** Returns the page with a new table of provider states between its marks; throws if it has no marks. */
export function withStatesTable(page: string, takers: Takers): string {
  const [before, rest] = page.split(marks[0]);
  const [, after] = rest?.split(marks[1]) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`docs/provider-states.md has no table of states. Expected the lines ${marks.join(' and ')}.`);
  return `${before}${marks[0]}\n\n${statesTable(takers)}\n\n${marks[1]}${after}`;
}

/** Returns the requirements that need each state, as the command doctor prints them. */
export function toRanges(takers: Takers): Record<string, string> {
  return Object.fromEntries(Object.keys(rows).map((state) => [state, ranges(takers[state] ?? [])]));
}

function statesTable(takers: Takers): string {
  const names = Object.keys(states).filter((name): name is State => Object.hasOwn(states, name));
  const lines = names.map((state) => [
    consumedStates.has(state) ? `${state} (single use)` : state,
    states[state].join(', '),
    rows[state].effect,
    ranges(takers[state] ?? []),
    rows[state].source,
  ]);
  const head = ['state', 'values', 'what must happen', 'used by', 'without an endpoint'];
  return markdownTable([head, ...lines], { alignDelimiters: false });
}

/** `TOK-01 to TOK-03, TOK-07` */
function ranges(ids: readonly string[]): string {
  const runs: string[][] = [];
  for (const id of [...ids].sort()) {
    const run = runs.at(-1);
    if (run && follows(run.at(-1) ?? '', id)) run.push(id);
    else runs.push([id]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', '))).join(', ');
}

function follows(before: string, id: string): boolean {
  const [kind, number] = before.split('-');
  return id === `${kind}-${String(Number(number) + 1).padStart(2, '0')}`;
}
