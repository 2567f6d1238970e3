import type { Provider } from '../../mock/server.ts';
import { memberOf } from '../../suite/core/exchange.ts';
import { furtherNames, type State, states } from '../../suite/core/states.ts';

/** The values of a provider state by name, all as text. */
export type GivenValues = Readonly<Record<string, string>>;

/** Brings a provider state about in the embedded provider. */
export type Give = (state: State) => GivenValues;

/** Asks the embedded provider for its states, without a request of its own. */
export function giveFrom({ provide }: Provider): Give {
  return (state) => {
    const values = provide(state);
    if (!values) throw new Error(`The embedded provider has no state "${state}".`);
    const all = [...states[state], ...furtherNames].map((name): [string, unknown] => [
      name,
      memberOf(values, name),
    ]);
    return Object.fromEntries(
      all.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    );
  };
}
