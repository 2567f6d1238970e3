import { promisify } from 'node:util';
import { brotliDecompress, gunzip, gunzipSync, inflate } from 'node:zlib';
import type { Reply } from './traffic.ts';

type Decode = (bytes: Buffer) => Promise<Buffer>;

const untouched: Decode = async (bytes) => bytes;

/** Holds the codings of RFC 9110, 8.4.1, and brotli. */
const codings: Readonly<Record<string, Decode>> = {
  identity: untouched,
  gzip: promisify<Buffer, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, Buffer>(gunzip),
  deflate: promisify<Buffer, Buffer>(inflate),
  br: promisify<Buffer, Buffer>(brotliDecompress),
};

/** Describes a body without its codings, or as it was sent and why they could not be undone. */
export interface Decoded {
  readonly body: Buffer;
  readonly codingFault?: string;
}

/** Undoes the codings that a Content-Encoding names, the last one first. */
export async function decodeBody(bytes: Buffer, contentEncoding: string | undefined): Promise<Decoded> {
  let body = bytes;
  for (const name of namesIn(contentEncoding).reverse()) {
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

function namesIn(contentEncoding = ''): string[] {
  return contentEncoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}

/** Returns the text of an answer, whatever it was sent as. */
export function getReplyText(reply: Reply): string {
  return (isZipped(reply) ? gunzipSync(reply.body) : reply.body).toString();
}

/** Returns true if an answer is in gzip, the one coding that the provider knows. */
export function isZipped({ headers }: Reply): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === 'content-encoding' && value === 'gzip');
}
