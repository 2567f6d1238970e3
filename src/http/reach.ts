import { test } from '@playwright/test';
import type { SkipReason, TransportFailure } from '#api/cause';
import type { ResponseRecord, SentRequest } from '#api/exchange';
import { recordCause, skipTest } from '#run/skip';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { getFailure, isTransportFailure } from './failure.ts';
import type { Reproduction } from './reproduction/shell.ts';
import { getBusyReason, isBusy, retry } from './retry.ts';
import type { Send } from './send.ts';
import type { Throttle } from './throttle.ts';

interface ReachOptions {
  readonly sign: SentRequest;
  /** The status that the test expects; it is not retried. */
  readonly expected: number | undefined;
  /** True if the request alone decides the response: a state asks for a status, or it must be rejected. */
  readonly isDecided?: boolean;
}

/** Sends a request and gets the response; ends the test as inconclusive if the target is unreachable. */
export type Reach = (request: SentRequest, options: ReachOptions) => Promise<ResponseRecord>;

/** Returns a sender that reports an outage as inconclusive and stops after several failures in a row. */
export function createReach(
  send: Send,
  breaker: CircuitBreaker,
  pause: Throttle['pause'],
  reproduce: Reproduction['reproduce'],
): Reach {
  const breach = (request: SentRequest, failure: TransportFailure, words = failure.words) =>
    breachOf(request, failure, words, reproduce(request));
  const giveUp = async (request: SentRequest, reason: SkipReason): Promise<never> => {
    await breaker.lost(nameOf(request));
    return skipTest(reason);
  };
  return async (request, { sign, expected, isDecided = false }) => {
    await breaker.check(nameOf(request));
    const answer = await retry(send, request, { expected, pause }).catch(async (error: unknown) => {
      if (!isTransportFailure(error)) throw error; // the test was stopped
      const failure = getFailure(error);
      if (isTransportFailure(error, 'broken', 'cut short', 'no HTTP')) throw breach(request, failure);
      if (await isAlive(send, sign))
        throw breach(request, failure, `no response, but the target responds to other requests: ${failure.words}`);
      return giveUp(request, { kind: 'out of reach', failure });
    });
    const isBad = isBusy(answer, expected) && !(isDecided && (await isNoOutage(send, request, sign, answer)));
    if (isBad) return giveUp(request, getBusyReason(answer));
    breaker.answered(nameOf(request));
    return answer;
  };
}

function nameOf({ endpoint }: SentRequest): string {
  return endpoint ?? 'other';
}

/** Returns true if any response comes back, even an invalid one. */
async function isAlive(send: Send, sign: SentRequest): Promise<boolean> {
  return send(sign).then(
    () => true,
    (error: unknown) => isTransportFailure(error, 'broken', 'cut short'),
  );
}

/**
 * Returns true if repeated 502, 503 or 504 responses are no outage: the target responds to other requests before and
 * after, and to this one the same way each time. Then it is the response to judge.
 */
async function isNoOutage(
  send: Send,
  request: SentRequest,
  sign: SentRequest,
  { status }: ResponseRecord,
): Promise<boolean> {
  if (status === 429) return false;
  const found: number[] = [];
  for (const each of [sign, request, sign]) found.push((await send(each).catch(() => undefined))?.status ?? 0);
  const [before = 0, again, after = 0] = found;
  return again === status && [before, after].every((one) => one > 0 && one < 500 && one !== 429);
}

/** Returns the error of a test whose response cannot be judged at all. */
function breachOf(
  { method, url }: SentRequest,
  failure: TransportFailure,
  words: string,
  lines: readonly string[],
): Error {
  const path = new URL(url).pathname;
  recordCause(test.info().annotations, { kind: 'no answer', method, path, failure, reproduce: lines });
  return new Error(
    [`${words.charAt(0).toUpperCase()}${words.slice(1)}.`, '  reproduce:', ...lines.map((line) => `    ${line}`)].join(
      '\n',
    ),
  );
}
