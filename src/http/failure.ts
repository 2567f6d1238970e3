import type { TransportCode, TransportFailure } from '#api/cause';
import { toMessage } from '#run/process/output';

/** Kinds of missing responses: only `cut short` and `lost` may be a bad moment; `no HTTP` is another kind of server. */
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

/** Returns the first line of an error: the other lines list the headers of the request. */
export function firstLine(error: unknown): string {
  return (toMessage(error).split('\n')[0] ?? '').replace(/^apiRequestContext\.\w+: /, '');
}
