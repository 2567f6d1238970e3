import { type TestInfo, test } from '@playwright/test';
import { getLevel } from '#api/covers';
import type { Endpoint } from '#api/operations';
import { skipTest } from '#run/skip';
import { type Budget, type Budgeted, closeReservation, getBudget, owed, reserve, stillNeeded } from './budget.ts';
import type { Journal } from './journal.ts';

/**
 * The purpose of a request, if it is not the subject of its test: the control request, or one that must be rejected and so
 * creates nothing. Both go before others where few resources may be created.
 */
export type Purpose = 'control' | 'rejection';

/**
 * Creates the spending of a worker: it sends a request that may create a resource within the budget of its operation, or
 * ends the test if none is left. `created` returns how many it created; a rejection gives its place back.
 */
export function createSpend(run: Budgeted, hasBaseline: Journal['hasBaseline']) {
  const asked = new WeakMap<TestInfo, Map<Endpoint, number>>();
  /** Operations that a target carried out although a should expects a rejection. */
  const wasted = new Set<Endpoint>();
  const timesAsked = (testInfo: TestInfo, endpoint: Endpoint) => {
    const counts = asked.get(testInfo) ?? new Map<Endpoint, number>();
    const before = counts.get(endpoint) ?? 0;
    asked.set(testInfo, counts.set(endpoint, before + 1));
    return before;
  };
  /** Returns the count below which requests are sent; the last resource is kept for an accepted invalid request. */
  const limit = (endpoint: Endpoint, { most }: Budget, purpose: Purpose | undefined) => {
    if (purpose === 'control') return most;
    const testInfo = test.info();
    const owedToOthers = () => owed(endpoint, testInfo, hasBaseline(endpoint));
    if (purpose === 'rejection') {
      const leftToMusts = wasted.has(endpoint) && getLevel(testInfo.annotations) !== 'must' ? owedToOthers() : 0;
      return most === 1 ? 2 : most - leftToMusts;
    }
    const own = stillNeeded(endpoint, testInfo, timesAsked(testInfo, endpoint));
    const others = testInfo.retry > 0 ? 0 : owedToOthers(); // after the rest
    return most - 1 - others - (own - 1);
  };
  return async <T>(
    endpoint: Endpoint,
    purpose: Purpose | undefined,
    send: () => Promise<T>,
    created: () => number,
  ): Promise<T> => {
    const budget = getBudget(endpoint, run);
    if (budget === undefined) return send();
    const place = reserve(endpoint, limit(endpoint, budget, purpose));
    const { variable, most, spent, per } = budget;
    if (!place) return skipTest({ kind: 'budget', variable, most, ...(spent > 0 ? { spent, per } : {}) });
    try {
      return await send();
    } finally {
      if (purpose === 'rejection' && getLevel(test.info().annotations) !== 'must' && created() > 0)
        wasted.add(endpoint);
      closeReservation(place, created());
    }
  };
}
