import { type Endpoint, operationOf } from '../../core/operations.ts';
import { context } from '../../run/context.ts';
import type { Settings } from '../../run/settings/settings.ts';
import { shareOf } from '../../run/settings/shard.ts';
import { usual } from '../../run/settings/target.ts';

const variables = {
  preferences: 'BUDGET_PREFERENCES',
  'test users': 'BUDGET_TEST_USERS',
  agreements: 'BUDGET_AGREEMENTS',
} as const;

/** How many resources of an operation this run may create, and the variable that says so. */
export interface Budget {
  readonly variable: keyof Settings;
  readonly most: number;
}

/** The budget of an operation: what its variable says, else what is usual where the target is. */
export function budgetOf(endpoint: Endpoint): Budget | undefined {
  const { creates } = operationOf(endpoint);
  if (!creates) return undefined;
  const variable = variables[creates.what];
  const { settings, shard } = context();
  const whole = settings[variable] ?? usual(settings)[variable];
  return { variable, most: Number.isFinite(whole) ? shareOf(whole, shard) : whole };
}
