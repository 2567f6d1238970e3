import type { APIRequestContext } from '@playwright/test';

/** Opens a context that requests are sent with. */
export type OpenContext = () => Promise<APIRequestContext>;

/** What a context has served for: it keeps every answer until it is disposed of. */
interface Kept {
  readonly context: Promise<APIRequestContext>;
  answers: number;
  bytes: number;
  onTheirWay: number;
}

/** An answer as far as it wears its context out. */
interface Wearing {
  readonly bytes: Buffer;
  /** A cookie that is set here would be sent from now on. */
  readonly headers: Readonly<Record<string, string>>;
}

const most = { answers: 100, bytes: 1_000_000 } as const;

/**
 * Contexts to send with, one after the other: disposing of a context now and then costs less than of each answer. A
 * worn one is used no more, and goes when the last of its answers has been read.
 */
export function createContexts(open: OpenContext) {
  let current: Kept | undefined;
  return async <A extends Wearing>(send: (context: APIRequestContext) => Promise<A>): Promise<A> => {
    current ??= { context: open(), answers: 0, bytes: 0, onTheirWay: 0 };
    const kept = current;
    kept.onTheirWay += 1;
    try {
      const answer = await send(await kept.context);
      kept.answers += 1;
      kept.bytes += answer.bytes.length;
      const isWornOut = 'set-cookie' in answer.headers || isWorn(kept);
      if (isWornOut && current === kept) current = undefined;
      return answer;
    } finally {
      kept.onTheirWay -= 1;
      if (kept !== current && kept.onTheirWay === 0) await kept.context.then((context) => context.dispose());
    }
  };
}

function isWorn({ answers, bytes }: Kept): boolean {
  return answers >= most.answers || bytes >= most.bytes;
}
