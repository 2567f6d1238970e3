import type { Readable } from 'node:stream';
/** Describes a header as it stood on the wire. */
export type Header = readonly [name: string, value: string];

/** Describes what stands between a connection and the API: the gate as a proxy, as the API's own host, or by its own address. */
export type Reached = 'proxy' | 'tunnel' | 'direct';

/** By which way a request came, and where it was for. */
export interface Reach {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  readonly reached: Reached;
  /** `HTTP/1.1`, `HTTP/2.0` */
  readonly protocol: string;
}

/** Describes one request of the SDK as it reached the gate. */
export interface Sent extends Reach {
  /** Its place among all that arrived. */
  readonly number: number;
  /** Says when its head had arrived. */
  readonly at: string;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: readonly Header[];
  /** Without the coding that its Content-Encoding names, where that could be undone. */
  readonly body: Buffer;
  /** Gives the reason why the body could not be decoded as its Content-Encoding says. */
  readonly codingFault?: string;
}

/** Describes what keeps a reply from arriving as it should. */
type Delivery = 'whole' | 'half' | 'reset';

/** Describes what the SDK was answered. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  readonly delivery?: Delivery;
}

/** Describes something that arrived and is no request that could be judged. */
export interface Stray {
  readonly number: number;
  readonly at: string;
  readonly kind: StrayKind;
  /** Holds what is known of it. */
  readonly text: string;
}

export type StrayKind = 'malformed-request' | 'broken-off' | 'tls-refused' | 'silent-connection';

/** Returns every value that a header was sent with; names are compared without regard to case. */
export function getHeaderValues({ headers }: Pick<Sent, 'headers'>, name: string): string[] {
  return headers.filter(([sent]) => sent.toLowerCase() === name).map(([, value]) => value);
}

/** Returns a reply of the gate's own: a status and one sentence as JSON. */
export function createMessage(status: number, message: string): Reply {
  const body = Buffer.from(JSON.stringify({ message }));
  return { status, headers: [['Content-Type', 'application/json']], body };
}

/** Returns all bytes of a stream, rejected where it breaks off. Node's own `buffer` goes by a Blob, which takes a tenth of the gate's time. */
export function readBytes(stream: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.once('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', reject);
    stream.once('close', () => reject(new Error('The stream ended before its end.')));
  });
}
