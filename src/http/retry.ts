import pRetry from 'p-retry';
import type { SkipReason } from '#api/cause';
import type { ResponseRecord, SentRequest } from '#api/exchange';
import { isTransportFailure } from './failure.ts';
import type { Send } from './send.ts';
import { extendTimeout, longestWait, type Throttle } from './throttle.ts';

const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const waits = { retries: 3, minTimeout: 250, factor: 3 };

/** `expected` is the status that the test expects; it is not retried. */
type Retrying = Pick<Throttle, 'pause'> & { readonly expected: number | undefined };

/** Returns the first response that needs no retry, or the last one; a request that timed out is not sent again. */
export async function retry(send: Send, request: SentRequest, { expected, pause }: Retrying): Promise<ResponseRecord> {
  let last: ResponseRecord | undefined;
  const attempt = async () => {
    last = undefined;
    last = await send(request);
    if (isBusy(last, expected)) throw new Error(`${last.status}`);
    return last;
  };
  const shouldRetry = ({ error, attemptNumber }: { error: Error; attemptNumber: number }) => {
    const seconds = last ? (retryAfter(last) ?? 0) : 0;
    if (seconds > longestWait() || !(last || isTransportFailure(error, 'lost', 'cut short'))) return false;
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
export function isBusy(answer: ResponseRecord, expected: number | undefined): boolean {
  return BUSY.has(answer.status) && answer.status !== expected;
}

/** Returns the skip reason for a response that stays busy. */
export function getBusyReason(answer: ResponseRecord): SkipReason<'busy'> {
  const asked = retryAfter(answer) ?? 0;
  const longest = longestWait();
  return { kind: 'busy', status: answer.status, ...(asked > longest ? { wait: { asked, longest } } : {}) };
}

/** Returns the seconds of Retry-After, in seconds or as a date (RFC 9110, 10.2.3); undefined if there is none. */
export function retryAfter({ headers }: Pick<ResponseRecord, 'headers'>, now = Date.now()): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
