import type { APIRequestContext, APIResponse } from '@playwright/test';
import { type Answer, parseJson, type SentRequest } from './exchange.ts';

/** Opens the context that requests are sent with; called again where a target has set a cookie. */
export type OpenContext = () => Promise<APIRequestContext>;

/** Sends one request as it stands and reads the whole answer; throws where there is none in time. */
export type Send = (request: SentRequest) => Promise<Answer>;

/** A sender over Playwright's API requests: no redirects followed, no cookies kept, nothing retried. */
export function createSend(open: OpenContext, timeoutSeconds: number): Send {
  let context: APIRequestContext | undefined;
  return async (request) => {
    context ??= await open();
    const started = performance.now();
    const response = await context.fetch(request.url, optionsOf(request, timeoutSeconds));
    const answer = await answerOf(response, started);
    await response.dispose();
    if (answer.headers['set-cookie']) {
      await context.dispose();
      context = undefined;
    }
    return answer;
  };
}

function optionsOf({ method, headers, body }: SentRequest, timeoutSeconds: number) {
  const data = body === undefined ? {} : { data: Buffer.from(body) };
  return { method, headers: { ...headers }, ...data, maxRedirects: 0, timeout: timeoutSeconds * 1000 };
}

async function answerOf(response: APIResponse, started: number): Promise<Answer> {
  const bytes = await response.body();
  const milliseconds = performance.now() - started;
  return { status: response.status(), headers: response.headers(), ...contentOf(bytes), milliseconds };
}

/** JSON is UTF-8 without a byte order mark (RFC 8259, 8.1); anything else is kept as text only. */
function contentOf(bytes: Buffer): Pick<Answer, 'text' | 'json'> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, json: parseJson(text) };
  } catch {
    return { text: bytes.toString('utf8'), json: undefined };
  }
}
