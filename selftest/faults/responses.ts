import type { Wire } from '#mock/http/wire';
import type { Call } from '#mock/operation';
import type { Patch, Row } from './fault.ts';
import { all, always, inSpanish, prefersHtml, type When } from './requests.ts';
import { whereBroken } from './rules.ts';
import { changeError, changeSuccess } from './successes.ts';

/** Sends the rejections of some requests as an HTML page. */
export const rejectInHtml = (when: When): Patch => changeError(toHtml, when);

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

export const successBodies = spoil('success', 'a success', changeSuccess);
export const rejections = spoil('refusal', 'a rejection', changeError);

function spoil(slug: string, of: string, change: typeof changeSuccess) {
  return (requirement: string, ...ways: Spoiling[]) =>
    ways.map((way): Row => {
      const [what, toSpoilt] = spoilings[way];
      return [requirement, `${slug}-${way}`, `The body of ${of} ${what}`, change(toSpoilt)];
    });
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

/** Repeats a part of the request in each rejection. */
export function repeatInRejection(what: (call: Call) => string): Patch {
  const repeat = (text: string, received: string) => JSON.stringify({ ...JSON.parse(text), received });
  return changeError((wire, call) => ({ ...wire, text: repeat(wire.text, what(call)) }));
}

export function repeatInHeader(what: (call: Call) => string, name = 'X-Received', change = changeError): Patch {
  const getHeader = (call: Call) => ({ [name]: encodeURIComponent(what(call)) });
  return change((wire, call) => ({ ...wire, headers: { ...wire.headers, ...getHeader(call) } }));
}

/** Sends what a rule rejects as an HTML page to a client that prefers one. */
export function toPage(rule: string): Patch {
  return whereBroken((when) => rejectInHtml(all(prefersHtml, when)), rule);
}

/** Translates a code or a label. Default: for requests in Spanish. */
export function translate(from: string | RegExp, to: string, when: When = inSpanish): Patch {
  return changeError((wire) => ({ ...wire, text: wire.text.replace(from, to) }), when);
}

function withMediaType(wire: Wire, type: string): Wire {
  return { ...wire, headers: { ...wire.headers, 'Content-Type': type } };
}
