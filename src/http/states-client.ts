import type { Send, SentRequest } from '#api/exchange';
import { describeSkipReason } from '#api/messages';
import type { State } from '#api/states';
import { toPublicUrl } from '#api/text';
import { skipTest } from '#run/skip';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import { firstLine } from './failure.ts';
import { getBusyReason, isBusy, retry } from './reach.ts';

/** Asks for provider states: a setup is retried like any request, a teardown is sent once. */
export interface StatesClient {
  /** Empty where a program is run. */
  readonly url: string;
  readonly setup: Send;
  readonly teardown: Send;
  /** Absent where each setup must be a request of its own, as in a recording. */
  readonly spares?: ReturnType<typeof createSpares>;
}

type Values = Readonly<Record<string, unknown>>;

/** Creates the spare sets of one worker: further values of a setup, for the next tests while they are fresh. */
export function createSpares(now: () => number = Date.now) {
  const kept = new Map<string, { readonly values: Values; readonly since: number }[]>();
  return {
    keep: (state: string, sets: readonly Values[]) => {
      const added = sets.map((values) => ({ values, since: now() }));
      kept.set(state, [...(kept.get(state) ?? []), ...added]);
    },
    take: (state: string) => {
      const [next, ...rest] = (kept.get(state) ?? []).filter(({ since }) => since + 60_000 > now());
      kept.set(state, rest);
      return next;
    },
  };
}

/** Creates the client of provider states, by URL or program; it asks for none while the target is unreachable. */
export function createStatesClient(url: string, send: Send, target: CircuitBreaker): StatesClient {
  let reason = '';
  const breaker = createCircuitBreaker(url || 'STATES_COMMAND', async () => reason, false);
  const giveUp = async (why: string): Promise<never> => {
    const lost = { kind: 'states out of reach', url: toPublicUrl(url), why } as const;
    reason = describeSkipReason(lost);
    await breaker.recordLoss('states');
    return skipTest(lost);
  };
  const setup: Send = async (request) => {
    await target.check();
    await breaker.check();
    const response = await retry(send, request).catch((error) => giveUp(firstLine(error)));
    if (isBusy(response)) return giveUp(describeSkipReason(getBusyReason(response)));
    breaker.recordResponse('states');
    return response;
  };
  return { url, setup, teardown: send };
}

/** Returns the request that asks for a state, or ends it. */
export function createStateRequest(url: string, state: State, action: 'setup' | 'teardown'): SentRequest {
  const body = JSON.stringify({ state, params: {}, action });
  return { method: 'POST', url, headers: { 'content-type': 'application/json' }, body };
}
