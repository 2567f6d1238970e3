import type { SentRequest } from '#api/exchange';
import { type State, toStateVariable } from '#api/states';
import { layouts } from '#factories/malformed';
import { listSecretTexts } from '#redaction/redact';
import { isSuiteWord } from '#redaction/secret-patterns';
import { isMadeUp } from '#run/made-up-values';
import { derive, type Piece } from './derivation.ts';
import { findIssuer, findStates, latestStates, observedBefore, type StateValues, toText } from './observed.ts';

/** A shell variable and the value of this run that it stands for. */
export interface Variable {
  readonly name: string;
  readonly value: string;
}

/** A step of a reproduction. */
export type Step =
  /** Sets the variables of a fresh state; with a prefix where the request has two of one state. */
  | { readonly kind: 'state'; readonly state: State; readonly prefix?: string }
  | ({ readonly kind: 'made up' } & Variable)
  | { readonly kind: 'derived'; readonly name: string; readonly of: string; readonly pieces: readonly Piece[] }
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'request'; readonly request: SentRequest; readonly sets: readonly IssuedVariable[] };

interface IssuedVariable extends Variable {
  readonly field: string;
  readonly by: SentRequest;
}

/** The steps that send a request again with fresh values; the last one is the request itself. */
export interface Reproduction {
  readonly steps: readonly Step[];
  readonly variables: readonly Variable[];
}

/** The values that a request uses up, so that the next request with one of them depends on it. */
const consumed: ReadonlySet<string> = new Set(['code', 'refresh_token', 'payment_intent_id', 'external_pos_id']);

const MOST = 3;

/** Returns the steps that send a request again. */
export function reproductionOf(request: SentRequest): Reproduction {
  const issued = new Map<string, IssuedVariable>();
  const earlier = new Set<SentRequest>();
  addEarlier(request, earlier, issued);
  const order = observedBefore(request).map((each) => each.request);
  const sent = [...[...earlier].sort((one, other) => order.indexOf(one) - order.indexOf(other)), request];
  const plan = createPlan();
  for (const each of findStates(sent.map(toText).join('\n'))) plan.addState(each);
  for (const each of sent) {
    for (const value of secretsIn(each)) if (!issued.has(value)) plan.explain(value);
    plan.addRequest(
      each,
      [...issued.values()].filter(({ by }) => by === each),
    );
  }
  return plan;
}

/** Adds the requests that a request depends on: those that issued its values, and those that used up the same ones. */
function addEarlier(request: SentRequest, earlier: Set<SentRequest>, issued: Map<string, IssuedVariable>): void {
  const text = toText(request);
  const states = findStates(text);
  const own = states.flatMap(({ values }) => Object.values(values));
  const found = secretsIn(request).flatMap((value) => {
    const issuer = own.includes(value) ? undefined : findIssuer(value, request);
    if (issuer === undefined) return [];
    const { field, by } = issuer;
    const name = issued.get(value)?.name ?? `${field.toUpperCase()}_${issued.size + 1}`;
    issued.set(value, { name, value, field, by: by.request });
    return [{ value, request: by.request, isConsumed: consumed.has(field) }];
  });
  const used = [
    ...states.flatMap(({ values }) =>
      Object.entries(values).flatMap(([name, value]) => (consumed.has(name) ? value : [])),
    ),
    ...found.flatMap(({ value, isConsumed }) => (isConsumed ? value : [])),
  ].filter((value) => text.includes(value));
  const before = observedBefore(request).filter((each) => used.some((value) => toText(each.request).includes(value)));
  for (const next of [...before.slice(-MOST), ...found].map((each) => each.request)) {
    if (earlier.has(next) || earlier.size >= MOST * 2) continue;
    earlier.add(next);
    addEarlier(next, earlier, issued);
  }
}

/** Returns the values that stand where a secret does; header fields have their names, by which secrets are found. */
function secretsIn({ url, headers, body = '' }: SentRequest): string[] {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    ...new Set([
      ...listSecretTexts([url, body, ...fields].join('\n')),
      ...(headers.cookie === undefined ? [] : [headers.cookie]),
    ]),
  ];
}

function createPlan() {
  const steps: Step[] = [];
  const variables: Variable[] = [];
  const states: StateValues[] = [];
  const nameFor = (kind: string) =>
    `${kind}_${steps.filter((step) => 'name' in step && step.name.startsWith(kind)).length + 1}`;
  const addState = (given: StateValues) => {
    const count = states.filter(({ state }) => state === given.state).length;
    const prefix = count === 0 ? undefined : `VALUES_${count + 1}`;
    states.push(given);
    steps.push({ kind: 'state', state: given.state, ...(prefix === undefined ? {} : { prefix }) });
    for (const [name, value] of Object.entries(given.values))
      variables.push({
        value,
        name: prefix === undefined ? toStateVariable(given.state, name) : `${prefix}_${name.toUpperCase()}`,
      });
  };
  const addDerived = (value: string): boolean => {
    const known = [...variables].find((each) => derive(value, each.value));
    const other = known
      ? undefined
      : latestStates().find(({ values }) => Object.values(values).some((base) => derive(value, base)));
    if (other) {
      addState(other);
      return addDerived(value);
    }
    const pieces = known && derive(value, known.value);
    if (!known || !pieces) return false;
    const name = nameFor('WRONG');
    steps.push({ kind: 'derived', name, of: known.name, pieces });
    variables.push({ name, value });
    return true;
  };
  const explain = (value: string) => {
    if (variables.some((each) => each.value === value)) return;
    const isOurs = value.length < 4 || isMadeUp(value) || isSuiteWord(value);
    if (!isOurs && addDerived(value)) return;
    const name = nameFor(isOurs ? 'MADE_UP' : 'SECRET');
    steps.push(isOurs ? { kind: 'made up', name, value } : { kind: 'unknown', name });
    variables.push({ name, value });
  };
  const addEscaped = ({ name: of, value }: Variable, body: string) => {
    const escaped = layouts.escaped(value).slice(1, -1);
    if (escaped === value || !body.includes(escaped)) return;
    const name = nameFor('ESCAPED');
    steps.push({ kind: 'derived', name, of, pieces: [{ change: 'escaped', from: 0 }] });
    variables.push({ name, value: escaped });
  };
  const addRequest = (request: SentRequest, sets: readonly IssuedVariable[]) => {
    for (const variable of [...variables]) addEscaped(variable, request.body ?? '');
    steps.push({ kind: 'request', request, sets });
    variables.push(...sets);
  };
  return { steps, variables, addState, explain, addRequest };
}
