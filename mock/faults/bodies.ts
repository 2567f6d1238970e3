import { type Fault, type Patch, sendingRefusal, sendingSuccess, type When } from '../fault.ts';
import type { Wire } from '../http/wire.ts';

const html = '<!doctype html><title>Oops</title><p>Please try again later.';

type Garbling = { slug: string; words: string; garble: (wire: Wire) => Wire };

const garblings = {
  html: { words: 'is an HTML page', garble: (wire) => typed({ ...wire, text: html }, 'text/html') },
  'html-called-json': { words: 'is an HTML page called JSON', garble: (wire) => ({ ...wire, text: html }) },
  empty: { words: 'is empty', garble: (wire) => ({ ...wire, text: '' }) },
  'text-plain': { words: 'has the media type text/plain', garble: (wire) => typed(wire, 'text/plain') },
  untyped: { words: 'has no media type', garble: (wire) => ({ ...wire, headers: {} }) },
  truncated: { words: 'is JSON cut off', garble: (wire) => ({ ...wire, text: wire.text.slice(0, -1) }) },
  short: {
    words: 'ends before its Content-Length',
    garble: (wire) => ({ ...wire, sent: wire.text.length >> 1 }),
  },
  doubled: { words: 'is two JSON texts', garble: (wire) => ({ ...wire, text: wire.text + wire.text }) },
  marked: {
    words: 'begins with a byte order mark',
    garble: (wire) => ({ ...wire, text: `\ufeff${wire.text}` }),
  },
} satisfies Record<string, Omit<Garbling, 'slug'>>;

type Place = { operation: Fault['operation']; prefix: string; breaks: string };
type Way = keyof typeof garblings;

/** For each way to garble a body: all successes of an operation sent like that. */
export function successBodyFaults({ operation, prefix, breaks }: Place, ways: readonly Way[]): Fault[] {
  return ways.map((way) => ({
    name: `${prefix}-success-${way}`,
    operation,
    breaks,
    sentence: `The body of a success ${garblings[way].words}.`,
    patch: sendingSuccess(garblings[way].garble),
  }));
}

/** For each way to garble a body: all refusals of an operation sent like that. */
export function refusalBodyFaults({ operation, prefix, breaks }: Place, ways: readonly Way[]): Fault[] {
  return ways.map((way) => ({
    name: `${prefix}-refusal-${way}`,
    operation,
    breaks,
    sentence: `The body of a refusal ${garblings[way].words}.`,
    patch: sendingRefusal(garblings[way].garble),
  }));
}

/** Refusals of some requests sent as an HTML page. */
export function inHtml(when: When): Patch {
  return sendingRefusal((wire, call) => (when(call) ? garblings.html.garble(wire) : wire));
}

/** Successes of some requests sent as an HTML page. */
export function successInHtml(when: When): Patch {
  return sendingSuccess((wire, call) => (when(call) ? garblings.html.garble(wire) : wire));
}

/** Successes as redirections: no client follows one with a body or a token. */
export const redirecting = sendingSuccess((wire) => ({
  ...wire,
  status: 303,
  headers: { ...wire.headers, Location: '/elsewhere' },
}));

function typed(wire: Wire, type: string): Wire {
  return { ...wire, headers: { ...wire.headers, 'Content-Type': type } };
}
