import type { APIRequestContext } from '@playwright/test';
import type { Answer, SentRequest } from '../core/exchange.ts';
import { contentOf } from './content.ts';
import { createContexts, type OpenContext } from './contexts.ts';
import { decompress } from './decompress.ts';
import { failureSeen } from './failure.ts';
import { limitsFor } from './limits.ts';
import { newWire, watching } from './wire.ts';

/** Sends one request as it stands and reads the whole answer; throws what is transportFailure where there is none to judge. */
export type Send = (request: SentRequest) => Promise<Answer>;

/** A sender over Playwright's API requests: no redirects followed, no cookies kept, nothing retried, nothing endless. */
export function createSend(open: OpenContext, timeoutSeconds: number): Send {
  const inContext = createContexts(open);
  return async (request) => {
    const limits = limitsFor(request.body);
    const wire = newWire(limits);
    const sending = inContext((context) =>
      watching(wire, () => exchange(context, request, timeoutSeconds * 1000)),
    );
    const { bytes, ...answer } = await sending.catch((error: unknown) => {
      throw failureSeen(error, wire, timeoutSeconds);
    });
    return { ...answer, ...contentOf(await decompress(bytes, wire.encoding, limits), limits) };
  };
}

async function exchange(
  context: APIRequestContext,
  { method, headers, body, url }: SentRequest,
  timeout: number,
) {
  const data = body === undefined ? {} : { data: Buffer.from(body) };
  const started = performance.now();
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
  const milliseconds = performance.now() - started;
  return { status: response.status(), headers: response.headers(), milliseconds, bytes };
}

/**
 * Playwright takes down the stack at each of its calls. To look up each frame in the source maps would be much of what a
 * call costs, and no report shows these stacks.
 */
function unmapped<R>(call: () => R): R {
  const { prepareStackTrace } = Error;
  Object.assign(Error, { prepareStackTrace: undefined });
  try {
    return call();
  } finally {
    Object.assign(Error, { prepareStackTrace });
  }
}
