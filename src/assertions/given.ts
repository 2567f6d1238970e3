import { setTimeout as sleep } from 'node:timers/promises';
import { test } from '@playwright/test';
import pMap from 'p-map';
import { getDescriptions, REQUIREMENT } from '#api/covers';
import { isSuccess } from '#api/exchange';
import {
  consumedStates,
  type ExtraValue,
  extraValueNames,
  type State,
  states,
  toStateVariable,
  type Values,
} from '#api/states';
import { toPublicUrl } from '#api/text';
import { isObject, parseNumbersAsText } from '#api/values/json';
import { firstLine } from '#http/failure';
import type { Recorder } from '#http/replay/recorder';
import type { Reproduction } from '#http/reproduction/shell';
import { createStateRequest, type StatesClient } from '#http/states-client';
import { isPublicValue } from '#redaction/names';
import { recordSecret, recordUrlSecrets, sanitize } from '#redaction/redact';
import { appendToChannel, claimOnce, isClaimed } from '#run/channels';
import type { RunContext } from '#run/run-context';
import { getScope } from '#run/running-test';
import { getWrittenState } from '#run/settings/target';
import { skipTest } from '#run/skip';
import type { StatesStore } from '#run/states-store';
import { countOwedValues } from '#safety/budget';
import type { Guard } from '#safety/guard';
import { recordLiveMode } from '#safety/live-tokens';
import { concurrency } from './each-case.ts';
import type { createCredentials } from './repeated-credentials.ts';

type Row = Readonly<Record<string, string>>;

export interface Connected {
  /** The run, with the URLs of the target as its settings. */
  readonly run: RunContext;
  readonly states: StatesClient | undefined;
  readonly guard: Guard;
  readonly reproduction: Reproduction;
  readonly store: StatesStore;
  readonly recordState: Recorder['recordState'];
  readonly stateRecords: StateRecords;
  readonly credentials: ReturnType<typeof createCredentials>;
}

/** Sets up a provider state and returns its values, at least `age` milliseconds old; ends the test if it cannot. */
export type Given = <S extends State>(state: S, age?: number) => Promise<Values<S>>;

/** Provides the states of a test; or those of control requests, which many tests need and which so leave none to others. */
export function provideStates(connection: Connected, isOfControl = false) {
  const { states: client } = connection;
  const open: State[] = [];
  const taken: State[] = [];
  recordUrlSecrets(client?.url ?? '');
  const takeFromEnvironment = (state: State) => {
    const isLast = isOfControl || test.info().retry > 0; // leaves none to other tests
    const count = taken.filter((each) => each === state).length;
    return fromEnvironment(state, connection.run, () => (isLast ? 0 : countOwedValues(state, test.info(), count)));
  };
  const given: Given = async (state, age = 0) => {
    if (!isOfControl) connection.stateRecords.recordUse(state);
    const provided = client && (await takeOrAsk(client, state, age, open));
    const values = provided ?? takeFromEnvironment(state);
    taken.push(state);
    const isOfUrl = provided !== undefined && client?.url !== '';
    const from = provided ? `${getName(client)} returned no` : 'the environment lacks';
    const texts = complete(state, isOfUrl ? values : recordOwnValues(state, values, connection), from);
    connection.guard.checkState(state, texts);
    connection.credentials.learnState(texts);
    connection.stateRecords.recordValues(texts);
    connection.reproduction.recordStateValues(state, texts);
    return texts;
  };
  const teardown = async () =>
    client ? (await pMap(open.splice(0), (state) => end(client, state), { concurrency: concurrency() })).flat() : [];
  return { given, teardown };
}

/** Takes a spare set of a state's values or asks for one, and waits until it is `age` milliseconds old. */
async function takeOrAsk(client: StatesClient, state: State, age: number, open: State[]) {
  const spare = client.spares?.take(state);
  const values = spare?.values ?? (await ask(client, state, open));
  if (values && age > 0) await sleep(Math.max(1, (spare?.since ?? Date.now()) + age - Date.now()));
  return values;
}

/** Asks for a state. An array holds several sets of its values, and needs no teardown. */
async function ask(client: StatesClient, state: State, open: State[]): Promise<Record<string, unknown> | undefined> {
  const { status, json, text } = await client.setup(createStateRequest(client.url, state, 'setup'));
  if (client.url === '' && status === 404) return undefined;
  if ([400, 404, 501].includes(status)) skipTest({ kind: 'state refused', state, status });
  if (!isSuccess(status)) skipTest({ kind: 'states broken', state, url: getName(client), status });
  for (const values of [json].flat()) recordLiveMode('declared', values);
  const given = parseNumbersAsText(text);
  if (!Array.isArray(given)) open.push(state);
  const [first = {}, ...others] = [given].flat().map((set) => (isObject(set) ? set : {}));
  client.spares?.keep(state, others);
  return first;
}

