import type { IncomingMessage } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, gunzipSync, inflate } from 'node:zlib';

export type Header = readonly [name: string, value: string];

export interface Arrival {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** The gate was a proxy, the API's own host, or named by its own address. */
  readonly reached: 'proxy' | 'tunnel' | 'direct';
  readonly protocol: string;
  /** True if its Host is neither the host of its tunnel nor the name in TLS. */
  readonly isMisnamed?: boolean;
}

export interface Sent extends Arrival {
  readonly number: number;
  readonly at: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly head: string;
  /** Without the coding of its Content-Encoding, if that could be undone. */
  readonly body: Buffer;
  readonly codingFault?: string;
}

/** Describes a request whose body is not decoded yet. */
export type Head = Omit<Sent, 'body' | 'codingFault'>;

export interface Reply {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  readonly trailers?: readonly Header[];
  readonly delivery?: 'whole' | 'half' | 'reset';
}

export interface Unparsed extends Pick<Sent, 'number' | 'at'> {
  readonly kind: 'malformed-request' | 'broken-off' | 'tls-refused' | 'silent-connection' | `${string}-to-other-host`;
  readonly text: string;
}

export type UnparsedKind = Unparsed['kind'];

/** Returns every value that a header was sent with; names are compared without regard to case. */
export function getHeaderValues({ headers }: Pick<Sent, 'headers'>, name: string): string[] {
  return headers.filter(([sent]) => sent.toLowerCase() === name).map(([, value]) => value);
}

/** Returns the bearer token of a request; an empty text if it has none. */
export function getBearerToken(request: Pick<Sent, 'headers'>): string {
  return /^Bearer +(\S+)$/i.exec(getHeaderValues(request, 'authorization')[0] ?? '')?.[1] ?? '';
}

/** Returns a reply of the gate's own: a status and one sentence as JSON. */
export function createMessage(status: number, message: string): Reply {
  return createJsonReply(status, { message });
}

/** Returns a reply with a value as JSON. */
export function createJsonReply(status: number, value: unknown): Reply {
  return { status, headers: [['Content-Type', 'application/json']], body: Buffer.from(JSON.stringify(value)) };
}

/** Returns true if a response to this method with this status has a body (RFC 9110, 6.4.1). */
export function hasBody(method: string | undefined, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304;
}

/** Returns all bytes of a stream, rejected if it breaks off. Node's own `buffer` takes a tenth of the gate's time. */
export function readBytes(stream: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.once('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', reject);
    stream.once('close', () => reject(new Error('The stream was closed early.')));
  });
}

type Decode = (bytes: Buffer) => Promise<Buffer>;

/** Holds the codings of RFC 9110, 8.4.1, and RFC 9112, 7, and brotli. */
const codings: Readonly<Record<string, Decode>> = {
  identity: async (bytes) => bytes,
  gzip: promisify<Buffer, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, Buffer>(gunzip),
  deflate: promisify<Buffer, Buffer>(inflate),
  br: promisify<Buffer, Buffer>(brotliDecompress),
};

/** Undoes the codings of a body, chunks aside, the last one first; returns the body as sent if one is wrong. */
async function decodeBody(bytes: Buffer, head: Pick<Sent, 'headers'>): Promise<Pick<Sent, 'body' | 'codingFault'>> {
  const named = ['content-encoding', 'transfer-encoding'].flatMap((header) => getHeaderValues(head, header));
  const names = named
    .join()
    .toLowerCase()
    .split(/\s*,\s*/);
  let body = bytes;
  for (const name of names.filter((name) => !['', 'chunked'].includes(name)).reverse()) {
    const decode = Object.hasOwn(codings, name) ? codings[name] : undefined;
    if (!decode) return { body: bytes, codingFault: `names ${name}, which is no coding that is known` };
    try {
      body = await decode(body);
    } catch {
      return { body: bytes, codingFault: `names ${name}, and the body is not in it` };
    }
  }
  return { body };
}

/** Returns the body of a response as text, decompressed. */
export function getReplyText(reply: Reply): string {
  const isZipped = getHeaderValues(reply, 'content-encoding').includes('gzip'); // the one coding of the provider
  return (isZipped ? gunzipSync(reply.body) : reply.body).toString();
}

/** Returns the head of a request that was parsed, with the empty lines before it; undefined if it is not found. */
export type TakeHead = (request: Pick<IncomingMessage, 'method' | 'url'>) => string | undefined;

