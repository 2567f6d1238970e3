import type { Patch, Row } from './fault.ts';
import errors from './listed-errors.json' with { type: 'json' };
import { changeRule, dropRules } from './rules.ts';

/** A rule and its wrong status, or its own status with a wrong label; `isDropped: false` if another row drops the rule. */
type ListedError = Readonly<{ request: string; rule: string; status?: number; code?: string; isDropped?: boolean }>;

/** Returns rows for each listed error of an operation (7): another status, another code, and not raised. */
export function listedErrors(operation: keyof typeof errors): Row[] {
  return Object.entries<ListedError>(errors[operation]).flatMap(([name, { request, rule, ...wrong }]) => {
    const [id = '', slug = ''] = name.split(' ');
    const { status, code, isDropped = true } = wrong;
    const row = (as: string, what: string, patch: Patch): Row => [id, `${slug}-${as}`, `${request} ${what}`, patch];
    return [
      ...(status ? [row('status', `returns ${status}`, changeRule(rule, { status }))] : []),
      ...(code ? [row('code', `returns the code ${code}`, changeRule(rule, { code }))] : []),
      ...(isDropped ? [row('accepted', 'is not rejected by its rule', dropRules(rule))] : []),
    ];
  });
}

/** The rules about an access token (5). */
export const noToken = 'no token';
export const otherScheme = 'a scheme that is not Bearer';
export const madeUpToken = 'a token that was never issued';
export const expiredToken = 'a token past its lifetime';

/** Returns a row that replaces the listed status of a rule with that of an outage. */
export function unavailable(requirement: string, rule: string, status: number): Row {
  const slug = `${requirement.toLowerCase()}-as-${status}`;
  return [requirement, slug, `The rule "${rule}" returns ${status}`, changeRule(rule, { status })];
}
