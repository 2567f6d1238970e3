import { test } from '@playwright/test';
import pLimit from 'p-limit';
import pRetry from 'p-retry';
import type { SkipReason, TransportFailure } from '#api/cause';
import type { ResponseRecord, Send, SentRequest } from '#api/exchange';
import { extendTimeout } from '#run/running-test';
import { recordCause, Stop, skipTest } from '#run/skip';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { getFailure, isTransportFailure, wasNeverSent } from './failure.ts';
import type { Reproduction } from './reproduction/shell.ts';
import { getLongestWait, pause } from './throttle.ts';

interface ReachOptions {
  /** Returns a request that any service rejects, as a sign of life. */
  readonly probe: () => SentRequest;
  /** Returns one with a valid token, for a service that closes the connection instead of rejecting a token. */
  readonly probeWithToken?: (() => Promise<SentRequest>) | undefined;
  /** The status that the test expects; it is not retried. */
  readonly expected: number | undefined;
  /** True if the request alone decides the response: a state asks for a status, or it must be rejected. */
  readonly isDecided?: boolean;
}

/** Sends a request and gets the response; ends the test as inconclusive if the target is unreachable. */
export type Reach = (request: SentRequest, options: ReachOptions) => Promise<ResponseRecord>;

/** Returns a sender that reports an outage as inconclusive, and stops after several; after a 429 it sends one by one. */
export function createReach(send: Send, breaker: CircuitBreaker, reproduce: Reproduction['reproduce']): Reach {
  const limit = pLimit(Number.POSITIVE_INFINITY);
  /** Returns the failure if the target responds to nothing else either; ends the test as failed if it does. */
  const findOutage = async (error: unknown, request: SentRequest, { probe, probeWithToken }: ReachOptions) => {
    if (!isTransportFailure(error)) throw error; // the test was stopped
    const failure = getFailure(error);
    if (isTransportFailure(error, 'broken', 'cut short', 'no HTTP')) return fail(request, failure, reproduce(request));
    const words = `no response, but the target responds to other requests: ${failure.words}`;
    const another = wasNeverSent(failure) ? undefined : probeWithToken;
    const responds = (await isAlive(send, probe())) || (await isAlive(send, await another?.()));
    return responds ? fail(request, failure, reproduce(request), words) : failure;
  };
  return async (request, options) => {
    const { endpoint: asked = 'other' } = request;
    const { expected } = options;
    const giveUp = async (reason: SkipReason) => {
      await breaker.recordLoss(asked);
      return skipTest(reason);
    };
    await breaker.check(asked);
    const response = await retry(send, request, expected, limit).catch(async (error: unknown) =>
      giveUp({ kind: 'out of reach', failure: await findOutage(error, request, options) }),
    );
    if (isBusy(response, expected) && !(await mustBeJudged(send, request, options, response.status)))
      return giveUp(getBusyReason(response));
    breaker.recordResponse(asked);
    return response;
  };
}

/** Ends a test whose response cannot be judged at all as failed. */
function fail(request: SentRequest, failure: TransportFailure, lines: readonly string[], words = failure.words): never {
  const { method, url } = request;
  const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  const message = [sentence, '  reproduce:', ...lines.map((line) => `    ${line}`)].join('\n');
  const cause = { kind: 'no answer', method, path: new URL(url).pathname, failure, reproduce: lines } as const;
  recordCause(test.info().annotations, cause);
  throw new Stop(cause, cause.kind, message);
}

/** Returns true if any response comes back, even an invalid one. */
async function isAlive(send: Send, probe: SentRequest | undefined): Promise<boolean> {
  if (probe === undefined) return false;
  return send(probe).then(
    () => true,
    (error: unknown) => isTransportFailure(error, 'broken', 'cut short'),
  );
}

/** Returns true if repeated 502 to 504 responses must be judged: the target responds to other requests before and after. */
async function mustBeJudged(send: Send, request: SentRequest, { isDecided, probe }: ReachOptions, status: number) {
  if (!isDecided || status === 429) return false;
  const found: number[] = [];
  const other = probe();
  for (const each of [other, request, other]) found.push((await send(each).catch(() => undefined))?.status ?? 0);
  const [before = 0, again, after = 0] = found;
  return again === status && [before, after].every((one) => one > 0 && one < 500 && one !== 429);
}

const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const waits = { retries: 3, minTimeout: 250, factor: 3, randomize: true }; // so that requests which wait do not meet again

/** Returns the first response that needs no retry or has the `expected` status, or the last; no timeout is retried. */
export async function retry(send: Send, request: SentRequest, expected?: number, limit = pLimit(1)) {
  let last: ResponseRecord | undefined;
  const attempt = async () => {
    last = undefined;
    last = await limit(send, request);
    if (last.status === 429 && expected !== 429) limit.concurrency = 1;
    if (isBusy(last, expected)) throw new Error(`${last.status}`);
    return last;
  };
  const shouldRetry = ({ error, attemptNumber }: { error: Error; attemptNumber: number }) => {
    const seconds = last ? (retryAfter(last) ?? 0) : 0;
    if (seconds > getLongestWait() || !(last || isTransportFailure(error, 'lost', 'cut short'))) return false;
    pause(seconds);
    extendTimeout(waits.minTimeout * waits.factor ** (attemptNumber - 1));
    return true;
  };
  return pRetry(attempt, { ...waits, shouldRetry }).catch((error: unknown) => {
    if (last) return last;
    throw error;
  });
}

/** Returns true if a response shows only that the target is temporarily unavailable. */
export function isBusy(response: ResponseRecord, expected?: number): boolean {
  return BUSY.has(response.status) && response.status !== expected;
}

/** Returns the skip reason for a response that stays busy. */
export function getBusyReason(response: ResponseRecord): SkipReason<'busy'> {
  const asked = retryAfter(response) ?? 0;
  const longest = getLongestWait();
  return { kind: 'busy', status: response.status, ...(asked > longest ? { wait: { asked, longest } } : {}) };
}

/** Returns the seconds of Retry-After, in seconds or as a date (RFC 9110, 10.2.3); undefined if there is none. */
export function retryAfter({ headers }: Pick<ResponseRecord, 'headers'>, now = Date.now()): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
