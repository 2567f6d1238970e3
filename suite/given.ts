import { settings } from './environment.ts';
import { mayDelete } from './guard/deletions.ts';
import { noteLive } from './guard/live.ts';
import { keepSecret } from './redact.ts';
import { claim } from './run.ts';
import { isPublicValue } from './secrets/names.ts';
import { thisShard } from './shard.ts';
import { type State, states, usedUp, type Values, variableOf } from './states.ts';
import { stop } from './stop.ts';

/** Brings a provider state about and returns its values; ends the test where the target cannot provide it. */
export type Given = <S extends State>(state: S) => Promise<Values<S>>;

interface Provided {
  readonly given: Given;
  /** Ends every state that was brought about; what fails is returned, one sentence each. */
  readonly teardown: () => Promise<string[]>;
}

/** States from PROVIDER_STATES_URL (`url`) where it is set, else from the environment. */
export function provideStates(url: string, environment: NodeJS.ProcessEnv): Provided {
  const open: State[] = [];
  const given: Given = async (state) => {
    const values = url ? await ask(url, state) : fromEnvironment(state, environment);
    open.push(state);
    return complete(state, values, url ? `${url} answered without` : 'the environment lacks');
  };
  const teardown = async () =>
    url ? (await Promise.all(open.splice(0).map((s) => end(url, s)))).flat() : [];
  return { given, teardown };
}

async function ask(url: string, state: State): Promise<Record<string, unknown>> {
  const response = await post(url, state, 'setup').catch((error: unknown) =>
    stop(
      'inconclusive',
      `the provider state "${state}" could not be asked for at ${url}: ${reasonOf(error)}`,
    ),
  );
  if ([400, 404, 501].includes(response.status))
    stop('not exercised', `the target cannot provide the state "${state}" (${response.status})`);
  if (!response.ok) stop('inconclusive', `${url} answered ${response.status} to the state "${state}"`);
  const values: unknown = await response.json().catch(() => undefined);
  noteLive('declared', values);
  return typeof values === 'object' && values !== null ? { ...values } : {};
}

function fromEnvironment(state: State, environment: NodeJS.ProcessEnv): Record<string, unknown> {
  const entries = states[state].map((value) => [value, environment[variableOf(state, value)]] as const);
  const missing = entries.filter(([, text]) => !text).map(([value]) => variableOf(state, value));
  if (missing.length > 0) stop('not exercised', `the state "${state}" needs ${missing.join(', ')}`);
  if (usedUp.has(state) && !settings.WITHOUT.includes('state')) takeOnce(state);
  return Object.fromEntries(entries);
}

/** One test of the run gets a value that is used up; another machine may have the same value. */
function takeOnce(state: State): void {
  if ((thisShard()?.total ?? 1) > 1 && !settings.OWN_STATES)
    stop(
      'not exercised',
      `another machine may use up the one value of the state "${state}" in the environment: set OWN_STATES=1 where each machine has its own`,
    );
  if (!claim(variableOf(state, 'used')))
    stop(
      'not exercised',
      `the one value of the state "${state}" in the environment is used up by another test`,
    );
}

function complete<S extends State>(state: S, values: Record<string, unknown>, lack: string): Values<S> {
  const missing = states[state].filter((name) => !['string', 'number'].includes(typeof values[name]));
  if (missing.length > 0) stop('not exercised', `${lack} ${missing.join(', ')} for the state "${state}"`);
  const texts = states[state].map((name) => [name, String(values[name])] as const);
  for (const [name, text] of texts) if (!isPublicValue(name)) keepSecret(text, name);
  mayDelete(Object.fromEntries(texts));
  return Object.fromEntries(texts) as Values<S>;
}

async function end(url: string, state: State): Promise<string[]> {
  const response = await post(url, state, 'teardown').catch(reasonOf);
  if (typeof response === 'string') return [`The teardown of "${state}" failed: ${response}.`];
  return response.ok ? [] : [`The teardown of "${state}" answered ${response.status}.`];
}

function post(url: string, state: State, action: 'setup' | 'teardown'): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ state, params: {}, action }),
    signal: AbortSignal.timeout(10_000),
  });
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
