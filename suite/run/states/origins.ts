import type { SentRequest } from '../../core/exchange.ts';
import type { State } from '../../core/states.ts';
import { context } from '../context.ts';
import { PRINTING } from '../process/program.ts';
import { tellingSettings } from '../telling-settings.ts';

/** Where a value in a request came from. */
interface Origin {
  readonly state: State;
  /** The shell variable that stands for it: `DEVICE_ID`. */
  readonly variable: string;
}

/** Shorter ones stand in a request by chance. */
const SHORTEST = 5;

const origins = new Map<string, Origin>();

/** Remembers what a state gave, so that a request can be sent again with the values of a fresh one. */
export function keepOrigin(state: State, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values))
    if (value.length >= SHORTEST && !origins.has(value))
      origins.set(value, { state, variable: name.toUpperCase() });
}

/** The text with every value of a provider state replaced by what `write` makes of its variable. */
export function replaceStateValues(text: string, write: (variable: string) => string): string {
  const found = [...origins].filter(([value]) => text.includes(value));
  const longestFirst = found.toSorted(([one], [other]) => other.length - one.length);
  return longestFirst.reduce(
    (replaced, [value, { variable }]) => replaced.replaceAll(value, write(variable)),
    text,
  );
}

/**
 * The lines that set the variables of a curl line to the values of fresh states, for a shell. There are none where the
 * embedded provider is gone by then, and where two states would set one variable to two values.
 */
export function freshStateLines({ url, headers, body = '' }: SentRequest): string[] {
  if (context().settings.TARGET === 'embedded') return [];
  const text = [url, body, ...Object.values(headers)].join('\n');
  const used = [...origins].filter(([value]) => text.includes(value)).map(([, origin]) => origin);
  const variables = used.map(({ variable }) => variable);
  if (new Set(variables).size < variables.length) return [];
  const states = [...new Set(used.map(({ state }) => state))];
  return states.map((state) => `eval "$(${[...places(), PRINTING, 'state', `'${state}'`].join(' ')})"`);
}

/** Where the target is; what may hold a password stands in the variables of whoever pastes the line. */
function places(): string[] {
  const set = Object.entries(tellingSettings()).filter(([name]) =>
    /^(?:TARGET|BASE_URL|PROVIDER_STATES_URL)$/.test(name),
  );
  return set
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'`);
}
