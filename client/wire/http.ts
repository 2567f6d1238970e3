import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttp2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { groupByKey } from '#api/group-by-key';
import {
  type ClientConnection,
  describeConnection,
  getDestination,
  type Head,
  type Header,
  hasBody,
  type Reply,
  readBytes,
  type Servers,
  type TakeHead,
  type UnparsedKind,
  writeHead,
} from './traffic.ts';

/** Holds the request that a connection is about to send or has sent last. */
type Reading = WeakMap<Duplex, { readonly request: IncomingMessage; readonly head: Head }>;

/** Serves HTTP/1; what its parser rejects, and what breaks off, is unparsed traffic. */
export function serveHttp1(servers: Servers, tunnel: (request: IncomingMessage, stream: Duplex) => void) {
  const { arrivals, connections } = servers;
  // A request without Host is judged; Node would reject it.
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 0 });
  const reading: Reading = new WeakMap();
  const take = (request: IncomingMessage, response: ServerResponse) =>
    void readRequest(request, response, reading, servers);
  server.on('request', take);
  server.on('checkExpectation', take); // an Expect that Node would reject with 417
  server.on('connect', tunnel);
  server.on('clientError', (error, stream) => {
    const { request, head } = reading.get(stream) ?? {};
    const cut = request?.complete ? undefined : head; // else this is about the bytes after its body
    if (cut) reading.delete(stream);
    const connection = connections.of(stream);
    const { kind, text } = cut
      ? toUnparsed(error, describeRequest(cut), 'its body')
      : toUnparsed(error, describeConnection(connection), 'a request', connection.getRest?.());
    arrivals.recordUnparsed(kind, text, cut);
    if (stream.writable) stream.end(describeRejection(error.message));
    else stream.destroy();
  });
  return (stream: Duplex) => server.emit('connection', stream);
}

function toUnparsed(error: Error & { rawPacket?: Buffer; code?: string }, of: string, part: string, rest = '') {
  const { message, rawPacket, code } = error;
  const [line = ''] = (rawPacket?.toString('latin1') ?? rest.trimStart()).split(/[\r\n]/);
  const [shown = ''] = /^[a-z]+ [/*]?[^?\s]*(?: HTTP.*)?|^[\w-]+(?= ?:)/i.exec(line) ?? []; // a value may be a secret
  const near = shown === '' ? '' : `, near ${JSON.stringify(shown.slice(0, 120))}`;
  const isCut = code === 'HPE_INVALID_EOF_STATE';
  return code?.startsWith('HPE_') && !isCut
    ? ({ kind: 'malformed-request', text: `${of} sent invalid HTTP/1: ${message}${near}` } as const)
    : ({ kind: 'broken-off', text: `${of}${isCut ? ` ended within ${part}` : `: ${message}`}${near}` } as const);
}

async function readRequest(request: IncomingMessage, response: ServerResponse, reading: Reading, servers: Servers) {
  const { arrivals, connections } = servers;
  const { method = '', url = '', rawHeaders, httpVersion, headers, socket } = request;
  const destination = getDestination(url, headers.host, connections.of(socket));
  const protocol = `HTTP/${httpVersion}`;
  const parsed = { ...arrivals.next(), ...destination, method, protocol, headers: toPairs(rawHeaders) };
  const head: Head = { ...parsed, head: connections.of(socket).takeHead?.(request) ?? writeHead(parsed) };
  reading.set(socket, { request, head });
  response.on('error', () => {}); // the client has gone
  const bytes = await readBytes(request).catch(() => undefined);
  // Another one is read already if two were sent together.
  const isReading = reading.get(socket)?.request === request && reading.delete(socket);
  if (bytes) write(await arrivals.respond(head, bytes), request, response, connections);
  else if (isReading) arrivals.recordUnparsed('broken-off', `${describeRequest(head)} ended within its body`, head);
}

/** Maximum number of characters that are kept of a connection: more than the parser reads ahead, and than a head has. */
const LONGEST = 131_072;

/** Keeps the latest bytes of a connection, because Node's parser passes over faults in a head and behind a body. */
export function createHeads(first: Buffer, reportEmptyLine: () => void) {
  let text = first.toString('latin1');
  /** The length of what is left of a request, from the end of its headers to its last chunk; undefined before the first. */
  let left: number | 'chunks' | undefined;
  const dropBody = (): void => {
    const length = left === 'chunks' ? /^[\s\S]*?\r\n0+(?:;.*)?\r\n(?:.+\r\n)*\r\n/.exec(text)?.[0].length : left;
    if (length === undefined) return;
    left = Math.max(0, length - text.length);
    text = text.slice(length);
    if (!/^(?:\r\n)+$/.test(text)) return;
    text = '';
    reportEmptyLine();
  };
  const add = (chunk: Buffer): void => {
    text += chunk.toString('latin1');
    dropBody();
    text = text.slice(-LONGEST);
  };
  const takeHead: TakeHead = ({ method, url = '' }) => {
    const line = `${method} +${url.replace(/\W/g, '\\$&')}(?: +HTTP/.*)?`;
    const found = new RegExp(`(?:^\\s+)?${line}\r\n(?:.+\r\n)*`).exec(text);
    if (!found) return undefined;
    const [head] = found;
    text = text.slice(found.index + head.length);
    const [, length = 0] = /\ncontent-length:\s*(\d+)/i.exec(head) ?? [];
    left = /\ntransfer-encoding:/i.test(head) ? 'chunks' : '\r\n'.length + Number(length);
    dropBody();
    return head;
  };
  return { add, addSent: () => {}, takeHead, getRest: () => text };
}

function describeRequest({ method, host, target }: Pick<Head, 'method' | 'host' | 'target'>): string {
  return `${method} ${host}${target.replace(/[?#].*/s, '')}`;
}

/** Returns Node's list of names and values as pairs. */
export function toPairs(raw: readonly string[]): Header[] {
  return raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1] ?? ''] as const]));
}

