import { bodyChecks } from './body.ts';
import type { Check, Payload } from './check.ts';
import { headerChecks } from './headers.ts';
import { pathChecks, queryChecks } from './target.ts';
import { transportChecks } from './transport.ts';
import { unlistedChecks } from './unlisted.ts';

/** Every rule about the body: what a payload is held against that no request carries. */
export const payloadChecks: readonly Check<Payload>[] = [...bodyChecks, ...unlistedChecks];

/** Every rule that a request is held against. */
export const checks: readonly Check[] = [
  ...transportChecks,
  ...pathChecks,
  ...queryChecks,
  ...headerChecks,
  ...payloadChecks,
];
