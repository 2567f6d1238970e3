import type { Duplex } from 'node:stream';

/** What the first bytes of a connection are the beginning of. */
export type Speech = 'tls' | 'http2' | 'http1';

const preface = 'PRI'; // of the line that opens HTTP/2 (RFC 9113, 3.4): no method of HTTP/1 begins so
const handshake = 0x16; // a TLS record's type (RFC 8446, 5.1)

/** Waits for the first bytes of a stream and leaves them in it; undefined where it ends without any. */
export async function firstSpeech(stream: Duplex): Promise<Speech | undefined> {
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
