import { createHash } from 'node:crypto';
import type { Endpoint } from '#api/operations';
import type { MatchedRequest } from '../contract/check.ts';
import { getHeaderValues } from '../wire/traffic.ts';

/** Describes one reply of a sequence, as a test asks for it. */
export interface Step {
  /** As it was written: `429;retry-after=1`. */
  readonly text: string;
  /** An error status; undefined where the reply is the usual one. */
  readonly status?: number;
  readonly retryAfter?: number;
  readonly slowSeconds?: number;
  readonly delivery: 'whole' | 'half' | 'reset';
  /** Tells whether it is the reply to all that follow. */
  readonly forever: boolean;
}

/** Holds what a sequence may be made of, for the messages. */
export const grammar =
  'ok, a status such as 429 or 429;retry-after=2, reset, half, slow=3, between commas; the last with * for ever';

const words = /^(?:(ok)|(reset)|(half)|slow=(\d+(?:\.\d+)?)|([1-5]\d\d)(?:;retry-after=(\d+))?)(\*?)$/;

/** Reads `429;retry-after=1,ok`; undefined where it is no sequence. */
export function parseSteps(text: string): readonly Step[] | undefined {
  const steps = text.split(',').map((word) => parseStep(word.trim()));
  const read = steps.flatMap((step) => step ?? []);
  return read.length === steps.length ? read : undefined;
}

function parseStep(text: string): Step | undefined {
  const match = words.exec(text);
  if (!match) return undefined;
  const [, , reset, half, slow, status, retryAfter, star] = match;
  return {
    text,
    delivery: reset ? 'reset' : half ? 'half' : 'whole',
    forever: star === '*',
    ...(slow === undefined ? {} : { slowSeconds: Number(slow) }),
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }),
  };
}

/** Returns true if the client cannot know, after this reply, that what it asked for was not done. */
export function isDoubtful({ status, delivery, slowSeconds }: Step): boolean {
  return delivery !== 'whole' || slowSeconds !== undefined || (status ?? 0) >= 500;
}

/** Holds the header by which a request asks for a sequence of replies: to itself, and to what is sent again for it. */
export const REPLY_HEADER = 'x-conformance-reply';

/** Describes a sequence of replies to the requests of one operation. */
export interface ReplyRule {
  readonly endpoint: Endpoint;
  readonly steps: readonly Step[];
}

/** Hands out the replies of sequences, one a request. */
export interface Sequences {
  /** The step of a request; undefined where it is answered as usual. */
  readonly next: (request: MatchedRequest) => Step | undefined;
  /** Sets the rules, each from its first step on. */
  readonly set: (rules: readonly ReplyRule[]) => void;
}

/** Starts each rule at its first step. */
export function newSequences(rules: readonly ReplyRule[]): Sequences {
  let current = rules;
  const taken = new Map<string, number>();
  const step = (key: string, steps: readonly Step[]) => {
    const index = taken.get(key) ?? 0;
    taken.set(key, index + 1);
    const last = steps.at(-1);
    return steps[index] ?? (last?.forever ? last : undefined);
  };
  return {
    next: (request) => {
      const [asked] = getHeaderValues(request, REPLY_HEADER);
      const steps = asked === undefined ? undefined : parseSteps(asked);
      if (steps) return step(`${asked} ${getIntention(request)}`, steps);
      const rule = current.find(({ endpoint }) => endpoint === request.endpoint);
      return rule ? step(rule.endpoint, rule.steps) : undefined;
    },
    set: (others) => {
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