/** Returns the values of a state that no URL gave, with the current refresh token, and records them for a replay. */
function recordOwnValues(state: State, values: Record<string, unknown>, { store, recordState }: Connected) {
  const { refresh_token } = values;
  const isCarried = state === 'a refresh token' && typeof refresh_token === 'string';
  const now = isCarried ? { ...values, refresh_token: store.getLatestToken(refresh_token) } : values;
  recordState(createStateRequest('environment:states', state, 'setup'), now);
  return now;
}

function getName(client: StatesClient | undefined): string {
  return toPublicUrl(client?.url ?? '') || 'STATES_COMMAND';
}

function complete<S extends State>(state: S, values: Record<string, unknown>, from: string): Values<S> {
  const isGiven = (name: string) => typeof values[name] === 'string';
  const missing = states[state].filter((name) => !isGiven(name));
  const found = [...new Set([...states[state], ...extraValueNames])].filter(isGiven);
  const texts = Object.fromEntries(found.map((name) => [name, String(values[name])]));
  if (!isComplete(state, texts)) return skipTest({ kind: 'state incomplete', state, from, missing });
  const garbled = found.find((name) => /\p{Cc}/u.test(texts[name] ?? ''));
  if (garbled !== undefined) skipTest({ kind: 'state garbled', state, name: garbled });
  for (const name of found) if (!isPublicValue(name)) recordSecret(String(values[name]));
  return texts;
}

function isComplete<S extends State>(state: S, texts: Record<string, string>): texts is Values<S> {
  return states[state].every((name) => Object.hasOwn(texts, name));
}

/** Ends a state; a failure is also recorded for the run, since a worker ends states after its last test. */
async function end(client: StatesClient, state: State): Promise<string[]> {
  const response = await client.teardown(createStateRequest(client.url, state, 'teardown')).catch(firstLine);
  if (typeof response !== 'string' && isSuccess(response.status)) return [];
  const why = typeof response === 'string' ? `failed: ${sanitize(response)}` : `returned ${response.status}`;
  appendToChannel('failed teardowns', { state, why });
  return [`The teardown of "${state}" ${why}.`];
}

function fromEnvironment(state: State, { settings, written, shard }: RunContext, owed: () => number): Row {
  const { rows, lacking } = getWrittenState(state, written, settings.STATES_FILE);
  if (lacking.length > 0) skipTest({ kind: 'state unset', state, variables: lacking });
  const isTaken = consumedStates.has(state) && !settings.WITHOUT.includes('state');
  const row = isTaken ? takeAlone(state, rows, shard, owed) : (rows[0] ?? {});
  recordLiveMode('declared', row);
  return row;
}

/** Takes a value that no other test has, if it is not left to more telling tests. */
function takeAlone(state: State, rows: readonly Row[], shard: RunContext['shard'], owed: () => number): Row {
  if ((shard?.total ?? 1) > 1) skipTest({ kind: 'state shared', state });
  const getName = (row: Row) => `${toStateVariable(state, 'used')}-${rows.indexOf(row)}`;
  const left = rows.filter((row) => !isClaimed(getName(row)));
  const free = left.length > owed() ? left.find((row) => claimOnce(getName(row))) : undefined;
  return free ?? skipTest({ kind: 'state used up', state, values: rows.length });
}

export type StateRecords = ReturnType<typeof createStateRecords>;

/** Creates what a worker remembers of provider states: the tests that used them, and their extra values. */
export function createStateRecords({ targets }: Pick<RunContext, 'targets'>) {
  const uses = new Set<string>();
  /** Values of a provider state beyond its own, or of the client of another. */
  const extraValues = new Map<string, Readonly<Partial<Record<ExtraValue, string>>>>();
  const ofScope = new Map<string, Set<State>>();
  const recordUse = (state: State) => {
    if (targets.length > 0) return; // a run over several targets has no report of a user's
    ofScope.set(getScope(), (ofScope.get(getScope()) ?? new Set()).add(state));
    for (const id of getDescriptions(test.info().annotations, REQUIREMENT)) {
      const line = JSON.stringify([state, id]);
      if (uses.has(line)) continue;
      uses.add(line);
      appendToChannel('states', [state, id]);
    }
  };
  return {
    recordUse,
    /** Records that the running test uses the states of the scope, which another test may have set up. */
    recordAgain: () => ofScope.get(getScope())?.forEach(recordUse),
    recordValues: (values: Readonly<Record<string, string>>) => {
      const given = extraValueNames.filter((name) => values[name] !== undefined);
      const further = Object.fromEntries(given.map((name) => [name, values[name]]));
      for (const key of [values.client_id, values.client_secret, values.access_token])
        if (key !== undefined) extraValues.set(key, { ...extraValues.get(key), ...further });
    },
    /** Returns the extra values of a client_id, a client_secret or an access token. */
    getExtraValues: (key = '') => extraValues.get(key) ?? {},
  };
}
