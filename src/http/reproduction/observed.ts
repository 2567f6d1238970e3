import type { ResponseRecord, SentRequest } from '#api/exchange';
import type { State, StateValues } from '#api/states';
import { escapeRegExp } from '#api/text';
import { createFinder } from '#redaction/finder';
import { listSpellings } from '#redaction/names';

/** A request of this worker, everything in it as one text, and the text that came back. */
export interface Observed {
  readonly request: SentRequest;
  readonly sent: string;
  readonly text: string;
}

/** The newest exchanges are enough: a test uses what it, or the valid request before it, was issued. */
const MOST_EXCHANGES = 300;
const LONGEST_BODY = 100_000;
const MOST_ALIKE = 50;

export type Observations = ReturnType<typeof createObservations>;

/** Creates the record of what the states and the target gave a worker, with which its requests can be reproduced. */
export function createObservations() {
  const given: StateValues[] = [];
  const byValue = new Map<string, StateValues[]>();
  /** A run gets thousands of values: they are found in one pass. Short ones occur in a request by chance. */
  const finder = createFinder(undefined, (value) => [value]);
  const observed: Observed[] = [];
  return {
    /** Records the values of a state, so that a request can be sent again with those of a fresh one. */
    recordStateValues: (state: State, values: StateValues['values']) => {
      const added = { state, values };
      given.push(added);
      for (const value of Object.values(values)) {
        finder.learn(value);
        byValue.set(value, [...(byValue.get(value) ?? []), added].slice(-MOST_ALIKE));
      }
    },
    /** Records an exchange, so that a later request can be reproduced that uses what it issued or consumed. */
    recordObserved: (request: SentRequest, { text }: Pick<ResponseRecord, 'text'>) => {
      if (text.length > LONGEST_BODY || (request.body ?? '').length > LONGEST_BODY) return;
      observed.push({ request, sent: toText(request), text });
      if (observed.length > MOST_EXCHANGES) observed.shift();
    },
    /** Returns the fewest states whose values a text holds; of equal ones the latest. */
    findStates: (text: string) => {
      const values = new Set([...finder.find(text)].map(({ secret }) => secret));
      return coverValues(values, [...new Set([...values].flatMap((value) => byValue.get(value) ?? []))]);
    },
    latestStates: () => given.slice(-100).reverse(),
    /** Returns the exchanges before a request; all of them for one that is not recorded. */
    observedBefore: (request: SentRequest): readonly Observed[] => {
      const at = observed.findIndex((each) => each.request === request);
      return at < 0 ? observed : observed.slice(0, at);
    },
  };
}

function coverValues(values: ReadonlySet<string>, states: readonly StateValues[]): StateValues[] {
  let left = values;
  const found: StateValues[] = [];
  while (left.size > 0 && states.length > 0) {
    const count = (state: StateValues) => Object.values(state.values).filter((value) => left.has(value)).length;
    const best = states.reduce((one, other) => (count(other) >= count(one) ? other : one));
    found.push(best);
    left = new Set([...left].filter((value) => !Object.values(best.values).includes(value)));
  }
  return found;
}

/** Returns everything of a request in which a value can be, its JSON without escapes too. */
export function toText({ url, headers, body = '' }: SentRequest): string {
  return [url, ...listSpellings(body), ...Object.values(headers)].join('\n');
}

/** Returns the latest of these exchanges whose response issued a value, and the name of the field that has it. */
export function findIssuer(value: string, exchanges: readonly Observed[]) {
  if (value.length > LONGEST_BODY / 10) return undefined; // V8 takes no pattern that is much longer
  const quoted = JSON.stringify(value);
  const place = new RegExp(`"(\\w+)"\\s*:\\s*${escapeRegExp(quoted)}`);
  const by = exchanges.findLast(({ text, sent }) => text.includes(quoted) && place.test(text) && !sent.includes(value));
  const [, field] = place.exec(by?.text ?? '') ?? [];
  return by && field !== undefined ? { by, field } : undefined;
}
