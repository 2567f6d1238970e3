import type { JsonObject } from '#mock/http/json';
import type { Wire } from '#mock/http/wire';
import {
  changeBody,
  changeRejection,
  changeRule,
  changeSuccess,
  dropField,
  dropRules,
  type Patch,
  type Row,
  setFields,
} from './combinators.ts';
import { always, type When } from './requests.ts';

/** Sends the rejections of some requests as an HTML page. */
export const rejectInHtml = (when: When): Patch => changeRejection(toHtml, when);

/** Sends the successes of some requests as an HTML page. */
export const succeedInHtml = (when: When): Patch => changeSuccess(toHtml, when);
const toHtml = (wire: Wire): Wire => withMediaType({ ...wire, text: html }, 'text/html');

const html = '<!doctype html><title>Oops</title><p>Please try again later.';

const spoilings = {
  html: ['is an HTML page', toHtml],
  'html-called-json': ['is an HTML page called JSON', (wire: Wire) => ({ ...wire, text: html })],
  empty: ['is empty', (wire: Wire) => ({ ...wire, text: '' })],
  'text-plain': ['has the media type text/plain', (wire: Wire) => withMediaType(wire, 'text/plain')],
  untyped: ['has no media type', (wire: Wire) => ({ ...wire, headers: {} })],
  truncated: ['is JSON cut off', (wire: Wire) => ({ ...wire, text: wire.text.slice(0, -1) })],
  short: ['ends before its Content-Length', (wire: Wire) => ({ ...wire, sent: wire.text.length >> 1 })],
  doubled: ['is two JSON texts', (wire: Wire) => ({ ...wire, text: wire.text + wire.text })],
  marked: ['begins with a byte order mark', (wire: Wire) => ({ ...wire, text: `\ufeff${wire.text}` })],
} as const;

type Spoiling = keyof typeof spoilings;

/** Returns a row for each way to corrupt the body of every success. */
export function successBodies(requirement: string, ...ways: Spoiling[]): Row[] {
  return ways.map((way) => {
    const [what, spoil] = spoilings[way];
    return [requirement, `success-${way}`, `The body of a success ${what}`, changeSuccess(spoil)];
  });
}

/** Returns a row for each way to corrupt the body of every rejection. */
export function rejectionBodies(requirement: string, ...ways: Spoiling[]): Row[] {
  return ways.map((way) => {
    const [what, spoil] = spoilings[way];
    return [requirement, `refusal-${way}`, `The body of a rejection ${what}`, changeRejection(spoil)];
  });
}

/** Returns three rows for each field of a success: missing, null, and of another type, with this value. */
export function fieldRows(requirement: string, fields: JsonObject, when: When = always): Row[] {
  return Object.entries(fields).flatMap(([name, wrong]): Row[] => [
    [requirement, `${name}-missing`, `The field ${name} is missing`, dropField(name, when)],
    [requirement, `${name}-null`, `The field ${name} is null`, setFields({ [name]: null }, when)],
    [requirement, `${name}-of-another-type`, `The field ${name} has another type`, setFields({ [name]: wrong }, when)],
  ]);
}

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
  return errors.flatMap(([requirement, slug, request, rule, { status, code, isDropped = true }]) => {
    const row = (suffix: string, what: string, patch: Patch): Row => [
      requirement,
      `${slug}-${suffix}`,
      `${request} ${what}`,
      patch,
    ];
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

/** Redirects every success; clients do not follow a redirect with a body or a token. */
export const redirect = changeSuccess((wire) => ({
  ...wire,
  status: 303,
  headers: { ...wire.headers, Location: '/elsewhere' },
}));

/** Sends the successes of some requests with another media type. */
export function setMediaType(type: string, when: When = always): Patch {
  return changeSuccess((wire) => withMediaType(wire, type), when);
}

/** Replaces the body of a success by one of status 200. */
export function respondWith(text: string, type = 'application/json', when: When = always): Patch {
  return changeSuccess((wire) => ({ ...wire, status: 200, headers: { 'Content-Type': type }, text }), when);
}

/** Puts the body of a success into a field named data. */
export const wrapInData = changeBody((body) => ({ data: body }));

function withMediaType(wire: Wire, type: string): Wire {
  return { ...wire, headers: { ...wire.headers, 'Content-Type': type } };
}
