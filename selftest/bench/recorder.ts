import { setTimeout as pause } from 'node:timers/promises';
import fastify, { type FastifyRequest } from 'fastify';
import { request as forward } from 'undici';

/** A request as it was sent, to be sent again. */
export interface Recorded {
  readonly method: 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The header fields of one connection. */
const ofConnection: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
]);

/** A server that hands every request on to `upstream`, after so many milliseconds, and keeps it and the time of the first. */
export async function startRecorder(upstream: string, delay = 0) {
  const recorded: Recorded[] = [];
  let first = Number.NaN;
  const app = fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 * 1024 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  app.all('*', async (request, reply) => {
    if (recorded.length === 0) first = performance.now();
    const sent = recordOf(request);
    recorded.push(sent);
    if (delay > 0) await pause(delay);
    const answer = await send(upstream, sent);
    return reply
      .code(answer.statusCode)
      .headers(Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name))))
      .send(Buffer.from(await answer.body.arrayBuffer()));
  });
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  return { baseUrl, recorded, firstAt: () => first, close: () => app.close() };
}

/** Sends a recorded request to a server. */
export function send(baseUrl: string, { method, url, headers, body }: Recorded) {
  return forward(baseUrl + url, {
    method,
    headers,
    ...(body === '' ? {} : { body: Buffer.from(body, 'latin1') }),
  });
}

function recordOf({ method, url, headers, body }: FastifyRequest): Recorded {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    ofConnection.has(name) ? [] : [[name, String(value)] as const],
  );
  return {
    method: method === 'DELETE' ? 'DELETE' : 'POST',
    url,
    headers: Object.fromEntries(kept),
    body: Buffer.isBuffer(body) ? body.toString('latin1') : '',
  };
}
