import type { APIRequestContext, APIResponse } from '@playwright/test';
import type { Answer, SentRequest } from './exchange.ts';
import { contentOf } from './transport/content.ts';
import { decompress } from './transport/decompress.ts';
import { lackOf } from './transport/lack.ts';
import { newWire, type Wire, watching } from './transport/wire.ts';

/** Opens the context that requests are sent with; called again where a target has set a cookie. */
export type OpenContext = () => Promise<APIRequestContext>;

/** Sends one request as it stands and reads the whole answer; throws what is lacking where there is none to judge. */
export type Send = (request: SentRequest) => Promise<Answer>;

/** A sender over Playwright's API requests: no redirects followed, no cookies kept, nothing retried, nothing endless. */
export function createSend(open: OpenContext, timeoutSeconds: number): Send {
  let context: APIRequestContext | undefined;
  return async (request) => {
    context ??= await open();
    const started = performance.now();
    const wire = newWire();
    const sending = exchangeBytes(context, request, timeoutSeconds, wire);
    const { response, bytes } = await sending.catch((error: unknown) => {
      throw lackOf(error, wire, timeoutSeconds);
    });
    const milliseconds = performance.now() - started;
    const content = contentOf(await decompress(bytes, wire.encoding));
    if (response.headers()['set-cookie']) {
      await context.dispose();
      context = undefined;
    }
    return { status: response.status(), headers: response.headers(), ...content, milliseconds };
  };
}

async function exchangeBytes(
  context: APIRequestContext,
  { method, headers, body, url }: SentRequest,
  timeoutSeconds: number,
  wire: Wire,
): Promise<{ response: APIResponse; bytes: Buffer }> {
  const data = body === undefined ? {} : { data: Buffer.from(body) };
  const options = {
    method,
    headers: { ...headers },
    ...data,
    maxRedirects: 0,
    timeout: timeoutSeconds * 1000,
  };
  const response = await watching(wire, () => context.fetch(url, options));
  const bytes = await response.body();
  await response.dispose();
  return { response, bytes };
}
