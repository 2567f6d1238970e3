import { memberOf } from '../../suite/core/exchange.ts';
import { furtherNames, type State, states } from '../../suite/core/states.ts';

/** The values of a provider state by name, all as text. */
export type GivenValues = Readonly<Record<string, string>>;

/** Brings a provider state about in the embedded provider. */
export type Give = (state: State) => Promise<GivenValues>;

/** Asks the embedded provider for its states. */
export function giveFrom(statesUrl: string): Give {
  return async (state) => {
    const response = await fetch(statesUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ state, params: {}, action: 'setup' }),
    });
    const values: unknown = await response.json();
    if (!response.ok)
      throw new Error(`The embedded provider answered ${response.status} to the state "${state}".`);
    const own = states[state].map((name): [string, unknown] => [name, memberOf(values, name)]);
    const further = furtherNames.map((name): [string, unknown] => [name, memberOf(values, name)]);
    const all = [...own, ...further].filter(([, value]) => value !== undefined);
    return Object.fromEntries(all.map(([name, value]) => [name, String(value)]));
  };
}
