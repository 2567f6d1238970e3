import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import {
  describeConnection,
  getDestination,
  type Head,
  type Header,
  hasBody,
  type Reply,
  readBytes,
  type Servers,
  type TakeHead,
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
const LONGEST_TEXT = 131_072;

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
    text = text.slice(-LONGEST_TEXT);
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

/** Returns a request in words, without its query. */
export function describeRequest({ method, host, target }: Pick<Head, 'method' | 'host' | 'target'>): string {
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

/** Writes a body as two chunks that arrive one after the other, cut within its first character of several bytes, if any. */
function writeInChunks(response: ServerResponse, body: Buffer, trailers: readonly Header[]): void {
  const cut = body.findIndex((byte) => byte > 0x7f) + 1 || getHalf(body).length;
  response.addTrailers(Object.fromEntries(trailers));
  response.write(body.subarray(0, cut));
  setTimeout(() => response.end(body.subarray(cut)), 20);
}

/** Returns the first half of a body. */
export function getHalf(body: Buffer): Buffer {
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
