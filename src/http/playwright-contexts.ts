import type { APIRequestContext } from '@playwright/test';
import type { ResponseRecord } from '#api/exchange';

/** Makes a call without a stack trace: Playwright captures one at each, much of its cost, and no report shows it. */
export function untraced<R>(call: () => R): R {
  const { stackTraceLimit } = Error;
  // Playwright sets a limit of its own, which is ignored: the limit counts only as a plain value.
  Object.defineProperty(Error, 'stackTraceLimit', { get: () => 0, set: () => undefined, configurable: true });
  try {
    return call();
  } finally {
    Object.defineProperty(Error, 'stackTraceLimit', { value: stackTraceLimit, writable: true, configurable: true });
  }
}

export type OpenContext = () => Promise<APIRequestContext>;

/** A context with what it has served: it keeps every response until it is disposed of. */
interface Kept {
  readonly context: Promise<APIRequestContext>;
  responses: number;
  bytes: number;
  onTheirWay: number;
}

const most = { responses: 100, bytes: 1_000_000 } as const;

/** Creates contexts one after the other: to dispose of one now and then costs less than of each response. */
export function createContexts(open: OpenContext) {
  let current: Kept | undefined;
  return async <R extends Pick<ResponseRecord, 'headers'> & { readonly bytes: Buffer }>(
    send: (context: APIRequestContext) => Promise<R>,
  ): Promise<R> => {
    current ??= { context: open(), responses: 0, bytes: 0, onTheirWay: 0 };
    const kept = current;
    kept.onTheirWay += 1;
    try {
      const response = await send(await kept.context);
      kept.responses += 1;
      kept.bytes += response.bytes.length;
      const isWorn = kept.responses >= most.responses || kept.bytes >= most.bytes || 'set-cookie' in response.headers;
      if (isWorn && current === kept) current = undefined;
      return response;
    } finally {
      kept.onTheirWay -= 1;
      if (kept !== current && kept.onTheirWay === 0) await kept.context.then((context) => context.dispose());
    }
  };
}
