import type { Duplex } from 'node:stream';
import type { Reach, Reply, Sent, Unparsed, UnparsedKind } from './traffic.ts';

/** Describes a connection. */
export interface Connection extends Pick<Reach, 'scheme' | 'reached'> {
  /** The place that a CONNECT named, `api.example.com:443`. */
  readonly tunnel?: string;
  readonly serverName?: string;
  /** The stream of the system, if another one reads it to its end. */
  readonly beneath?: Duplex;
}

/** Returns the connections of one listener by stream; an unknown stream is a plain connection. */
export function createConnections() {
  const known = new WeakMap<Duplex, Connection>();
  return {
    of: (stream: Duplex): Connection => known.get(stream) ?? { scheme: 'http', reached: 'direct' },
    set: (stream: Duplex, connection: Connection): void => void known.set(stream, connection),
  };
}

/** Returns a connection in words: `a TLS connection to api.example.com:443 through the proxy`. */
export function describeConnection({ scheme, tunnel, serverName }: Connection): string {
  const kind = scheme === 'https' ? 'a TLS connection' : 'a connection';
  const to = tunnel ?? serverName;
  return `${kind}${to === undefined ? '' : ` to ${to}`}${tunnel === undefined ? '' : ' through the proxy'}`;
}

/** Describes the receiver of requests and of unparsed traffic. */
export interface Receiver {
  readonly answer: (sent: Sent) => Promise<Reply>;
  readonly stray: (stray: Unparsed) => void;
}

/** The objects that the servers of a listener share. */
export interface Servers {
  readonly arrivals: ReturnType<typeof createArrivals>;
  readonly connections: ReturnType<typeof createConnections>;
  readonly take: (stream: Duplex) => void;
}

/** Numbers all arrivals from one, in their order, and passes them to the receiver. */
export function createArrivals({ answer, stray }: Receiver) {
  let count = 0;
  const open = new Set<number>();
  const pending = new Set<Promise<Reply>>();
  const next = (): Pick<Sent, 'number' | 'at'> => {
    count += 1;
    open.add(count);
    return { number: count, at: new Date().toISOString() };
  };
  return {
    next,
    answer: (sent: Sent): Promise<Reply> => {
      const reply = answer(sent).then((given) => {
        open.delete(sent.number);
        return given;
      });
      pending.add(reply);
      return reply.finally(() => pending.delete(reply));
    },
    stray: (kind: UnparsedKind, text: string, { number, at } = next()): void => {
      stray({ number, at, kind, text });
      open.delete(number);
    },
    /** Waits for pending responses; returns the numbers that became neither a request nor unparsed traffic. */
    lost: async (): Promise<number[]> => {
      await Promise.allSettled(pending);
      return [...open];
    },
  };
}

const ports = { http: 80, https: 443 };

/** Returns the destination of a request: from its request line, its tunnel, its Host header or the TLS name. */
export function getDestination(line: string, hostHeader: string | undefined, connection: Connection) {
  const { scheme, tunnel, reached, serverName } = connection;
  const absolute = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(line);
  if (absolute) {
    const [, name = '', authority = '', rest = ''] = absolute;
    const named = name.toLowerCase() === 'https' ? ('https' as const) : ('http' as const);
    const target = rest.startsWith('/') ? rest : `/${rest}`;
    return { scheme: named, ...splitAuthority(authority, ports[named]), reached: 'proxy' as const, target };
  }
  const authority = tunnel ?? hostHeader ?? serverName ?? '127.0.0.1';
  return { scheme, ...splitAuthority(authority, ports[scheme]), reached, target: line };
}

/** Splits `[::1]:8080` into host `::1` and port 8080; the default port is that of the scheme. */
export function splitAuthority(authority: string, preset: number): { host: string; port: number } {
  const [, inBrackets, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(authority) ?? [];
  const host = (inBrackets ?? plain.replace(/\.$/, '')).toLowerCase();
  return { host, port: port === undefined ? preset : Number(port) };
}
