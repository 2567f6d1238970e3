import {
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Duplex } from 'node:stream';
import { type Connection, inWords, type Within } from './arrivals.ts';
import { decodedBody } from './coding.ts';
import { destinationOf } from './destination.ts';
import { pairs } from './http1.ts';
import { bytesOf, type Header, type Reply, type Sent } from './traffic.ts';

/** Serves HTTP/2, whether ALPN chose it or the client knew before; each stream is a request like one of HTTP/1. */
export function serveHttp2(within: Within) {
  const { arrivals, connections } = within;
  // A field that HTTP/2 forbids is told at once: Node would drop a thousand such requests in silence.
  const server = createServer({ maxSessionInvalidFrames: 1 });
  return (stream: Duplex) => {
    const connection = connections.of(stream);
    server.once('session', (session: ServerHttp2Session) => {
      session.on(
        'stream',
        (one: ServerHttp2Stream, _: IncomingHttpHeaders, _flags: number, raw: string[]) =>
          void taken(one, raw, connection, within),
      );
      session.on('error', (error) =>
        arrivals.stray(
          'malformed-request',
          `${inWords(connection)} sent what HTTP/2 forbids: ${error.message}`,
        ),
      );
    });
    server.emit('connection', stream);
  };
}

async function taken(stream: ServerHttp2Stream, raw: string[], connection: Connection, { arrivals }: Within) {
  stream.on('error', () => {}); // the client has gone: nobody is left to tell
  const head = { ...arrivals.next(), ...headOf(pairs(raw), connection) };
  let bytes: Buffer;
  try {
    bytes = await bytesOf(stream);
  } catch {
    return arrivals.stray('broken-off', `${head.method} ${head.host} ended within its body`, head);
  }
  const [, coding] = head.headers.find(([name]) => name === 'content-encoding') ?? [];
  write(await arrivals.answer({ ...head, ...(await decodedBody(bytes, coding)) }), stream, head.method);
}

function headOf(fields: readonly Header[], connection: Connection): Omit<Sent, 'number' | 'at' | 'body'> {
  const pseudo = new Map(fields.filter(([name]) => name.startsWith(':')));
  const authority = pseudo.get(':authority');
  const line = pseudo.get(':path') ?? '';
  return {
    ...destinationOf(line, authority, connection),
    method: pseudo.get(':method') ?? '',
    protocol: 'HTTP/2.0',
    headers: fields.filter(([name]) => !name.startsWith(':')),
  };
}

/** Fields of a connection, which HTTP/2 has not (RFC 9113, 8.2.2). */
const ofTheConnection = /^(?:connection|keep-alive|proxy-connection|transfer-encoding|upgrade)$/i;

function write({ status, headers, body, delivery }: Reply, stream: ServerHttp2Stream, method: string): void {
  if (stream.destroyed) return;
  if (delivery === 'reset') return void stream.session?.destroy();
  const fields = headers.filter(([name]) => !ofTheConnection.test(name));
  const bare = method === 'HEAD' || status === 204 || status === 304;
  stream.respond({ ':status': status, ...inOne(fields), ...(bare ? {} : { 'content-length': body.length }) });
  if (delivery !== 'half') return void stream.end(bare ? undefined : body);
  stream.write(body.subarray(0, Math.ceil(body.length / 2)), () => stream.session?.destroy());
}

/** Fields by name in lower case, those that stand twice as a list. */
function inOne(fields: readonly Header[]): Record<string, string[]> {
  const byName: Record<string, string[]> = {};
  for (const [name, value] of fields) {
    const values = byName[name.toLowerCase()] ?? [];
    byName[name.toLowerCase()] = [...values, value];
  }
  return byName;
}