function write(reply: Reply, request: IncomingMessage, response: ServerResponse, connections: Servers['connections']) {
  const { status, headers, body, trailers = [], delivery } = reply;
  if (delivery === 'reset') return reset(connections.of(request.socket).beneath);
  const withBody = hasBody(request.method, status);
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  const length = withBody && !isChunked ? [['Content-Length', String(body.length)]] : [];
  response.writeHead(status, [...headers, ...length].flat());
  if (delivery === 'half') response.write(getHalf(body), () => request.socket.destroy());
  else if (isChunked && withBody) writeInChunks(response, body, trailers);
  else response.end(withBody ? body : undefined);
}

/** Writes a body as two chunks that arrive one after the other, so that a client which reads once gets a half. */
function writeInChunks(response: ServerResponse, body: Buffer, trailers: readonly Header[]): void {
  const half = getHalf(body);
  response.addTrailers(Object.fromEntries(trailers));
  response.write(half);
  setTimeout(() => response.end(body.subarray(half.length)), 20);
}

function getHalf(body: Buffer): Buffer {
  return body.subarray(0, Math.ceil(body.length / 2));
}

/** Resets a connection; a stream in a tunnel has none of its own and is closed. */
function reset(stream: Duplex | undefined): void {
  if (stream instanceof Socket && !(stream instanceof TLSSocket)) stream.resetAndDestroy();
  else stream?.destroy();
}

function describeRejection(message: string): string {
  const body = JSON.stringify({ message: `The SDK gate could not read this request: ${message}.` });
  const fields = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'];
  return ['HTTP/1.1 400 Bad Request', ...fields, '', body].join('\r\n');
}

/** Serves HTTP/2, by ALPN or by prior knowledge; each stream is a request like one of HTTP/1. */
export function serveHttp2(servers: Servers) {
  const { arrivals, connections } = servers;
  // Reports a field that HTTP/2 forbids at once: Node would drop a thousand such requests in silence.
  const server = createHttp2Server({ maxSessionInvalidFrames: 1 });
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
  const byName = [...groupByKey(kept, ([name]) => name.toLowerCase())].map(
    ([name, own]) => [name, own.map(([, value]) => value)] as const,
  );
  const length = withBody ? { 'content-length': body.length } : {};
  stream.respond({ ':status': status, ...Object.fromEntries(byName), ...length });
  if (delivery !== 'half') return void stream.end(withBody ? body : undefined);
  stream.write(getHalf(body), () => stream.session?.destroy());
}
