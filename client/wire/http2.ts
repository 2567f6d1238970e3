import { createServer, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';
import { type Connection, describeConnection, type Servers } from './arrivals.ts';
import { decodeBody } from './coding.ts';
import { getDestination } from './destination.ts';
import { describeRequest, toPairs } from './http1.ts';
import { type Header, type Reply, readBytes, type Sent, type StrayKind } from './traffic.ts';

/** Serves HTTP/2, whether ALPN chose it or the client knew before; each stream is a request like one of HTTP/1. */
export function serveHttp2(within: Servers) {
  const { arrivals, connections } = within;
  // A field that HTTP/2 forbids is reported at once: Node would drop a thousand such requests in silence.
  const server = createServer({ maxSessionInvalidFrames: 1 });
  return (stream: Duplex) => {
    const connection = connections.of(stream);
    let requests = 0;
    server.once('session', (session: ServerHttp2Session) => {
      session.on('stream', (one: ServerHttp2Stream, _: IncomingHttpHeaders, _flags: number, raw: string[]) => {
        requests += 1;
        void taken(one, raw, connection, within);
      });
      const stray = (kind: StrayKind, text: string) =>
        arrivals.stray(kind, `${describeConnection(connection)} ${text}`);
      stream.once('end', () => {
        const { lastProcStreamID: last = 0 } = session.state;
        const broken = Math.ceil(last / 2) - requests; // the streams of a client have odd numbers
        if (broken > 0) stray('malformed-request', `sent ${broken} header blocks that are no request`);
        else if (requests === 0) stray('silent-connection', 'opened HTTP/2 and sent no request');
      });
      session.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET') stray('malformed-request', `sent what HTTP/2 forbids: ${error.message}`);
        else if (requests === 0) stray('silent-connection', 'opened HTTP/2 and sent no request');
      });
    });
    server.emit('connection', stream);
  };
}

async function taken(stream: ServerHttp2Stream, raw: string[], connection: Connection, { arrivals }: Servers) {
  stream.on('error', () => {}); // the client has gone: nobody is left to tell
  const head = { ...arrivals.next(), ...headOf(toPairs(raw), connection) };
  const bytes = await readBytes(stream).catch(() => undefined);
  // A stream that was reset ends too; one that was not is open until it has its response.
  if (bytes === undefined || stream.closed)
    return arrivals.stray('broken-off', `${describeRequest(head)} ended within its body`, head);
  const [, coding] = head.headers.find(([name]) => name === 'content-encoding') ?? [];
  write(await arrivals.answer({ ...head, ...(await decodeBody(bytes, coding)) }), stream, head.method);
}

function headOf(fields: readonly Header[], connection: Connection): Omit<Sent, 'number' | 'at' | 'body'> {
  const pseudo = new Map(fields.filter(([name]) => name.startsWith(':')));
  const authority = pseudo.get(':authority');
  const line = pseudo.get(':path') ?? '';
  return {
    ...getDestination(line, authority, connection),
    method: pseudo.get(':method') ?? '',
    protocol: 'HTTP/2.0',
    headers: fields.filter(([name]) => !name.startsWith(':')),
  };
}

/** Holds fields of a connection, which HTTP/2 has not (RFC 9113, 8.2.2). */
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

/** Returns fields by name in lower case, those that stand twice as a list. */
function inOne(fields: readonly Header[]): Record<string, string[]> {
  const byName: Record<string, string[]> = {};
  for (const [name, value] of fields) {
    const values = byName[name.toLowerCase()] ?? [];
    byName[name.toLowerCase()] = [...values, value];
  }
  return byName;
}
