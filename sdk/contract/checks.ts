import { bodyChecks } from './body.ts';
import type { Check } from './check.ts';
import { headerChecks } from './headers.ts';
import { pathChecks } from './path.ts';
import { queryChecks } from './query.ts';
import { transportChecks } from './transport.ts';
import { unlistedChecks } from './unlisted.ts';

/** Every rule that a request is held against. */
export const checks: readonly Check[] = [
  ...transportChecks,
  ...pathChecks,
  ...queryChecks,
  ...headerChecks,
  ...bodyChecks,
  ...unlistedChecks,
];
