import type { Patch, Row } from './fault.ts';
import { changeRule, dropRules } from './rules.ts';

/** A rule and its wrong status or code; `isDropped: false` if another row drops the same rule. */
export type ListedError = readonly [
  requirement: string,
  slug: string,
  request: string,
  rule: string,
  wrong: { readonly status?: number; readonly code?: string; readonly isDropped?: boolean },
];

/** Returns rows for each listed error (7): another status, another code, and not raised. */
export function listedErrors(...errors: readonly ListedError[]): Row[] {
  return errors.flatMap(([id, slug, request, rule, { status, code, isDropped = true }]) => {
    const row = (as: string, what: string, patch: Patch): Row => [id, `${slug}-${as}`, `${request} ${what}`, patch];
    return [
      ...(status ? [row('status', `returns ${status}`, changeRule(rule, { status }))] : []),
      ...(code ? [row('code', `returns the code ${code}`, changeRule(rule, { code }))] : []),
      ...(isDropped ? [row('accepted', 'is not rejected by its rule', dropRules(rule))] : []),
    ];
  });
}

/** The rules about an access token (5), as the middle of a listed error. */
export const noToken = ['no-token', 'A request without a token', 'no token'] as const;

export const otherScheme = ['scheme', 'A scheme other than Bearer', 'a scheme that is not Bearer'] as const;

export const madeUpToken = ['made-up', 'A made-up token', 'a token that was never issued'] as const;

export const expiredToken = ['expired', 'An expired token', 'a token past its lifetime'] as const;

/** Returns a row that replaces the listed status of a rule with that of an outage. */
export function unavailable(requirement: string, rule: string, status: number): Row {
  const slug = `${requirement.toLowerCase()}-as-${status}`;
  return [requirement, slug, `The rule "${rule}" returns ${status}`, changeRule(rule, { status })];
}
