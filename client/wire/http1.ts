import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { type Connection, describeConnection, type Servers } from './arrivals.ts';
import { decodeBody } from './coding.ts';
import { getDestination } from './destination.ts';
import { type Header, type Reply, readBytes, type Sent } from './traffic.ts';

/** Describes what a CONNECT is handed to. */
export type Tunnel = (request: IncomingMessage, stream: Duplex) => void;

type Head = Omit<Sent, 'body' | 'codingFault'>;

/** Serves HTTP/1; what its parser refuses, and what breaks off, is a stray. */
export function serveHttp1(within: Servers, tunnel: Tunnel) {
  // A request without Host is answered and judged; Node would refuse it unheard.
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 0 });
  const reading = new WeakMap<Duplex, Head>();
  const take = (request: IncomingMessage, response: ServerResponse) => void taken(request, response, reading, within);
  server.on('request', take);
  server.on('checkExpectation', take); // an Expect that Node would answer with 417
  server.on('connect', tunnel);
  server.on('clientError', (error, stream) => {
    const head = reading.get(stream);
    reading.delete(stream);
    const stray = head
      ? strayOf(error, describeRequest(head), 'its body')
      : strayOf(error, describeConnection(within.connections.of(stream)), 'a request');
    within.arrivals.stray(stray.kind, stray.text, head);
    if (stream.writable) stream.end(describeRejection(error.message));
    else stream.destroy();
  });
  return (stream: Duplex) => server.emit('connection', stream);
}

/** Returns what an error of a connection tells of it. */
function strayOf(error: Error & { rawPacket?: Buffer; code?: string }, of: string, part: string) {
  const said = `${error.message}${firstLine(error.rawPacket)}`;
  if (error.code === 'HPE_INVALID_EOF_STATE')
    return { kind: 'broken-off' as const, text: `${of} ended within ${part}` };
  if (error.code?.startsWith('HPE_'))
    return { kind: 'malformed-request' as const, text: `${of} sent what HTTP/1 forbids: ${said}` };
  return { kind: 'broken-off' as const, text: `${of}: ${said}` };
}

async function taken(
  request: IncomingMessage,
  response: ServerResponse,
  reading: WeakMap<Duplex, Head>,
  { arrivals, connections }: Servers,
): Promise<void> {
  const head = { ...arrivals.next(), ...headOf(request, connections.of(request.socket)) };
  reading.set(request.socket, head);
  response.on('error', () => {}); // the client has gone: nobody is left to tell
  const bytes = await readBytes(request).catch(() => undefined);
  const isReported = !reading.delete(request.socket);
  if (bytes === undefined)
    return isReported
      ? undefined
      : arrivals.stray('broken-off', `${describeRequest(head)} ended within its body`, head);
  const [, coding] = head.headers.find(([name]) => name.toLowerCase() === 'content-encoding') ?? [];
  write(
    await arrivals.answer({ ...head, ...(await decodeBody(bytes, coding)) }),
    request,
    response,
    connections.of(request.socket),
  );
}

/** Returns the method, the host and the path of a request, without its query. */
export function describeRequest({ method, host, target }: Pick<Head, 'method' | 'host' | 'target'>): string {
  return `${method} ${host}${target.replace(/[?#].*/s, '')}`;
}

function headOf(request: IncomingMessage, connection: Connection): Omit<Head, 'number' | 'at'> {
  const { method = '', url = '', rawHeaders, httpVersion, headers } = request;
  return {
    ...getDestination(url, headers.host, connection),
    method,
    protocol: `HTTP/${httpVersion}`,
    headers: toPairs(rawHeaders),
  };
}

/** Returns a flat list of names and values in pairs. */
export function toPairs(raw: readonly string[]): Header[] {
  return raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1] ?? ''] as const]));
}

function write(
  { status, headers, body, delivery }: Reply,
  request: IncomingMessage,
  response: ServerResponse,
  { beneath }: Connection,
) {
  if (delivery === 'reset') return reset(beneath);
  const bare = request.method === 'HEAD' || status === 204 || status === 304;
  const chunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  const length = bare || chunked ? [] : [['Content-Length', String(body.length)]];
  response.writeHead(status, [...headers, ...length].flat());
  if (delivery !== 'half') return response.end(bare ? undefined : body);
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => request.socket.destroy());
}

/** Returns what runs in a tunnel has no connection of its own to reset: it ends without a word. */
function reset(stream: Duplex | undefined): void {
  if (stream instanceof Socket && !(stream instanceof TLSSocket)) stream.resetAndDestroy();
  else stream?.destroy();
}

function firstLine(packet: Buffer | undefined): string {
  const [line = ''] = packet?.toString('latin1').split(/[\r\n]/) ?? [];
  return line === '' ? '' : `, in what begins ${JSON.stringify(line.replace(/\?\S*/, '?…').slice(0, 120))}`;
}

function describeRejection(message: string): string {
  const body = JSON.stringify({ message: `The SDK gate could not read this request: ${message}.` });
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return [...head, 'Connection: close', '', body].join('\r\n');
}
