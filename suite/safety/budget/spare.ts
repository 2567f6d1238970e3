import type { Endpoint } from '../../core/operations.ts';
import { budgetOf } from './budgets.ts';
import { plannedTests, wish } from './order.ts';
import { takenOf } from './reservations.ts';

/** Whether so many resources may be created beside the control request's and all that the tests of the run create. */
export function hasToSpare(endpoint: Endpoint, count: number): boolean {
  const budget = budgetOf(endpoint);
  if (budget === undefined || !Number.isFinite(budget.most)) return true;
  const wishes = plannedTests().reduce((sum, { creates }) => sum + wish(creates, endpoint), 1);
  return takenOf(endpoint) + wishes + count < budget.most;
}
