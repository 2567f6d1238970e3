import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createHeads, serveHttp1 } from './http.ts';
import { countStreams, serveHttp2 } from './http2.ts';
import { type Authority, type Exits, serveTls, serveTunnels } from './tls.ts';
import { createArrivals, createConnections, describeConnection, type Receiver, type Servers } from './traffic.ts';

interface ListenerOptions extends Receiver {
  readonly authority: Authority;
  readonly address?: string;
  readonly ports?: readonly number[];
  readonly exits?: Exits;
}

/** Starts a listener of proxy, API host and base URL, in HTTP/1 and 2; each arrival is a request or unparsed. */
export async function startListener(options: ListenerOptions) {
  const { address = '127.0.0.1', ports = [0] } = options;
  const open = new Set<Socket>();
  const arrivals = createArrivals(options);
  const take = createTaker(options, arrivals);
  const servers = ports.map(() =>
    createServer((socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      take(socket);
    }),
  );
  await Promise.all(servers.map((server, index) => once(server.listen(ports[index] ?? 0, address), 'listening')));
  return {
    port: getPort(servers[0]),
    settle: arrivals.lost,
    stop: async (): Promise<number[]> => {
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      for (const socket of open) socket.destroy();
      await Promise.all(closed);
      return arrivals.lost();
    },
  };
}

/** Returns a function that passes a new connection to the server of its protocol; decrypted streams come back to it. */
function createTaker({ authority, exits }: ListenerOptions, arrivals: Servers['arrivals']): (stream: Duplex) => void {
  const connections = createConnections();
  const servers = { arrivals, connections, take: (stream: Duplex) => void takeStream(stream) };
  const http1 = serveHttp1(servers, serveTunnels(servers, exits));
  const http2 = serveHttp2(servers);
  const tls = serveTls(authority, servers);
  async function takeStream(stream: Duplex): Promise<void> {
    stream.on('error', () => {}); // its server reports it
    const first = await readFirstBytes(stream);
    const name = describeConnection(connections.of(stream));
    if (first === undefined) return arrivals.recordUnparsed('silent-connection', `${name} sent nothing and was closed`);
    const protocol = detectProtocol(first);
    if (protocol === 'tls' || protocol === 'tunnel') stream.unshift(first);
    if (protocol === 'tls') return tls(stream);
    if (protocol === 'tunnel') {
      http1(stream);
      return void stream.resume(); // paused behind its first bytes
    }
    const report = () => arrivals.recordUnparsed('malformed-request', `${name} sent an empty line behind a request`);
    const { add, addSent, ...reading } = protocol ? countStreams(first) : createHeads(first, report);
    const whole = keepBytesOnReset(stream.on('data', add), first, addSent);
    stream.once('close', () => {
      if (/^\s+$/.test(connections.of(whole).getRest?.() ?? ''))
        arrivals.recordUnparsed('silent-connection', `${name} sent empty lines and no request`);
    });
    connections.set(whole, { ...connections.of(stream), ...reading, beneath: stream });
    (protocol ? http2 : http1)(whole);
  }
  return servers.take;
}

function getPort(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const preface = 'PRI'; // of the line that opens HTTP/2 (RFC 9113, 3.4): no method of HTTP/1 begins so
const handshake = 0x16; // a TLS record's type (RFC 8446, 5.1)

function detectProtocol(first: Buffer) {
  const text = first.toString('latin1', 0, 8);
  if (first[0] === handshake) return 'tls';
  if (text.startsWith(preface)) return 'http2';
  return text === 'CONNECT ' ? 'tunnel' : undefined;
}

/** Waits for the first bytes of a stream; undefined if it has none. Uses `data`, which a reset does not hide. */
function readFirstBytes(stream: Duplex): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const none = () => done(undefined);
    const done = (bytes: Buffer | undefined) => {
      stream.off('data', done).off('end', none).off('close', none).pause();
      resolve(bytes);
    };
    stream.on('data', done).on('end', none).on('close', none);
  });
}

/** Returns a stream with the bytes of another one, which a reset ends as FIN does: the bytes before it are kept. */
function keepBytesOnReset(beneath: Duplex, first: Buffer, addSent: (chunk: Buffer) => void): Duplex {
  let isEnded = false;
  const stream = new Duplex({
    read: () => void beneath.resume(),
    write: (chunk: Buffer, _, done) => {
      addSent(chunk);
      beneath.write(chunk, () => done());
    },
    final: (done) => void beneath.end(() => done()),
    destroy: (error, done) => {
      beneath.destroy();
      done(error);
    },
  });
  const end = () => {
    if (!isEnded) stream.push(null);
    isEnded = true;
  };
  stream.push(first);
  beneath.on('data', (chunk: Buffer) => {
    if (!isEnded && !stream.push(chunk)) beneath.pause();
  });
  beneath.on('end', end).on('error', end).on('close', end);
  return stream;
}
