import { once } from 'node:events';
import http, { IncomingMessage } from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { createNodeSend, type Send } from './send.ts';

/**
 * Creates a sender for requests that are not judged, such as those for provider states, for which Playwright's takes
 * several times the time. Each request has the header fields `own` too; no proxy and no client certificate. With
 * `isFresh` each request has a connection of its own.
 */
export function createPlainSend(own: Readonly<Record<string, string>>, timeoutSeconds: number, isFresh = false): Send {
  return createNodeSend(async ({ method, url, headers, body }, milliseconds) => {
    const signal = AbortSignal.timeout(milliseconds);
    const client = url.startsWith('https:') ? https : http;
    const request = client.request(url, {
      method,
      headers: { ...own, ...headers },
      signal,
      ...(isFresh ? { agent: false } : {}),
    });
    request.end(body);
    try {
      const [response] = await once(request, 'response');
      request.on('error', () => undefined); // what fails from here on fails the reading too
      if (!(response instanceof IncomingMessage)) throw new Error('no response arrived');
      const bytes = await buffer(response);
      const fields = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      return { status: response.statusCode ?? 0, headers: Object.fromEntries(fields), bytes };
    } catch (error) {
      throw signal.aborted ? new Error('timed out') : error;
    }
  }, timeoutSeconds);
}
