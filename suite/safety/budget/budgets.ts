import { type Endpoint, operationOf } from '../../core/operations.ts';
import { read } from '../../run/channels.ts';
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
  /** What earlier runs have spent of it, where it is one of several nights. */
  readonly spent: number;
}

/** The budget of an operation: what its variable says, else what is usual where the target is. */
export function budgetOf(endpoint: Endpoint): Budget | undefined {
  const { creates } = operationOf(endpoint);
  if (!creates) return undefined;
  const variable = variables[creates.what];
  const { settings, shard, replay } = context();
  if (replay) return undefined; // nothing is created
  const whole = settings[variable] ?? usual(settings)[variable];
  const spent = read('spent').reduce((sum, line) => (line.of === endpoint ? sum + line.created : sum), 0);
  const left = Math.max(0, whole - spent);
  return { variable, spent, most: Number.isFinite(whole) ? shareOf(left, shard) : whole };
}
