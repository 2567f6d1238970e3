import type { Readable } from 'node:stream';

/** All bytes of a stream, rejected where it breaks off. Node's own `buffer` goes by a Blob, which takes a tenth of the gate's time. */
export function bytesOf(stream: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.once('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', reject);
    stream.once('close', () => reject(new Error('The stream ended before its end.')));
  });
}
