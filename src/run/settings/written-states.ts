import { consumedStates, extraValueNames, isState, type State, states, toStateVariable } from '#api/states';
import { isObject, numbersAsText } from '#api/values/json';

type Written = Readonly<Record<string, string>>;

export type StatesOfFile = Readonly<Record<string, readonly Written[]>>;

/** The values of a state, one row for each test that uses them up; or the variables that it lacks. */
export interface WrittenState {
  readonly rows: readonly Written[];
  readonly lacking: readonly string[];
}

/** The values that hold no comma, so that one separates several; a secret or a URL may hold one. */
const listable =
  /^(?:code|code_verifier|refresh_token|access_token|device_id|payment_intent_id|user_id|external_pos_id)$/;

/** Returns the values of a state from STATES_FILE, else from its variables, which hold lists of consumed values. */
export function writtenState(state: State, written: Written, ofFile: StatesOfFile = {}): WrittenState {
  const rows = ofFile[state];
  if (rows !== undefined) return { rows, lacking: [] };
  const lacking = states[state].map((name) => toStateVariable(state, name)).filter((name) => !written[name]);
  if (lacking.length > 0) return { rows: [], lacking };
  const lists = listsOf(state, written);
  const count = Math.max(...lists.map(([, values]) => values.length));
  const row = (index: number) =>
    Object.fromEntries(lists.map(([name, values]) => [name, values[index] ?? values[0] ?? '']));
  return { rows: Array.from({ length: count }, (_, index) => row(index)), lacking };
}

/** Returns the message for the first state whose lists differ in length; undefined if there is none. */
export function unevenState(written: Written): string | undefined {
  for (const state of consumedStates) {
    const long = listsOf(state, written).filter(([, values]) => values.length > 1);
    const [[name, { length }] = ['', []], ...others] = long;
    const [other, values] = others.find(([, values]) => values.length !== length) ?? [];
    if (other !== undefined && values !== undefined)
      return `${toStateVariable(state, name)} has ${length} values and ${toStateVariable(state, other)} has ${values.length}. Expected as many of each, or one for all.`;
  }
  return undefined;
}

function listsOf(state: State, written: Written): (readonly [name: string, values: readonly string[]])[] {
  return [...new Set([...extraValueNames, ...states[state]])].flatMap((name) => {
    const text = written[toStateVariable(state, name)];
    if (!text) return [];
    const isList = consumedStates.has(state) && listable.test(name);
    const values = text.split(',').map((value) => value.trim());
    return [[name, isList ? values.filter(Boolean) : [text]] as const];
  });
}

/** Parses the states of a JSON text; throws what is wrong with it, without any of its values. */
export function statesOfFile(text: string): StatesOfFile {
  const found = numbersAsText(text);
  if (!isObject(found)) throw new Error('it is not a JSON object');
  return Object.fromEntries(
    Object.entries(found).map(([state, values]) => {
      if (!isState(state)) throw new Error(`"${state}" is not a provider state`);
      return [state, (Array.isArray(values) ? values : [values]).map((row: unknown) => rowOf(state, row))];
    }),
  );
}

function rowOf(state: State, row: unknown): Written {
  const entries = isObject(row) ? Object.entries(row) : [];
  const names = [...states[state], ...extraValueNames, 'live_mode'];
  const [foreign] = entries.find(([name]) => !names.includes(name)) ?? [];
  if (foreign !== undefined)
    throw new Error(
      `"${state}" has the unknown field ${JSON.stringify(foreign)}; its fields are ${states[state].join(', ')}`,
    );
  const isValue = (value: unknown) => typeof value === 'string' || typeof value === 'boolean';
  if (entries.length === 0 || !entries.every(([, value]) => isValue(value)))
    throw new Error(`"${state}" is not an object of texts`);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
