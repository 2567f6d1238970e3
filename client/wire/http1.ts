import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { describeConnection, getDestination, type Servers } from './connections.ts';
import { decodeBody, type Header, hasBody, type Reply, readBytes, type Sent } from './traffic.ts';

type Head = Omit<Sent, 'body' | 'codingFault'>;

/** Serves HTTP/1; what its parser rejects, and what breaks off, is unparsed traffic. */
export function serveHttp1(servers: Servers, tunnel: (request: IncomingMessage, stream: Duplex) => void) {
  const { arrivals, connections } = servers;
  // A request without Host is judged; Node would reject it.
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: 0 });
  const reading = new WeakMap<Duplex, Head>();
  const take = (request: IncomingMessage, response: ServerResponse) => void taken(request, response, reading, servers);
  server.on('request', take);
  server.on('checkExpectation', take); // an Expect that Node would reject with 417
  server.on('connect', tunnel);
  server.on('clientError', (error, stream) => {
    const head = reading.get(stream);
    reading.delete(stream);
    const { kind, text } = head
      ? toUnparsed(error, describeRequest(head), 'its body')
      : toUnparsed(error, describeConnection(connections.of(stream)), 'a request');
    arrivals.stray(kind, text, head);
    if (stream.writable) stream.end(describeRejection(error.message));
    else stream.destroy();
  });
  return (stream: Duplex) => server.emit('connection', stream);
}

/** Returns the unparsed traffic that an error of a connection reports. */
function toUnparsed(
  { message, rawPacket, code }: Error & { rawPacket?: Buffer; code?: string },
  of: string,
  part: string,
) {
  const [line = ''] = rawPacket?.toString('latin1').split(/[\r\n]/) ?? [];
  const quoted = JSON.stringify(line.replace(/\?\S*/, '?…').slice(0, 120));
  const said = `${message}${line === '' ? '' : `, in what begins ${quoted}`}`;
  if (code === 'HPE_INVALID_EOF_STATE') return { kind: 'broken-off', text: `${of} ended within ${part}` } as const;
  return code?.startsWith('HPE_')
    ? ({ kind: 'malformed-request', text: `${of} sent what HTTP/1 forbids: ${said}` } as const)
    : ({ kind: 'broken-off', text: `${of}: ${said}` } as const);
}

async function taken(
  request: IncomingMessage,
  response: ServerResponse,
  reading: WeakMap<Duplex, Head>,
  { arrivals, connections }: Servers,
): Promise<void> {
  const { method = '', url = '', rawHeaders, httpVersion, headers, socket } = request;
  const destination = getDestination(url, headers.host, connections.of(socket));
  const protocol = `HTTP/${httpVersion}`;
  const head: Head = { ...arrivals.next(), ...destination, method, protocol, headers: toPairs(rawHeaders) };
  reading.set(socket, head);
  response.on('error', () => {}); // the client has gone
  const bytes = await readBytes(request).catch(() => undefined);
  const isReported = !reading.delete(socket);
  if (bytes)
    write(await arrivals.answer({ ...head, ...(await decodeBody(bytes, head)) }), request, response, connections);
  else if (!isReported) arrivals.stray('broken-off', `${describeRequest(head)} ended within its body`, head);
}

/** Returns the method, the host and the path of a request, without its query. */
export function describeRequest({ method, host, target }: Pick<Head, 'method' | 'host' | 'target'>): string {
  return `${method} ${host}${target.replace(/[?#].*/s, '')}`;
}

/** Returns a flat list of names and values in pairs. */
export function toPairs(raw: readonly string[]): Header[] {
  return raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1] ?? ''] as const]));
}

function write(
  { status, headers, body, delivery }: Reply,
  request: IncomingMessage,
  response: ServerResponse,
  connections: Servers['connections'],
) {
  if (delivery === 'reset') return reset(connections.of(request.socket).beneath);
  const withBody = hasBody(request.method, status);
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  const length = withBody && !isChunked ? [['Content-Length', String(body.length)]] : [];
  response.writeHead(status, [...headers, ...length].flat());
  if (delivery !== 'half') return response.end(withBody ? body : undefined);
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => request.socket.destroy());
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
