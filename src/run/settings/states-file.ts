import { readFileSync } from 'node:fs';
import { EnvError, makeExactValidator } from 'envalid';
import { extraValueNames, isState, type State, states } from '#api/states';
import { isObject, numbersAsText } from '#api/values/json';

/** The values of provider states by the name of the state, one row for each use. */
export type StatesOfFile = Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;

const kind = makeExactValidator<StatesOfFile>((file) => {
  try {
    return statesOfFile(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = error instanceof Error && !('code' in error) ? error.message : 'it cannot be read';
    throw new EnvError(
      `the path of a JSON file such as {"an authorization code": [{"code": "…", "client_id": "…"}]}; ${why}`,
    );
  }
});

/** Returns a setting that accepts the path of a JSON file of provider states. */
export const statesFile = (desc: string) => kind({ desc, default: undefined });

/** Parses the states of a JSON text; throws what is wrong with it, without any of its values. */
export function statesOfFile(text: string): StatesOfFile {
  const found = numbersAsText(text);
  if (!isObject(found)) throw new Error('it is not a JSON object');
  return Object.fromEntries(
    Object.entries(found).map(([state, values]) => {
      if (!isState(state)) throw new Error(`"${state}" is not a provider state`);
      return [state, (Array.isArray(values) ? values : [values]).map((row: unknown) => getRow(state, row))];
    }),
  );
}

function getRow(state: State, row: unknown): StatesOfFile[string][number] {
  const entries = isObject(row) ? Object.entries(row) : [];
  const names = [...states[state], ...extraValueNames, 'live_mode'];
  const [foreign] = entries.find(([name]) => !names.includes(name)) ?? [];
  if (foreign !== undefined)
    throw new Error(
      `"${state}" has the unknown field ${JSON.stringify(foreign)}; its fields are ${states[state].join(', ')}`,
    );
  const isValue = (value: unknown) => typeof value === 'string' || typeof value === 'boolean';
  if (entries.length === 0 || !entries.every(([, value]) => isValue(value)))
    throw new Error(`the value of "${state}" is not an object of strings`);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
