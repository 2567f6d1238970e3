import { Duplex } from 'node:stream';

/**
 * Returns a stream with all that another one reads, which a reset ends as FIN does: what was read before is kept, and
 * its parser says whether it was within a request.
 */
export function lasting(beneath: Duplex, first: Buffer): Duplex {
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
