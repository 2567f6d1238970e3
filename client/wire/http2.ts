import { createServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';
import { groupByKey } from '#api/group-by-key';
import { describeRequest, getHalf, toPairs } from './http.ts';
import {
  type ClientConnection,
  describeConnection,
  getDestination,
  type Head,
  hasBody,
  type Reply,
  readBytes,
  type Servers,
  type UnparsedKind,
  writeHead,
} from './traffic.ts';

/** Serves HTTP/2, by ALPN or by prior knowledge; each stream is a request like one of HTTP/1. */
export function serveHttp2(servers: Servers) {
  const { arrivals, connections } = servers;
  // Reports a field that HTTP/2 forbids at once: Node would drop a thousand such requests in silence.
  const server = createServer({ maxSessionInvalidFrames: 1 });
  return (stream: Duplex) => {
    const connection = connections.of(stream);
    const recordUnparsed = (kind: UnparsedKind, text: string) =>
      arrivals.recordUnparsed(kind, `${describeConnection(connection)} ${text}`);
    let requests = 0;
    server.once('session', (session: ServerHttp2Session) => {
      session.on('stream', (one: ServerHttp2Stream, _: object, _flags: number, raw: string[]) => {
        requests += 1;
        void readStream(one, raw, connection, servers);
      });
      session.on('error', () => {}); // the gate has sent the reason
    });
    // The session reports no end after an error of the connection, nor after a reset.
    connection.beneath?.once('close', () => {
      const broken = Number(connection.getStreams?.()) - requests;
      if (broken > 0) recordUnparsed('malformed-request', `sent ${broken} header blocks that are not requests`);
      else if (connection.getFault?.()) recordUnparsed('malformed-request', `sent ${connection.getFault()}`);
      else if (requests === 0) recordUnparsed('silent-connection', 'opened HTTP/2 and sent no request');
    });
    server.emit('connection', stream);
  };
}

const [FRAME_HEAD, HEADERS, GOAWAY] = [9, 1, 7];

/** Calls back with each frame of HTTP/2 bytes, and what has arrived behind it (RFC 9113, 4.1). */
function createFrameReader(preface: number, take: (frame: Buffer) => void) {
  let unread = Buffer.alloc(0);
  let skipped = preface;
  return (chunk: Buffer): void => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= skipped + FRAME_HEAD) {
      unread = unread.subarray(skipped);
      take(unread);
      skipped = FRAME_HEAD + unread.readUIntBE(0, 3);
    }
  };
}

/** Counts the streams that a client opens, and reads why the gate closed the connection: Node passes over broken ones. */
export function countStreams(first: Buffer) {
  const opened = new Set<number>();
  let fault = '';
  const preface = Buffer.byteLength('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  const add = createFrameReader(preface, (frame) => {
    if (frame[3] === HEADERS) opened.add(frame.readUInt32BE(5));
  });
  const addSent = createFrameReader(0, (frame) => {
    if (frame[3] === GOAWAY && frame.length > 16 && frame.readUInt32BE(13) > 0)
      fault = frame.toString('latin1', 17, FRAME_HEAD + frame.readUIntBE(0, 3)) || 'an error';
  });
  add(first);
  return { add, addSent, getStreams: () => opened.size, getFault: () => fault && `invalid HTTP/2: ${fault}` };
}

async function readStream(
  stream: ServerHttp2Stream,
  raw: string[],
  connection: ClientConnection,
  { arrivals }: Servers,
) {
  stream.on('error', () => {}); // the client has gone
  const fields = toPairs(raw);
  const named = new Map(fields);
  const method = named.get(':method') ?? '';
  const host = named.get(':authority') ?? named.get('host');
  const destination = getDestination(named.get(':path') ?? '', host, connection);
  const headers = fields.filter(([name]) => !name.startsWith(':'));
  const parsed = { ...arrivals.next(), ...destination, method, protocol: 'HTTP/2.0', headers };
  const head: Head = { ...parsed, head: writeHead({ ...parsed, headers: fields, protocol: 'HTTP/2' }) };
  const bytes = await readBytes(stream).catch(() => undefined);
  // A stream that was reset ends too; one that was not is open until it has its response.
  if (bytes === undefined || stream.closed)
    return arrivals.recordUnparsed('broken-off', `${describeRequest(head)} ended within its body`, head);
  writeStream(await arrivals.respond(head, bytes), stream, method);
}

/** Matches fields of a connection, which HTTP/2 does not have (RFC 9113, 8.2.2). */
const ofTheConnection = /^(?:connection|keep-alive|proxy-connection|transfer-encoding|upgrade)$/i;

function writeStream({ status, headers, body, delivery }: Reply, stream: ServerHttp2Stream, method: string): void {
  if (stream.destroyed) return;
  if (delivery === 'reset') return void stream.session?.destroy();
  const withBody = hasBody(method, status);
  const kept = headers.filter(([name]) => !ofTheConnection.test(name));
  const byName = groupByKey(kept, ([name]) => name.toLowerCase());
  const fields = [...byName].map(([name, same]) => [name, same.map(([, value]) => value)] as const);
  const length = withBody ? { 'content-length': body.length } : {};
  stream.respond({ ':status': status, ...Object.fromEntries(fields), ...length });
  if (delivery !== 'half') return void stream.end(withBody ? body : undefined);
  stream.write(getHalf(body), () => stream.session?.destroy());
}
