import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { inWords, newArrivals, newConnections, type Receiver } from './arrivals.ts';
import type { Authority } from './authority.ts';
import { serveHttp1 } from './http1.ts';
import { serveHttp2 } from './http2.ts';
import type { Leave } from './leave.ts';
import { serveTls, tunnelTo } from './within.ts';

/** What a listener is told. */
interface ListenerOptions extends Receiver {
  readonly authority: Authority;
  /** Where it listens; 127.0.0.1 and any free port where nothing is said. */
  readonly address?: string;
  readonly ports?: readonly number[];
  /** What may leave the machine, and how; nothing where none is given. */
  readonly leave?: Leave;
}

/** Takes requests as a proxy, as the API's own host and as a base URL, over TLS and in HTTP/1 and HTTP/2, on each port. */
interface Listener {
  /** The first of its ports. */
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Starts a listener. Nothing that arrives is lost: it is a request, or a stray with what is known of it. */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { address = '127.0.0.1', ports = [0] } = options;
  const open = new Set<Socket>();
  const take = takerOf(options);
  const servers = ports.map(() =>
    createServer((socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      take(socket);
    }),
  );
  await Promise.all(servers.map((server, index) => listening(server, ports[index] ?? 0, address)));
  return {
    port: portOf(servers[0]),
    stop: async () => {
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      for (const socket of open) socket.destroy();
      await Promise.all(closed);
    },
  };
}

/** What a new connection is handed to: each speech has its server, and what comes out of TLS or a tunnel is taken again. */
function takerOf(options: ListenerOptions): (stream: Duplex) => void {
  const connections = newConnections();
  const arrivals = newArrivals(options);
  const within = { arrivals, connections, take: (stream: Duplex) => void taken(stream) };
  const leave = options.leave;
  const serve: Readonly<Record<Speech, (stream: Duplex) => void>> = {
    tls: serveTls(options.authority, within),
    http1: serveHttp1(within, tunnelTo(within, leave)),
    http2: serveHttp2(within),
  };
  async function taken(stream: Duplex): Promise<void> {
    stream.on('error', () => {}); // what it means is told by the server that reads it
    const speech = await firstSpeech(stream);
    if (speech) serve[speech](stream);
    else
      arrivals.stray('silent-connection', `${inWords(connections.of(stream))} sent nothing and was closed`);
  }
  return within.take;
}

async function listening(server: Server, port: number, address: string): Promise<void> {
  server.listen(port, address);
  await once(server, 'listening');
}

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** What the first bytes of a connection are the beginning of. */
type Speech = 'tls' | 'http2' | 'http1';

const preface = 'PRI'; // of the line that opens HTTP/2 (RFC 9113, 3.4): no method of HTTP/1 begins so
const handshake = 0x16; // a TLS record's type (RFC 8446, 5.1)

/** Waits for the first bytes of a stream and leaves them in it; undefined where it ends without any. */
async function firstSpeech(stream: Duplex): Promise<Speech | undefined> {
  const first = await firstBytes(stream);
  if (first === undefined) return undefined;
  stream.unshift(first);
  if (first[0] === handshake) return 'tls';
  return first.toString('latin1').startsWith(preface) ? 'http2' : 'http1';
}

function firstBytes(stream: Duplex): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const read = () => {
      const bytes: Buffer | null = stream.read();
      if (bytes !== null) done(bytes);
    };
    const none = () => done(undefined);
    const done = (bytes: Buffer | undefined) => {
      stream.off('readable', read).off('end', none).off('close', none);
      resolve(bytes);
    };
    stream.on('readable', read).on('end', none).on('close', none);
  });
}
