import type { APIRequestContext } from '@playwright/test';
import type { ResponseRecord, SentRequest } from '#api/exchange';
import { bytesOf } from './bytes.ts';
import { contentOf, decompress } from './content.ts';
import { failureSeen } from './failure.ts';
import { limitsFor } from './limits.ts';
import { newWire, watching } from './wire.ts';

/** Sends one request as it stands and reads the whole answer; throws a transport failure where there is none to judge. */
export type Send = (request: SentRequest) => Promise<ResponseRecord>;

/** An exchange as a client carries it out: the body as it came, the header fields in lower case. */
type Carry = (request: SentRequest, milliseconds: number) => Promise<Carried>;

interface Carried {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** A sender over a client of Node's: nothing retried, nothing endless. */
export function sender(carry: Carry, timeoutSeconds: number): Send {
  return async (request) => {
    const limits = limitsFor(request.body);
    const wire = newWire(limits);
    const started = performance.now();
    const carried = watching(wire, () => carry(request, timeoutSeconds * 1000));
    const { bytes, ...answer } = await carried.catch((error: unknown) => {
      throw failureSeen(error, wire, timeoutSeconds);
    });
    const milliseconds = performance.now() - started;
    const content = await decompress(bytes, wire.encoding, limits);
    return { ...answer, milliseconds, ...contentOf(content, limits) };
  };
}

/** A sender over Playwright's API requests: no redirects followed, no cookies kept. */
export function createSend(open: OpenContext, timeoutSeconds: number): Send {
  const inContext = createContexts(open);
  return sender((request, timeout) => inContext((context) => exchange(context, request, timeout)), timeoutSeconds);
}

async function exchange(
  context: APIRequestContext,
  { method, headers, body, url }: SentRequest,
  timeout: number,
): Promise<Carried> {
  const data = body === undefined ? {} : { data: bytesOf(body) };
  const response = await unmapped(() =>
    context.fetch(url, {
      method,
      headers: { ...headers },
      ...data,
      maxRedirects: 0,
      timeout,
    }),
  );
  const bytes = await unmapped(() => response.body());
  return { status: response.status(), headers: response.headers(), bytes };
}

/**
 * Playwright takes down the stack at each of its calls. To write it, and look up each frame in the source maps, would be
 * much of what a call costs, and no report shows these stacks.
 */
function unmapped<R>(call: () => R): R {
  const { prepareStackTrace } = Error;
  Object.assign(Error, { prepareStackTrace: () => '' });
  try {
    return call();
  } finally {
    Object.assign(Error, { prepareStackTrace });
  }
}

/** Opens a context that requests are sent with. */
type OpenContext = () => Promise<APIRequestContext>;

/** Describes what a context has served for: it keeps every answer until it is disposed of. */
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
function createContexts(open: OpenContext) {
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
