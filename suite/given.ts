import { settings } from './environment.ts';
import { isSuccess, type SentRequest } from './exchange.ts';
import { mayDelete } from './guard/deletions.ts';
import { noteLive } from './guard/live.ts';
import { isShortOfStates } from './plan/rehearsing.ts';
import { keepSecret } from './redact.ts';
import { claim } from './run.ts';
import { isPublicValue } from './secrets/names.ts';
import { thisShard } from './shard.ts';
import { type State, states, usedUp, type Values, variableOf } from './states.ts';
import type { StatesLine } from './states-line.ts';
import { tellState } from './states-told.ts';
import { stop } from './stop.ts';
import { firstLine } from './transport/lack.ts';

/** Brings a provider state about and returns its values; ends the test where the target cannot provide it. */
export type Given = <S extends State>(state: S) => Promise<Values<S>>;

interface Provided {
  readonly given: Given;
  /** Ends every state that was brought about; what fails is returned, one sentence each. */
  readonly teardown: () => Promise<string[]>;
}

/** States from PROVIDER_STATES_URL (`url`) where it is set, else from the environment. */
export function provideStates(url: string, environment: NodeJS.ProcessEnv, line: StatesLine): Provided {
  const open: State[] = [];
  const given: Given = async (state) => {
    tellState(state);
    if (isShortOfStates(environment)) fromEnvironment(state, environment); // ends the test where the real run would
    const values = url ? await ask(url, state, line) : fromEnvironment(state, environment);
    open.push(state);
    return complete(state, values, url ? `${url} answered without` : 'the environment lacks');
  };
  const teardown = async () =>
    url ? (await Promise.all(open.splice(0).map((s) => end(url, s, line)))).flat() : [];
  return { given, teardown };
}

async function ask(url: string, state: State, { setup }: StatesLine): Promise<Record<string, unknown>> {
  const { status, json } = await setup(requestFor(url, state, 'setup'));
  if ([400, 404, 501].includes(status))
    stop('not exercised', `the target cannot provide the state "${state}" (${status})`);
  if (!isSuccess(status)) stop('inconclusive', `${url} answered ${status} to the state "${state}"`);
  noteLive('declared', json);
  return typeof json === 'object' && json !== null ? { ...json } : {};
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
  const isGiven = (name: string) => ['string', 'number'].includes(typeof values[name]);
  const missing = states[state].filter((name) => !isGiven(name));
  const found = states[state].filter(isGiven);
  const texts = Object.fromEntries(found.map((name) => [name, String(values[name])]));
  if (!isComplete(state, texts))
    return stop('not exercised', `${lack} ${missing.join(', ')} for the state "${state}"`);
  for (const name of found) if (!isPublicValue(name)) keepSecret(String(values[name]), name);
  mayDelete(texts);
  return texts;
}

function isComplete<S extends State>(state: S, texts: Record<string, string>): texts is Values<S> {
  return states[state].every((name) => Object.hasOwn(texts, name));
}

async function end(url: string, state: State, { teardown }: StatesLine): Promise<string[]> {
  const answer = await teardown(requestFor(url, state, 'teardown')).catch(firstLine);
  if (typeof answer === 'string') return [`The teardown of "${state}" failed: ${answer}.`];
  return isSuccess(answer.status) ? [] : [`The teardown of "${state}" answered ${answer.status}.`];
}

function requestFor(url: string, state: State, action: 'setup' | 'teardown'): SentRequest {
  const body = JSON.stringify({ state, params: {}, action });
  return { method: 'POST', url, headers: { 'content-type': 'application/json' }, body };
}
