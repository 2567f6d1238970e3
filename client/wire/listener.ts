import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type Arrivals, describeConnection, newArrivals, newConnections, type Receiver } from './arrivals.ts';
import type { Authority } from './authority.ts';
import { serveHttp1 } from './http1.ts';
import { serveHttp2 } from './http2.ts';
import type { Leave } from './leave.ts';
import { serveTls, tunnelTo } from './within.ts';

/** Describes the options of a listener. */
interface ListenerOptions extends Receiver {
  readonly authority: Authority;
  /** Says where it listens; 127.0.0.1 and any free port where nothing is said. */
  readonly address?: string;
  readonly ports?: readonly number[];
  /** Holds what may leave the machine, and how; nothing where none is given. */
  readonly leave?: Leave;
}

/** Takes requests as a proxy, as the API's own host and as a base URL, over TLS and in HTTP/1 and HTTP/2, on each port. */
interface Listener {
  /** The first of its ports. */
  readonly port: number;
  /** Returns the numbers of what arrived and was lost. */
  readonly stop: () => Promise<number[]>;
}

/** Starts a listener. Nothing that arrives is lost: it is a request, or a stray with what is known of it. */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { address = '127.0.0.1', ports = [0] } = options;
  const open = new Set<Socket>();
  const arrivals = newArrivals(options);
  const take = takerOf(options, arrivals);
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
      return arrivals.lost();
    },
  };
}

/** Returns what a new connection is handed to: each speech has its server, and what comes out of TLS or a tunnel is taken again. */
function takerOf(options: ListenerOptions, arrivals: Arrivals): (stream: Duplex) => void {
  const connections = newConnections();
  const within = { arrivals, connections, take: (stream: Duplex) => void taken(stream) };
  const leave = options.leave;
  const http1 = serveHttp1(within, tunnelTo(within, leave));
  const serve: Readonly<Record<Speech, (stream: Duplex) => void>> = {
    tls: serveTls(options.authority, within),
    tunnel: (stream) => {
      http1(stream);
      stream.resume(); // paused behind its first bytes
    },
    http2: serveHttp2(within),
  };
  async function taken(stream: Duplex): Promise<void> {
    stream.on('error', () => {}); // what it means is told by the server that reads it
    const first = await firstBytes(stream);
    if (first === undefined)
      return arrivals.stray(
        'silent-connection',
        `${describeConnection(connections.of(stream))} sent nothing and was closed`,
      );
    const speech = speechOf(first);
    if (speech) {
      stream.unshift(first);
      return serve[speech](stream);
    }
    const whole = lasting(stream, first);
    connections.set(whole, { ...connections.of(stream), beneath: stream });
    http1(whole);
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

/** Describes what the first bytes of a connection are the beginning of, where it is no request of HTTP/1. */
type Speech = 'tls' | 'http2' | 'tunnel';

const preface = 'PRI'; // of the line that opens HTTP/2 (RFC 9113, 3.4): no method of HTTP/1 begins so
const handshake = 0x16; // a TLS record's type (RFC 8446, 5.1)

function speechOf(first: Buffer): Speech | undefined {
  const text = first.toString('latin1', 0, 8);
  if (first[0] === handshake) return 'tls';
  if (text.startsWith(preface)) return 'http2';
  return text === 'CONNECT ' ? 'tunnel' : undefined;
}

/** Waits for the first bytes of a stream; undefined where it ends without any. By `data`, which a reset behind them does not hide. */
function firstBytes(stream: Duplex): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const none = () => done(undefined);
    const done = (bytes: Buffer | undefined) => {
      stream.off('data', done).off('end', none).off('close', none).pause();
      resolve(bytes);
    };
    stream.on('data', done).on('end', none).on('close', none);
  });
}

/**
 * Returns a stream with all that another one reads, which a reset ends as FIN does: what was read before is kept, and
 * its parser says whether it was within a request.
 */
function lasting(beneath: Duplex, first: Buffer): Duplex {
  let isEnded = false;
  const stream = new Duplex({
    read: () => void beneath.resume(),
    write: (chunk, _, done) => void beneath.write(chunk, () => done()),
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