export interface ClientConnection extends Pick<Arrival, 'scheme' | 'reached'> {
  /** The place that a CONNECT named, `api.example.com:443`. */
  readonly tunnel?: string;
  readonly serverName?: string;
  /** The stream of the system, if another one reads it to its end. */
  readonly beneath?: Duplex;
  readonly takeHead?: TakeHead;
  /** Returns what came behind the last request in HTTP/1. */
  readonly getRest?: () => string;
  /** Returns the number of streams that were opened in HTTP/2, those with a broken header block too. */
  readonly getStreams?: () => number;
  /** Returns why HTTP/2 closed the connection; an empty text if it did not. */
  readonly getFault?: () => string;
}

/** Returns the connections of one listener by stream; an unknown stream is a plain connection. */
export function createConnections() {
  const known = new WeakMap<Duplex, ClientConnection>();
  return {
    of: (stream: Duplex): ClientConnection => known.get(stream) ?? { scheme: 'http', reached: 'direct' },
    set: (stream: Duplex, connection: ClientConnection): void => void known.set(stream, connection),
  };
}

type Line = Pick<Sent, 'method' | 'target' | 'protocol' | 'headers'>;

/** Returns a head of HTTP/2, or one that was not found, in the form of HTTP/1. */
export function writeHead({ method, target, protocol, headers }: Line): string {
  return [`${method} ${target} ${protocol}`, ...headers.map((pair) => pair.join(': ')), ''].join('\r\n');
}

/** Returns a connection in words: `a TLS connection to api.example.com:443 through the proxy`. */
export function describeConnection({ scheme, tunnel, serverName }: ClientConnection): string {
  const kind = scheme === 'https' ? 'a TLS connection' : 'a connection';
  const to = tunnel ?? serverName;
  return `${kind}${to === undefined ? '' : ` to ${to}`}${tunnel === undefined ? '' : ' through the proxy'}`;
}

export interface Receiver {
  readonly respond: (sent: Sent) => Promise<Reply>;
  /** `head`: of a request that breaks off in its body. */
  readonly recordUnparsed: (unparsed: Unparsed, head?: Head) => void;
}

export interface Servers {
  readonly arrivals: ReturnType<typeof createArrivals>;
  readonly connections: ReturnType<typeof createConnections>;
  readonly take: (stream: Duplex) => void;
}

/** Numbers all arrivals from one, in their order, and passes them to the receiver. */
export function createArrivals(receiver: Receiver) {
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
    respond: (head: Head, bytes: Buffer): Promise<Reply> => {
      const response = decodeBody(bytes, head).then((content) => receiver.respond({ ...head, ...content }));
      pending.add(response);
      return response.then((reply) => {
        pending.delete(response);
        open.delete(head.number);
        return reply;
      });
    },
    recordUnparsed: (kind: UnparsedKind, text: string, head?: Head): void => {
      const { number, at } = head ?? next();
      receiver.recordUnparsed({ number, at, kind, text }, head);
      open.delete(number);
    },
    /** Waits for pending responses; returns the numbers that became neither a request nor unparsed traffic. */
    lost: async (): Promise<number[]> => {
      await Promise.allSettled(pending);
      return [...open];
    },
  };
}

export const defaultPorts = { http: 80, https: 443 };

/** Returns the destination of a request: from its request line, its tunnel, its Host header or the TLS name. */
export function getDestination(line: string, hostHeader: string | undefined, connection: ClientConnection) {
  const { scheme, tunnel, reached, serverName } = connection;
  const absolute = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(line);
  if (absolute) {
    const [, name = '', authority = '', rest = ''] = absolute;
    const named = name.toLowerCase() === 'https' ? ('https' as const) : ('http' as const);
    const target = rest.startsWith('/') ? rest : `/${rest}`;
    return { scheme: named, ...splitAuthority(authority, defaultPorts[named]), reached: 'proxy' as const, target };
  }
  const authority = tunnel ?? hostHeader ?? serverName ?? '127.0.0.1';
  const hosts = [hostHeader, tunnel, serverName].map((name) => splitAuthority(name ?? '', 0).host);
  const [claimed = '', ...names] = hosts.filter((host, index) => host !== '' || index === 0);
  const isMisnamed = claimed !== '' && names.length > 0 && !names.includes(claimed);
  return { scheme, ...splitAuthority(authority, defaultPorts[scheme]), reached, isMisnamed, target: line };
}

/** Splits `[::1]:8080`, with or without a user before it, into host `::1` and port 8080; default: the port of the scheme. */
export function splitAuthority(authority: string, preset: number): { host: string; port: number } {
  const [, inBrackets, plain = '', port] =
    /^(?:\[([^\]]*)\]|([^:/?#\s]*))(?::(\d*))?$/.exec(authority.replace(/^.*@/, '')) ?? [];
  return { host: (inBrackets ?? plain.replace(/\.$/, '')).toLowerCase(), port: Number(port || preset) };
}
