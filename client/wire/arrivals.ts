import type { Duplex } from 'node:stream';
import type { Reached, Reply, Sent, Stray, StrayKind } from './traffic.ts';

/** Describes a connection. */
export interface Connection {
  readonly scheme: 'http' | 'https';
  readonly reached: Reached;
  /** Holds what a CONNECT named, `api.example.com:443`. */
  readonly tunnel?: string;
  /** The name that the TLS handshake asked for. */
  readonly serverName?: string;
  /** The stream of the system, where another one reads it to its end. */
  readonly beneath?: Duplex;
}

/** Describes the connections of one listener, by the stream that carries them. */
interface Connections {
  readonly of: (stream: Duplex) => Connection;
  readonly set: (stream: Duplex, connection: Connection) => void;
}

const plain: Connection = { scheme: 'http', reached: 'direct' };

/** Starts with none: a stream of which nothing is known is a plain connection. */
export function newConnections(): Connections {
  const known = new WeakMap<Duplex, Connection>();
  return {
    of: (stream) => known.get(stream) ?? plain,
    set: (stream, connection) => {
      known.set(stream, connection);
    },
  };
}

/** Returns a connection in words: `a TLS connection to api.example.com:443 through the proxy`. */
export function describeConnection({ scheme, tunnel, serverName }: Connection): string {
  const kind = scheme === 'https' ? 'a TLS connection' : 'a connection';
  const to = tunnel ?? serverName;
  return `${kind}${to === undefined ? '' : ` to ${to}`}${tunnel === undefined ? '' : ' through the proxy'}`;
}

/** Says when something arrived, and its place among all that did. */
type Arrival = Pick<Sent, 'number' | 'at'>;

/** Numbers all that arrives, in its order, and hands it on. */
export interface Arrivals {
  readonly next: () => Arrival;
  readonly answer: (sent: Sent) => Promise<Reply>;
  readonly stray: (kind: StrayKind, text: string, arrival?: Arrival) => void;
  /** Waits for responses that are under way; returns the numbers of what became neither a request nor a stray. */
  readonly lost: () => Promise<number[]>;
}

/** Describes what the servers of a listener share. */
export interface Servers {
  readonly arrivals: Arrivals;
  readonly connections: Connections;
  /** Takes a stream as a new connection. */
  readonly take: (stream: Duplex) => void;
}

/** Describes what is done with all that arrives. */
export interface Receiver {
  readonly answer: (sent: Sent) => Promise<Reply>;
  readonly stray: (stray: Stray) => void;
}

/** Starts counting at one. */
export function newArrivals({ answer, stray }: Receiver): Arrivals {
  let count = 0;
  const open = new Set<number>();
  const answering = new Set<Promise<Reply>>();
  const next = () => {
    count += 1;
    open.add(count);
    return { number: count, at: new Date().toISOString() };
  };
  return {
    next,
    answer: (sent) => {
      const reply = answer(sent).then((given) => {
        open.delete(sent.number);
        return given;
      });
      answering.add(reply);
      return reply.finally(() => answering.delete(reply));
    },
    stray: (kind, text, { number, at } = next()) => {
      stray({ number, at, kind, text });
      open.delete(number);
    },
    lost: async () => {
      await Promise.allSettled(answering);
      return [...open];
    },
  };
}
