import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:http2';
import { connect as connectTo } from 'node:net';
import { text } from 'node:stream/consumers';
import { toPairs } from '#client/wire/http';
import type { Header } from '#client/wire/traffic';

/** A request that a client is about to send. */
export interface Outgoing {
  readonly method: string;
  /** Path and query, exactly as sent. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body?: string | Buffer | undefined;
}

/** A response; the head is its status and its headers, as lines. */
export type Incoming = Readonly<{ status: number; retryAfter: number | undefined; text: string; head: string }>;

export type Send = (base: string, outgoing: Outgoing) => Promise<Incoming>;

type Ways = Readonly<
  Partial<{ agent: Agent; isChunked: boolean; read: (response: IncomingMessage) => Promise<string> }>
>;

const kept = new Agent({ keepAlive: true });

/** Sends over HTTP/1.1 exactly as given, adding only Host and the length. */
export const overHttp1 = http1();

/** Sends over one connection that stays open. */
export const keepingAlive = http1({ agent: kept });

export const inChunks = http1({ isChunked: true });

/** Takes the first part of a response that arrives for the whole. */
export const readingOnce = http1({
  read: async (response) => JSON.stringify(JSON.parse(String(await once(response, 'data')))),
});

/** Decodes each part of a response alone, so that half a character is lost. */
export const readingParts = http1({
  read: async (response) => (await response.map(String).toArray()).join(''),
});

/** Closes the connections that are still open. */
export function closeKept(): void {
  kept.destroy();
}

function http1({ agent, isChunked = false, read = text }: Ways = {}): Send {
  return async (base, { method, target, headers, body }) => {
    const framing: Header[] = isChunked
      ? [['Transfer-Encoding', 'chunked']]
      : [['Content-Length', String(Buffer.byteLength(body ?? ''))]];
    const all = [...headers, ['Host', new URL(base).host], ...(body === undefined ? [] : framing)];
    const outgoing = request(base, { method, path: target, headers: all.flat(), ...(agent ? { agent } : {}) });
    outgoing.on('error', () => {}); // the awaited promise reports it
    if (isChunked && body !== undefined) outgoing.write(body.slice(0, 5));
    outgoing.end(isChunked ? body?.slice(5) : body);
    const [response] = await once(outgoing, 'response');
    const reply = await read(response);
    const pairs = toPairs([...response.rawHeaders, ...response.rawTrailers]);
    const head = [response.statusCode, ...pairs.map((pair) => pair.join(': '))].join('\n');
    return getResponse(response.statusCode, response.headers['retry-after'], Promise.resolve(reply), head);
  };
}

/** Sends over HTTP/2 with prior knowledge. */
export const overHttp2: Send = async (base, { method, target, headers, body }) => {
  const session = connect(base);
  const fields = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const stream = session.request({ ...fields, ':method': method, ':path': target });
  session.on('error', (error) => stream.destroy(error));
  stream.on('error', () => {}).end(body);
  try {
    const gone = once(stream, 'close').then(() => Promise.reject(new Error('The connection was closed.')));
    const [head] = await Promise.race([once(stream, 'response'), gone]);
    gone.catch(() => {}); // it also closes after its response
    const body = await text(stream);
    const isWhole = [undefined, `${Buffer.byteLength(body)}`].includes(head['content-length']);
    if (!isWhole) throw new Error('The connection was closed.');
    return await getResponse(head[':status'], head['retry-after'], Promise.resolve(body));
  } finally {
    session.destroy();
  }
};

/** Sends the bytes of a request after a change of them, which may be no HTTP; `isCut` ends the connection behind them. */
export function written(change: (message: string) => string, isCut = false): Send {
  return async (base, { method, target, headers, body = '' }) => {
    const { host, hostname, port } = new URL(base);
    const bytes = Buffer.from(body);
    const framing: Header[] = [
      ['Host', host],
      ['Connection', 'close'],
      ['Content-Length', String(bytes.length)],
    ];
    const lines = [...headers, ...framing].map((pair) => pair.join(': '));
    const message = [`${method} ${target} HTTP/1.1`, ...lines, '', bytes.toString('latin1')].join('\r\n');
    const socket = connectTo(Number(port), hostname);
    socket.write(change(message), 'latin1');
    if (isCut) socket.end();
    const response = await text(socket);
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(response) ?? [];
    if (status === undefined) throw new Error('The connection was closed.');
    return getResponse(Number(status), undefined, Promise.resolve(response.split('\r\n\r\n').slice(1).join()));
  };
}

/** Closes each connection in the middle of a body. */
export const cutOff = written((message) => message.slice(0, -1), true);

/** Reads a Retry-After as seconds, or as the date of their end. */
async function getResponse(status: number, wait: string | undefined, body: Promise<string>, head = '') {
  const seconds = wait?.includes(':') ? (Date.parse(wait) - Date.now()) / 1000 : wait;
  return { status, retryAfter: seconds === undefined ? undefined : Number(seconds), text: await body, head };
}
