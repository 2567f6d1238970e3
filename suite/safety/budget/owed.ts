import type { TestInfo } from '@playwright/test';
import { CREATES } from '../../core/covers.ts';
import type { Endpoint } from '../../core/operations.ts';
import { levels } from '../../core/requirement.ts';
import type { PlannedTest } from '../../run/channel-table.ts';
import { levelOf, plannedTests, wish, wordOf } from './order.ts';

type Running = Pick<TestInfo, 'testId' | 'annotations'>;

/**
 * How many resources a test must leave to others: one to the control request, which is not created yet and which most
 * refusals stand on, and what more telling tests will create that are still to come.
 */
export function owed(
  endpoint: Endpoint,
  running: Running,
  hasBaseline: boolean,
  tests = plannedTests(),
): number {
  const toCome = tests.slice(tests.findIndex(({ id }) => id === running.testId) + 1);
  const own = levels.indexOf(levelOf(running.annotations));
  const telling = toCome.filter(({ level }) => levels.indexOf(level) < own);
  const control = !hasBaseline && standsOnControl(endpoint, toCome) ? 1 : 0;
  return telling.reduce((sum, { creates }) => sum + wish(creates, endpoint), control);
}

function standsOnControl(endpoint: Endpoint, toCome: readonly PlannedTest[]): boolean {
  return toCome.some((test) => test.endpoint === endpoint);
}

/** How many more resources a running test will create after those that it has asked for; at least the one at hand. */
export function wanted(
  endpoint: Endpoint,
  { annotations }: Pick<Running, 'annotations'>,
  asked: number,
): number {
  return Math.max(1, wish(wordOf(annotations, CREATES), endpoint) - asked);
}
