import { createHash } from 'node:crypto';
import { type ListedError, listedErrors } from '#api/errors';
import { type Endpoint, endpoints } from '#api/operations';
import { isState, type State } from '#api/states';
import { singleVariations } from '#mock/variations';
import rows from '#requirements/errors.json' with { type: 'json' };
import type { MatchedRequest } from '../contract/check.ts';
import { getHeaderValues } from '../wire/traffic.ts';

export interface Round {
  readonly name: string;
  readonly variation: number;
  /** The error of every response to one operation; the others succeed. */
  readonly error?: DocumentedError;
}

export type Replies = number | 'errors';

export const defaultRound: Round = { name: 'conformant', variation: 0 };

/** Parses `conformant`, `variation:<n>`, `variations` (each open choice by itself) or `errors`. */
export function parseReplies(text: string): Replies[] | undefined {
  if (text === 'errors') return [text];
  if (text === defaultRound.name) return [defaultRound.variation];
  if (text === 'variations') return Array.from({ length: singleVariations }, (_, index) => index + 1);
  const number = Number(/^variation:(\d+)$/.exec(text)?.[1]);
  return Number.isSafeInteger(number) ? [number] : undefined;
}

/** Returns the rounds known before the command has run; errors follow the default one, which shows the operations. */
export function firstRounds(replies: readonly Replies[]): Round[] {
  const variations = new Set(replies.map((reply) => (reply === 'errors' ? 0 : reply)));
  return [...variations].map((variation) =>
    variation === 0 ? defaultRound : { name: `variation:${variation}`, variation },
  );
}

/** Returns a round for each documented error of the operations that the command has called. */
export function errorRounds(exercised: ReadonlySet<Endpoint>): Round[] {
  const errors = documentedErrors.filter(({ endpoint }) => exercised.has(endpoint));
  return errors.map((error) => ({ name: nameError(error), variation: 0, error }));
}

export interface SequenceStep {
  /** As it was written: `429;retry-after=1`. */
  readonly text: string;
  readonly status?: number;
  readonly retryAfter?: number;
  /** True if the Retry-After is a date, which has whole seconds. */
  readonly isDated: boolean;
  readonly slowSeconds?: number;
  readonly delivery: 'whole' | 'half' | 'reset';
  readonly forever: boolean;
}

export const grammar =
  'ok, a status such as 429, 429;retry-after=2 or 429;retry-at=2 (a date), reset, half, slow=3, between commas; the last with * for ever';

const words = /^(?:ok|(reset|half)|slow=(\d+(?:\.\d+)?)|([1-5]\d\d)(?:;retry-(after|at)=(\d+))?)(\*?)$/;

/** Parses `429;retry-after=1,ok`; undefined if it is no sequence. */
export function parseSteps(text: string): readonly SequenceStep[] | undefined {
  const steps = text.split(',').map((word) => parseStep(word.trim()));
  const read = steps.filter((step) => step !== undefined);
  const isValid = read.length === steps.length && !read.slice(0, -1).some(({ forever }) => forever);
  return isValid ? read : undefined;
}

function parseStep(text: string): SequenceStep | undefined {
  const match = words.exec(text);
  if (!match) return undefined;
  const [, cut, slow, status, form, retryAfter, star] = match;
  return {
    text,
    delivery: (['reset', 'half'] as const).find((one) => one === cut) ?? 'whole',
    forever: star === '*',
    isDated: form === 'at',
    ...(slow === undefined ? {} : { slowSeconds: Number(slow) }),
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }),
  };
}

/** Returns true if the client cannot know, after this reply, whether its request was carried out. */
export function isDoubtful({ status, delivery, slowSeconds }: SequenceStep): boolean {
  return delivery !== 'whole' || slowSeconds !== undefined || (status ?? 0) >= 500;
}

/** Names the header by which a request asks for a sequence of replies: to itself, and to its retries. */
export const REPLY_HEADER = 'x-conformance-reply';

export interface ReplyRule {
  readonly endpoint: Endpoint;
  readonly steps: readonly SequenceStep[];
}

/** Parses an operation with its sequence; undefined if one of them is invalid. */
export function parseReplyRule(operation: string, sequence: string): ReplyRule | undefined {
  const endpoint = endpoints.find((each) => each === operation);
  const steps = parseSteps(sequence);
  return endpoint && steps && { endpoint, steps };
}

export type Sequences = ReturnType<typeof createSequences>;

/** Creates the sequences of one gate, with a position in each; a request's own header comes before a rule. */
export function createSequences(rules: readonly ReplyRule[]) {
  let current = rules;
  const taken = new Map<string, number>();
  const step = (key: string, steps: readonly SequenceStep[]): SequenceStep | undefined => {
    const index = taken.get(key) ?? 0;
    taken.set(key, index + 1);
    const last = steps.at(-1);
    return steps[index] ?? (last?.forever ? last : undefined);
  };
  return {
    next: (request: MatchedRequest): SequenceStep | undefined => {
      const [asked] = getHeaderValues(request, REPLY_HEADER);
      const steps = asked === undefined ? undefined : parseSteps(asked);
      if (steps) return step(`${asked} ${getIntention(request)}`, steps);
      const rule = current.find(({ endpoint }) => endpoint === request.endpoint);
      return rule && step(rule.endpoint, rule.steps);
    },
    /** Sets the rules, each from its first step on. */
    set: (others: readonly ReplyRule[]): void => {
      current = others;
      taken.clear();
    },
  };
}

/** Returns the same key for requests with the same operation, target and body. */
export function getIntention({ endpoint, target, body }: MatchedRequest): string {
  const digest = createHash('sha256').update(`${target}\n`).update(body).digest('hex');
  return `${endpoint} ${digest.slice(0, 16)}`;
}

/** Describes one error of section 7 with the condition under which the embedded provider responds with it. */
export interface DocumentedError extends ListedError {
  readonly state: State;
  /** Holds the changes of a valid request; null leaves a field out. */
  readonly body: Readonly<Record<string, string | null | undefined>>;
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly token: string | undefined;
}

export const documentedErrors: readonly DocumentedError[] = listedErrors.map((error, index) => {
  const { state = '', body = {}, parameters = {}, token } = rows[index]?.condition ?? {};
  if (isState(state)) return { ...error, state, body, parameters, token };
  throw new Error(`${nameError(error)} has no provider state. Add its condition to requirements/errors.json.`);
});

/** Returns the name of a documented error: `oauth-token 400 invalid_client`. */
export function nameError({ endpoint, status, code }: ListedError): string {
  return `${endpoint} ${status} ${code}`;
}
