import { type TestInfo, test } from '@playwright/test';
import { LEVEL } from '#api/covers';
import type { Endpoint } from '#api/operations';
import { settings } from '#run/context';
import { skipTest } from '#run/skip';
import { type Budget, budgetOf, closeReservation, owed, reserve, stillNeeded } from './budget.ts';
import { hasBaseline } from './journal.ts';

/**
 * The purpose of a request, if it is not the subject of its test: the control request, or one that must be rejected and so
 * creates nothing. Both go before others where few resources may be created.
 */
export type Purpose = 'control' | 'rejection';

const asked = new WeakMap<TestInfo, Map<Endpoint, number>>();

/** Operations that a target carried out although a should expects a rejection. */
const wasted = new Set<Endpoint>();

/**
 * Sends a request that may create a resource within the budget of its operation, or ends the test if none is left.
 * `created` returns how many resources it created; a rejection creates none and gives its place back.
 */
export async function spend<T>(
  endpoint: Endpoint,
  purpose: Purpose | undefined,
  send: () => Promise<T>,
  created: () => number,
): Promise<T> {
  const budget = budgetOf(endpoint);
  if (budget === undefined || !Number.isFinite(budget.most)) return send();
  const place = reserve(endpoint, limit(endpoint, budget, purpose)) ?? outOf(budget);
  try {
    return await send();
  } finally {
    if (isRejectionOfShould(purpose) && created() > 0) wasted.add(endpoint);
    closeReservation(place, created());
  }
}

function outOf({ variable, most, spent }: Budget): never {
  const over = spent > 0 ? { spent, per: settings().BUDGET.per ?? 'night' } : {};
  return skipTest({ kind: 'budget', variable, most, ...over });
}

/** Returns the count below which requests are sent; the last resource is kept for an accepted invalid request. */
function limit(endpoint: Endpoint, { most }: Budget, purpose: Purpose | undefined): number {
  if (purpose === 'control') return most;
  const testInfo = test.info();
  if (purpose === 'rejection') return most === 1 ? 2 : most - leftToMusts(endpoint, testInfo);
  const own = stillNeeded(endpoint, testInfo, timesAsked(testInfo, endpoint));
  const others = testInfo.retry > 0 ? 0 : owed(endpoint, testInfo, hasBaseline(endpoint)); // after the rest
  return most - 1 - others - (own - 1);
}

/** Returns the number of resources to leave to the musts if the target accepts what a should expects it to reject. */
function leftToMusts(endpoint: Endpoint, testInfo: TestInfo): number {
  const isWaste = wasted.has(endpoint) && isRejectionOfShould('rejection');
  return isWaste ? owed(endpoint, testInfo, hasBaseline(endpoint)) : 0;
}

function isRejectionOfShould(purpose: Purpose | undefined): boolean {
  const { annotations } = test.info();
  const isMust = annotations.some(({ type, description }) => type === LEVEL && description === 'must');
  return purpose === 'rejection' && !isMust;
}

function timesAsked(testInfo: TestInfo, endpoint: Endpoint): number {
  const counts = asked.get(testInfo) ?? new Map<Endpoint, number>();
  const before = counts.get(endpoint) ?? 0;
  asked.set(testInfo, counts.set(endpoint, before + 1));
  return before;
}
