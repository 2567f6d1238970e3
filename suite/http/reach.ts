import type { Answer, SentRequest } from '../core/exchange.ts';
import { stop } from '../run/stop.ts';
import type { Lifeline } from './circuit-breaker.ts';
import { curl } from './curl.ts';
import { firstLine, isLack } from './failure.ts';
import { busyWords, isBusy, persist } from './retry.ts';
import type { Send } from './send.ts';
import type { Pace } from './throttle.ts';

export interface ReachOptions {
  /** A request that any living target answers somehow. */
  readonly sign: SentRequest;
  /** The status that the test expects, where that is one of a bad day: then it is no bad day. */
  readonly expected: number | undefined;
}

/** Sends a request and gets the answer; ends the test as inconclusive where the target is out of reach. */
export type Reach = (request: SentRequest, options: ReachOptions) => Promise<Answer>;

/** A sender that takes no outage for a breach and, after some failures in a row, stops asking. */
export function createReach(send: Send, lifeline: Lifeline, pause: Pace['pause']): Reach {
  const giveUp = async (request: SentRequest, reason: string): Promise<never> => {
    await lifeline.lost(nameOf(request));
    return stop('inconclusive', reason);
  };
  return async (request, { sign, expected }) => {
    await lifeline.check(nameOf(request));
    const answer = await persist(send, request, { expected, pause }).catch(async (error: unknown) => {
      if (isLack(error, 'broken', 'cut short', 'no HTTP')) throw breach(request, firstLine(error));
      if (await isAlive(send, sign))
        throw breach(request, `no answer, while other requests are answered: ${firstLine(error)}`);
      return giveUp(request, `the target is out of reach: ${firstLine(error)}`);
    });
    if (isBusy(answer, expected)) return giveUp(request, busyWords(answer));
    lifeline.answered(nameOf(request));
    return answer;
  };
}

function nameOf({ endpoint }: SentRequest): string {
  return endpoint ?? 'other';
}

/** Whether anything at all comes back, be it broken. */
async function isAlive(send: Send, sign: SentRequest): Promise<boolean> {
  return send(sign).then(
    () => true,
    (error: unknown) => isLack(error, 'broken', 'cut short'),
  );
}

/** What the test fails with where the answer cannot be judged at all. */
function breach(request: SentRequest, words: string): Error {
  return new Error(`${words.charAt(0).toUpperCase()}${words.slice(1)}.\n  reproduce: ${curl(request)}`);
}
