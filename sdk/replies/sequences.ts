import { createHash } from 'node:crypto';
import type { Endpoint } from '../../suite/core/operations.ts';
import type { MatchedRequest } from '../contract/check.ts';
import { headerValues } from '../wire/traffic.ts';
import { parseSteps, type Step } from './steps.ts';

/** The header by which a request asks for a sequence of replies: to itself, and to what is sent again for it. */
export const REPLY_HEADER = 'x-conformance-reply';

/** A sequence of replies to the requests of one operation. */
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
      const [asked] = headerValues(request, REPLY_HEADER);
      const steps = asked === undefined ? undefined : parseSteps(asked);
      if (steps) return step(`${asked} ${intentionOf(request)}`, steps);
      const rule = current.find(({ endpoint }) => endpoint === request.endpoint);
      return rule ? step(rule.endpoint, rule.steps) : undefined;
    },
    set: (others) => {
      current = others;
      taken.clear();
    },
  };
}

/** The same for requests that ask for the same thing: the operation, its target and its body. */
export function intentionOf({ endpoint, target, body }: MatchedRequest): string {
  const digest = createHash('sha256').update(`${target}\n`).update(body).digest('hex');
  return `${endpoint} ${digest.slice(0, 16)}`;
}
