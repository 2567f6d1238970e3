import { test } from '@playwright/test';
import type { SkipReason, TransportFailure } from '#api/cause';
import type { ResponseRecord, SentRequest } from '#api/exchange';
import { appendToChannel, type CircuitEvent, readChannel } from '#run/channels';
import { recordCause, skipTest } from '#run/skip';
import { getFailure, isTransportFailure } from './failure.ts';
import type { Reproduction } from './reproduction/shell.ts';
import { getBusyReason, isBusy, retry } from './retry.ts';
import type { Send } from './send.ts';

interface ReachOptions {
  /** Returns a request that any service rejects, as a sign of life. */
  readonly sign: () => SentRequest;
  /** The status that the test expects; it is not retried. */
  readonly expected: number | undefined;
  /** True if the request alone decides the response: a state asks for a status, or it must be rejected. */
  readonly isDecided?: boolean;
}

/** Sends a request and gets the response; ends the test as inconclusive if the target is unreachable. */
export type Reach = (request: SentRequest, options: ReachOptions) => Promise<ResponseRecord>;

/** Returns a sender that reports an outage as inconclusive and stops after several failures in a row. */
export function createReach(send: Send, breaker: CircuitBreaker, reproduce: Reproduction['reproduce']): Reach {
  return async (request, { sign, expected, isDecided = false }) => {
    const { endpoint: asked = 'other' } = request;
    const giveUp = async (reason: SkipReason) => {
      await breaker.lost(asked);
      return skipTest(reason);
    };
    await breaker.check(asked);
    const answer = await retry(send, request, expected).catch(async (error: unknown) => {
      if (!isTransportFailure(error)) throw error; // the test was stopped
      const failure = getFailure(error);
      if (isTransportFailure(error, 'broken', 'cut short', 'no HTTP'))
        throw breach(request, failure, reproduce(request));
      const words = `no response, but the target responds to other requests: ${failure.words}`;
      if (await isAlive(send, sign())) throw breach(request, failure, reproduce(request), words);
      return giveUp({ kind: 'out of reach', failure });
    });
    const isBad = isBusy(answer, expected) && !(isDecided && (await isNoOutage(send, request, sign(), answer.status)));
    if (isBad) return giveUp(getBusyReason(answer));
    breaker.answered(asked);
    return answer;
  };
}

/** Returns the error of a test whose response cannot be judged at all. */
function breach(request: SentRequest, failure: TransportFailure, lines: readonly string[], words = failure.words) {
  const { method, url } = request;
  const path = new URL(url).pathname;
  recordCause(test.info().annotations, { kind: 'no answer', method, path, failure, reproduce: lines });
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  return new Error([sentence, '  reproduce:', ...lines.map((line) => `    ${line}`)].join('\n'));
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
async function isNoOutage(send: Send, request: SentRequest, sign: SentRequest, status: number): Promise<boolean> {
  if (status === 429) return false;
  const found: number[] = [];
  for (const each of [sign, request, sign]) found.push((await send(each).catch(() => undefined))?.status ?? 0);
  const [before = 0, again, after = 0] = found;
  return again === status && [before, after].every((one) => one > 0 && one < 500 && one !== 429);
}

const IN_A_ROW = 3;

export type CircuitBreaker = Readonly<ReturnType<typeof createCircuitBreaker>>;

/** Creates the breaker of a target; `preflight` returns why it shows no sign of life, `atOnce` asks for it first. */
export function createCircuitBreaker(baseUrl: string, preflight: () => Promise<string | undefined>, atOnce: boolean) {
  const seen = () => readChannel('circuit').filter(({ of }) => of === baseUrl);
  const giveUp = (reason: string) => appendToChannel('circuit', { of: baseUrl, event: 'gone', reason });
  const askFirst = async () => {
    if (!atOnce || seen().some(({ event }) => event === 'there' || event === 'gone')) return;
    const reason = await preflight();
    if (reason === undefined) appendToChannel('circuit', { of: baseUrl, event: 'there' });
    else giveUp(reason);
  };
  let first: Promise<void> | undefined;
  return {
    /** Ends the test where the run has stopped asking; before the first request of a run it asks for a sign of life. */
    check: async (asked?: string) => {
      first ??= askFirst();
      await first;
      const reason = whyStopped(seen(), asked);
      if (reason !== undefined) skipTest({ kind: 'outage', words: reason });
    },
    /** Records a failed request; after some in a row the run stops asking this operation, or the target. */
    lost: async (asked: string) => {
      appendToChannel('circuit', { of: baseUrl, event: 'lost', asked });
      if (lostInARow(seen(), asked) < IN_A_ROW) return;
      const words = `unreachable ${IN_A_ROW} times in a row`;
      const reason = await preflight();
      if (reason !== undefined) return giveUp(`the target was ${words}: ${reason}`);
      const stopped = `${asked} was ${words}, while other operations respond`;
      appendToChannel('circuit', { of: baseUrl, event: 'stopped', asked, reason: stopped });
    },
    answered: (asked: string) => {
      if (lostInARow(seen(), asked) > 0) appendToChannel('circuit', { of: baseUrl, event: 'answered', asked });
    },
  };
}

function whyStopped(events: readonly CircuitEvent[], asked: string | undefined): string | undefined {
  const stopped = events.find((row) => row.event === 'stopped' && row.asked === asked);
  const last = events.find(({ event }) => event === 'gone') ?? stopped;
  return last && 'reason' in last ? last.reason : undefined;
}

function lostInARow(events: readonly CircuitEvent[], asked: string): number {
  const tries = events.filter((row) => 'asked' in row && row.asked === asked && row.event !== 'stopped');
  return tries.length - 1 - tries.findLastIndex(({ event }) => event !== 'lost');
}
