import { createServer, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';
import { groupByKey } from '#api/group-by-key';
import { type Connection, describeConnection, getDestination, type Servers } from './connections.ts';
import { describeRequest, toPairs } from './http1.ts';
import { decodeBody, hasBody, type Reply, readBytes, type UnparsedKind } from './traffic.ts';

/** Serves HTTP/2, by ALPN or by prior knowledge; each stream is a request like one of HTTP/1. */
export function serveHttp2(servers: Servers) {
  const { arrivals, connections } = servers;
  // Reports a field that HTTP/2 forbids at once: Node would drop a thousand such requests in silence.
  const server = createServer({ maxSessionInvalidFrames: 1 });
  return (stream: Duplex) => {
    const connection = connections.of(stream);
    const stray = (kind: UnparsedKind, text: string) =>
      arrivals.stray(kind, `${describeConnection(connection)} ${text}`);
    let requests = 0;
    server.once('session', (session: ServerHttp2Session) => {
      session.on('stream', (one: ServerHttp2Stream, _: IncomingHttpHeaders, _flags: number, raw: string[]) => {
        requests += 1;
        void taken(one, raw, connection, servers);
      });
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
  stream.on('error', () => {}); // the client has gone
  const fields = toPairs(raw);
  const pseudo = new Map(fields.filter(([name]) => name.startsWith(':')));
  const method = pseudo.get(':method') ?? '';
  const destination = getDestination(pseudo.get(':path') ?? '', pseudo.get(':authority'), connection);
  const headers = fields.filter(([name]) => !name.startsWith(':'));
  const head = { ...arrivals.next(), ...destination, method, protocol: 'HTTP/2.0', headers };
  const bytes = await readBytes(stream).catch(() => undefined);
  // A stream that was reset ends too; one that was not is open until it has its response.
  if (bytes === undefined || stream.closed)
    return arrivals.stray('broken-off', `${describeRequest(head)} ended within its body`, head);
  write(await arrivals.answer({ ...head, ...(await decodeBody(bytes, head)) }), stream, method);
}

/** Matches fields of a connection, which HTTP/2 does not have (RFC 9113, 8.2.2). */
const ofTheConnection = /^(?:connection|keep-alive|proxy-connection|transfer-encoding|upgrade)$/i;

function write({ status, headers, body, delivery }: Reply, stream: ServerHttp2Stream, method: string): void {
  if (stream.destroyed) return;
  if (delivery === 'reset') return void stream.session?.destroy();
  const withBody = hasBody(method, status);
  const kept = headers.filter(([name]) => !ofTheConnection.test(name));
  const byName = [...groupByKey(kept, ([name]) => name.toLowerCase())].map(
    ([name, own]) => [name, own.map(([, value]) => value)] as const,
  );
  const length = withBody ? { 'content-length': body.length } : {};
  stream.respond({ ':status': status, ...Object.fromEntries(byName), ...length });
  if (delivery !== 'half') return void stream.end(withBody ? body : undefined);
  stream.write(body.subarray(0, Math.ceil(body.length / 2)), () => stream.session?.destroy());
}
