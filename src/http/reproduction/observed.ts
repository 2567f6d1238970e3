import type { ResponseRecord, SentRequest } from '#api/exchange';
import type { State } from '#api/states';
import { createFinder } from '#redaction/finder';

/** The values that one setup of a provider state returned. */
export interface StateValues {
  readonly state: State;
  readonly values: Readonly<Record<string, string>>;
}

/** A request of this worker and the text that came back. */
export interface Observed {
  readonly request: SentRequest;
  readonly text: string;
}

/** The newest exchanges are enough: a test uses what it, or the valid request before it, was issued. */
const MOST = 300;
const LONGEST = 100_000;
const MOST_ALIKE = 50;

const given: StateValues[] = [];
const byValue = new Map<string, StateValues[]>();
/** A run gets thousands of values: they are found in one pass. Short ones occur in a request by chance. */
const finder = createFinder(undefined, (value) => [value]);
const observed: Observed[] = [];

/** Records the values of a state, so that a request can be sent again with those of a fresh one. */
export function recordStateValues(state: State, values: Readonly<Record<string, string>>): void {
  const added = { state, values };
  given.push(added);
  for (const value of Object.values(values)) {
    finder.learn(value);
    byValue.set(value, [...(byValue.get(value) ?? []), added].slice(-MOST_ALIKE));
  }
}

/** Records an exchange, so that a later request can be reproduced that uses what it issued or consumed. */
export function recordObserved(request: SentRequest, { text }: Pick<ResponseRecord, 'text'>): void {
  if (text.length > LONGEST || (request.body ?? '').length > LONGEST) return;
  observed.push({ request, text });
  if (observed.length > MOST) observed.shift();
}

/** Returns everything of a request in which a value can be. */
export function toText({ url, headers, body = '' }: SentRequest): string {
  return [url, body, ...Object.values(headers)].join('\n');
}

/** Returns the fewest states whose values a text holds; of equal ones the latest. */
export function findStates(text: string): StateValues[] {
  let left = new Set([...finder.find(text)].map(({ secret }) => secret));
  const holding = [...new Set([...left].flatMap((value) => byValue.get(value) ?? []))];
  const found: StateValues[] = [];
  while (left.size > 0 && holding.length > 0) {
    const count = ({ values }: StateValues) => Object.values(values).filter((value) => left.has(value)).length;
    const best = holding.reduce((one, other) => (count(other) >= count(one) ? other : one));
    found.push(best);
    left = new Set([...left].filter((value) => !Object.values(best.values).includes(value)));
  }
  return found;
}

/** Returns the states of this worker, the latest first. */
export function latestStates(): readonly StateValues[] {
  return given.slice(-100).reverse();
}

/** Returns the exchanges before a request; all of them for one that is not recorded. */
export function observedBefore(request: SentRequest): readonly Observed[] {
  const at = observed.findIndex((each) => each.request === request);
  return at < 0 ? observed : observed.slice(0, at);
}

/** Returns the latest earlier exchange whose response issued a value, and the name of the field that has it. */
export function findIssuer(
  value: string,
  request: SentRequest,
): { readonly by: Observed; readonly field: string } | undefined {
  const escaped = JSON.stringify(value).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const place = new RegExp(`"(\\w+)"\\s*:\\s*${escaped}`);
  const by = observedBefore(request).findLast((each) => place.test(each.text) && !toText(each.request).includes(value));
  const [, field] = place.exec(by?.text ?? '') ?? [];
  return by && field !== undefined ? { by, field } : undefined;
}
