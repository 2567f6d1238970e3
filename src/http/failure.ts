import { maxHeaderSize } from 'node:http';
import type { TransportCode, TransportFailure } from '#api/cause';
import { toMessage } from '#run/process/command-line';
import type { Wire } from './wire.ts';

/**
 * Kinds of missing responses: `broken` is one that no client can take, the same each time; `cut short` and `lost` may be a
 * bad moment; `silent` sent nothing in time; `no HTTP` is something else that responds.
 */
export type FailureKind = TransportFailure['lack'];

/** Codes by the words of the error; nothing else reads them. */
const codes: readonly [RegExp, TransportCode][] = [
  [/ENOTFOUND|EAI_AGAIN/, 'no such name'],
  [/ECONNREFUSED/, 'refused'],
  [/E(?:HOST|NET)UNREACH/, 'unreachable'],
  [/does not match certificate/, 'other name'],
  [/certificate has expired|not yet valid/, 'expired certificate'],
  [/certificate/i, 'certificate'],
  [/SSL|TLS|EPROTO/i, 'no TLS'],
];

/** Creates an error with the reason why there is no response to judge. */
export function transportFailure(lack: FailureKind, words: string, code: TransportCode = 'broken'): Error {
  return new Error(words, { cause: { lack, code, words } satisfies TransportFailure });
}

/** Returns the failure that an error stands for: its own, or one derived from its words. */
export function getFailure(error: unknown): TransportFailure {
  const cause = error instanceof Error ? error.cause : undefined;
  if (isFailure(cause)) return cause;
  const words = firstLine(error);
  const [, code = 'reset'] = codes.find(([looks]) => looks.test(`${words} ${String(cause)}`)) ?? [];
  return { lack: 'lost', code, words };
}

function isFailure(cause: unknown): cause is TransportFailure {
  return typeof cause === 'object' && cause !== null && 'lack' in cause && 'code' in cause;
}

/** Returns true for a transport failure with one of these lacks; without any, for every transport failure. */
export function isTransportFailure(error: unknown, ...lacks: FailureKind[]): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return isFailure(cause) && (lacks.length === 0 || lacks.includes(cause.lack));
}

/** Returns true if it failed before anything was sent: so every operation would fail, and nothing was created. */
export function wasNeverSent({ code }: Pick<TransportFailure, 'code'>): boolean {
  return beforeAsking.has(code);
}

const beforeAsking: ReadonlySet<TransportCode> = new Set([...codes.map(([, code]) => code), 'no connection'] as const);

/** Returns the transport failure of a request, as seen on its wire; the words hold nothing that was sent. */
export function toTransportFailure(error: unknown, wire: Wire, seconds: number): Error {
  const words = firstLine(error);
  if (wire.excess) return transportFailure('broken', wire.excess);
  if (words.startsWith('Parse Error')) return unreadable(words, wire);
  if (wire.isLate || /timed? ?out|timeout/i.test(words)) return late(wire, seconds);
  if (words.endsWith('aborted'))
    return transportFailure('cut short', 'the connection was closed before the body was complete', 'reset');
  return transportFailure('lost', words, getFailure(error).code);
}

function unreadable(words: string, wire: Wire): Error {
  if (words.includes('Header overflow'))
    return transportFailure('broken', `the headers are larger than ${maxHeaderSize / 1024} KB`);
  if (!words.includes('Expected HTTP/'))
    return transportFailure('broken', `the response is not valid HTTP/1.1: ${words}`);
  if (wire.head) return transportFailure('broken', 'the body is longer than its headers declare');
  return transportFailure('no HTTP', `the response is not HTTP: ${words}`, 'no HTTP');
}

function late({ connected, bytes, head, interim, announced }: Wire, seconds: number): Error {
  if (!connected) return transportFailure('silent', `no connection within ${seconds} s`, 'no connection');
  if (bytes === 0) return transportFailure('silent', `no response within ${seconds} s (timed out)`, 'no answer');
  if (interim > 0 && !head)
    return transportFailure('broken', `only interim responses (1xx) within ${seconds} s: ${interim}`);
  const part = head ? 'body' : 'head';
  const length = head && announced ? `, content-length ${announced}` : '';
  return transportFailure(
    'broken',
    `the ${part} of the response is incomplete after ${seconds} s (${bytes} bytes received${length})`,
  );
}

/** Returns the first line of an error: the other lines list the headers of the request. */
export function firstLine(error: unknown): string {
  return (toMessage(error).split('\n')[0] ?? '').replace(/^apiRequestContext\.\w+: /, '');
}
