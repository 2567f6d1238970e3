import type { SentRequest } from '#api/exchange';
import { type State, toStateVariable } from '#api/states';
import { createFinder } from '#redaction/finder';
import { context } from '../context.ts';
import { PRINTING } from '../process/program.ts';
import { listReportedSettings } from '../reported-settings.ts';

/** Says where a value in a request came from. */
interface Origin {
  readonly state: State;
  /** The shell variable that stands for it: `STATE_A_QUEUED_PAYMENT_INTENT__DEVICE_ID`. */
  readonly variable: string;
}

const origins = new Map<string, Origin>();
/** A run is given thousands of values: they are looked for in one pass. Short ones stand in a request by chance. */
const finder = createFinder(undefined, (value) => [value]);

/** Remembers what a state gave, so that a request can be sent again with the values of a fresh one. */
export function keepOrigin(state: State, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values))
    if (finder.learn(value)) origins.set(value, { state, variable: toStateVariable(state, name) });
}

/** The text with every value of a provider state replaced by what `write` makes of its variable. */
export function replaceStateValues(text: string, write: (variable: string) => string): string {
  let replaced = '';
  let from = 0;
  for (const { at, secret: value } of finder.find(text)) {
    replaced += text.slice(from, at) + write(origins.get(value)?.variable ?? value);
    from = at + value.length;
  }
  return replaced + text.slice(from);
}

/**
 * The lines that set the variables of a curl line to the values of fresh states, for a shell. There are none where the
 * embedded provider is gone by then, and where two states would set one variable to two values.
 */
export function freshStateLines({ url, headers, body = '' }: SentRequest): string[] {
  if (context().settings.TARGET === 'embedded') return [];
  const text = [url, body, ...Object.values(headers)].join('\n');
  const values = new Set([...finder.find(text)].map(({ secret }) => secret));
  const used = [...values].flatMap((value) => origins.get(value) ?? []);
  const variables = used.map(({ variable }) => variable);
  if (new Set(variables).size < variables.length) return [];
  const states = [...new Set(used.map(({ state }) => state))];
  return states.map((state) => `eval "$(${[...places(), PRINTING, 'state', `'${state}'`].join(' ')})"`);
}

/** Returns where the target is; what may hold a password stands in the variables of whoever pastes the line. */
function places(): string[] {
  const set = Object.entries(listReportedSettings()).filter(([name]) =>
    /^(?:TARGET|BASE_URL|PROVIDER_STATES_URL)$/.test(name),
  );
  return set.filter(([, value]) => value !== '').map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'`);
}
