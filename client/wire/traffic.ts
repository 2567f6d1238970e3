import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, gunzipSync, inflate } from 'node:zlib';

/** Describes a header as it was on the wire. */
export type Header = readonly [name: string, value: string];

/** Describes the destination of a request, and how it reached the gate. */
export interface Reach {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** The gate was a proxy, the API's own host, or named by its own address. */
  readonly reached: 'proxy' | 'tunnel' | 'direct';
  readonly protocol: string;
}

/** Describes one request of the SDK as it reached the gate. */
export interface Sent extends Reach {
  /** Its place among all arrivals. */
  readonly number: number;
  /** The time when its head had arrived. */
  readonly at: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  /** Without the coding of its Content-Encoding, if that could be undone. */
  readonly body: Buffer;
  readonly codingFault?: string;
}

/** Describes the response to the SDK. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  readonly delivery?: 'whole' | 'half' | 'reset';
}

/** Describes unparsed traffic. */
export interface Unparsed {
  readonly number: number;
  readonly at: string;
  readonly kind: 'malformed-request' | 'broken-off' | 'tls-refused' | 'silent-connection';
  readonly text: string;
}

export type UnparsedKind = Unparsed['kind'];

/** Returns every value that a header was sent with; names are compared without regard to case. */
export function getHeaderValues({ headers }: Pick<Sent, 'headers'>, name: string): string[] {
  return headers.filter(([sent]) => sent.toLowerCase() === name).map(([, value]) => value);
}

/** Returns a reply of the gate's own: a status and one sentence as JSON. */
export function createMessage(status: number, message: string): Reply {
  const body = Buffer.from(JSON.stringify({ message }));
  return { status, headers: [['Content-Type', 'application/json']], body };
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
    stream.once('close', () => reject(new Error('The stream ended before its end.')));
  });
}

type Decode = (bytes: Buffer) => Promise<Buffer>;

/** Holds the codings of RFC 9110, 8.4.1, and brotli. */
const codings: Readonly<Record<string, Decode>> = {
  identity: async (bytes) => bytes,
  gzip: promisify<Buffer, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, Buffer>(gunzip),
  deflate: promisify<Buffer, Buffer>(inflate),
  br: promisify<Buffer, Buffer>(brotliDecompress),
};

/** Undoes the codings of the first Content-Encoding, the last one first; returns the body as sent if one is wrong. */
export async function decodeBody(
  bytes: Buffer,
  head: Pick<Sent, 'headers'>,
): Promise<Pick<Sent, 'body' | 'codingFault'>> {
  const names =
    getHeaderValues(head, 'content-encoding')[0]
      ?.split(',')
      .map((name) => name.trim().toLowerCase()) ?? [];
  let body = bytes;
  for (const name of names.filter(Boolean).reverse()) {
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

/** Returns the text of a response, decoded. */
export function getReplyText(reply: Reply): string {
  return (isZipped(reply) ? gunzipSync(reply.body) : reply.body).toString();
}

/** Returns true if a response is in gzip, the one coding of the provider. */
export function isZipped({ headers }: Reply): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === 'content-encoding' && value === 'gzip');
}
