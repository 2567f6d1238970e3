import { markdownTable } from 'markdown-table';
import { type State, states, usedUp, variableOf } from '#api/states';

const intent =
  'Create one through the device API of your test account and leave it in the queue of the device.';

/** How the values of each provider state are obtained where a target has no endpoint for states. */
const howToObtain: Readonly<Record<State, string>> = {
  'an application': 'Register a test application; its client id, secret and redirect URI are on its page.',
  'another application': 'Register a second one, with a redirect URI of its own.',
  'an application over its rate limit': 'Ask the provider for one whose limit is 0: the suite floods nobody.',
  'an authorization code':
    'Walk through the authorization pages with a test user; it is valid for ten minutes.',
  'an authorization code older than ten minutes': 'The same, eleven minutes before the run.',
  'a refresh token': 'Exchange an authorization code and keep the refresh token of the answer.',
  'a revoked refresh token': 'Revoke one, or use one that was renewed where the provider rotates them.',
  'an expired refresh token': 'Keep one of an earlier period; the reference shows no lifetime.',
  'a refresh token whose user withdrew the grant':
    'Withdraw the grant of a test user in the account settings.',
  'a refresh token of another user': 'Ask the provider: one that your application may not use.',
  'an access token': 'Exchange an authorization code; keep access_token and user_id of the answer.',
  'an expired access token': 'Keep one that is older than its expires_in.',
  'a test access token': 'Exchange a code with test_token true; the text begins with TEST.',
  'an access token of an unregistered integrator': 'A token of an application that has no point of sale.',
  'an access token that may not create test users':
    'A token of a test user, or of an application without the right.',
  'an access token with which creating a test user finds no resource': 'Ask the provider.',
  'an access token with which creating a test user fails inside the service': 'Ask the provider.',
  'a queued payment intent': intent,
  'a payment intent whose cancellation conflicts': 'The same, and open it on the device before the run.',
  'a payment intent whose cancellation fails inside the service': 'Ask the provider.',
  'an open in-store order': 'Create one for a point of sale of your test account.',
  'an in-store order whose deletion fails inside the service': 'Ask the provider.',
};

const marks = ['<!-- states: made by npm run docs -- --states -->', '<!-- end of states -->'] as const;

/** The requirements that a run saw taking each state: `states` of conformance.json. */
export type Takers = Readonly<Record<string, readonly string[]>>;

/** A page with the table of the provider states between its marks made anew; throws where it has no marks. */
export function withStatesTable(page: string, takers: Takers): string {
  const [before, rest] = page.split(marks[0]);
  const [, after] = rest?.split(marks[1]) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(
      `docs/targets.md has no place for the table of states: put ${marks.join(' and ')} where it belongs.`,
    );
  return `${before}${marks[0]}\n\n${statesTable(takers)}\n\n${marks[1]}${after}`;
}

function statesTable(takers: Takers): string {
  const names = Object.keys(states).filter((name): name is State => Object.hasOwn(states, name));
  const rows = names.map((state) => [
    usedUp.has(state) ? `${state} (used up)` : state,
    states[state].map((value) => `\`${variableOf(state, value)}\``).join('<br>'),
    ranges(takers[state] ?? []),
    howToObtain[state],
  ]);
  return markdownTable([['state', 'variables', 'needed by', 'how to get it'], ...rows], {
    alignDelimiters: false,
  });
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
