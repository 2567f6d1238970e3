import type { ExpectedStatus, Failure, Problem, ProblemKind, SkipKind, SkipReason } from './cause.ts';
import texts from './messages.json' with { type: 'json' };

export type MessageId = keyof typeof texts;

/** The texts of each message by its id. A row that lacks a language does not compile. */
export const messages: Readonly<Record<MessageId, Readonly<Record<'en' | 'es' | 'pt', string>>>> = texts;

export function isMessageId(id: string): id is MessageId {
  return Object.hasOwn(messages, id);
}

export type MessageValues = Readonly<Record<string, string | number>>;

/** Returns a text with its values instead of `{name}`. */
export function fillTemplate(text: string, values: Readonly<Record<string, unknown>>): string {
  const toText = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value));
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => toText(values[name] ?? whole));
}

/** Returns a message in English. */
export function message(id: MessageId, values: Readonly<Record<string, unknown>> = {}): string {
  return fillTemplate(messages[id].en, values);
}

/** Returns the messages of skip reasons whose values are not those of the reason. */
const skipReasons: { readonly [Kind in SkipKind]?: (reason: SkipReason<Kind>) => string } = {
  'state used up': (reason) => message(`skip.state used up${reason.values === 1 ? '.one' : ''}`, reason),
  'one seller': ({ states: [one, other] }) => message('skip.one seller', { one, other }),
  'states out of reach': (reason) => message(`skip.states out of reach${reason.url === '' ? '.command' : ''}`, reason),
  budget: (reason) => message(`skip.budget${reason.per ? '.earlier' : ''}`, reason),
  guard: (reason) => message(`skip.guard${reason.isFinal ? '.final' : ''}`, reason),
  path: ({ parameter, value }) => message('skip.path', { parameter, value: JSON.stringify(value) }),
  capability: ({ without, isUnproven }) =>
    message(`skip.capability${isUnproven ? '.unproven' : ''}`, { without: without.join() }),
  busy: ({ status, wait }) => message(`skip.busy${wait ? '.wait' : ''}`, { status, ...wait }),
  'out of reach': ({ failure: { words } }) => message('skip.out of reach', { words }),
};

/** Returns one sentence about a problem of a response. */
export function describeProblem(problem: Problem): string {
  const { place, expected, actual } = toFact(problem);
  if (problem.kind === 'other') return problem.words;
  const isOfField = problem.kind === 'schema' && problem.pointer !== '';
  const where = problem.kind === 'fact' ? '' : `${isOfField ? 'field ' : ''}${place}: `;
  if (expected === '') return `${where}${actual}`;
  return `${where}expected ${expected}${actual === '' ? '' : `, actual: ${actual}`}`;
}

/** Returns the message of a skip reason. */
export function describeSkipReason<Kind extends SkipKind>(reason: SkipReason<Kind>): string {
  return skipReasons[reason.kind]?.(reason) ?? message(`skip.${reason.kind}`, reason);
}

/** A problem as data: its place, the expected value and the actual value. */
export interface Fact {
  readonly place: string;
  readonly expected: string;
  readonly actual: string;
}

const facts: { readonly [Kind in ProblemKind]: (problem: Problem<Kind>) => Fact } = {
  status: ({ wanted: expected, got: actual }) => fact('status', expectedStatus(expected), String(actual)),
  json: ({ flaw, got }) =>
    fact('body', 'JSON (UTF-8, no byte order mark)', flaw === undefined ? got : `${got} (${flaw})`),
  'media type': ({ got }) => fact('content-type', 'a JSON media type', got ?? 'none'),
  code: ({ wanted, got }) => fact('error code', [...new Set(wanted)].join(' or '), got),
  label: ({ wanted, got }) => fact('error label', wanted, got),
  schema: ({ pointer, wanted, got }) =>
    fact(pointer.slice(1).replaceAll('/', '.') || 'body', wanted.replace(/^must (?:be |match )?/, ''), got),
  fact: ({ field, wanted, got }) => fact(field ?? 'response', wanted, got),
  control: ({ got }) => fact('status of the valid request', expectedStatus('success'), String(got)),
  negativeControl: () => fact('invalid requests', 'rejected', 'accepted'),
  other: ({ words }) => fact('', '', words),
};

function fact(place: string, expected: string, actual: string): Fact {
  return { place, expected, actual };
}

/** Returns the place, the expected value and the actual value of a problem. */
export function toFact<Kind extends ProblemKind>(problem: Problem<Kind>): Fact {
  return facts[problem.kind](problem);
}

/** Returns the problems of the first response of a violation, with the actual values. */
export function describeViolation({ exchanges: [first] }: Extract<Failure, { kind: 'breach' }>): string {
  if (!first) return '';
  return `${first.problems.map(describeProblem).join('; ')} (${first.method} ${first.path} returned ${first.status})`;
}

const statuses = { success: 'any 2xx', 'no 5xx': 'any status but 5xx' } as const;

function expectedStatus(expected: ExpectedStatus): string {
  if (expected === 'success' || expected === 'no 5xx') return statuses[expected];
  return typeof expected === 'object' ? [...new Set(expected)].join(' or ') : String(expected);
}
