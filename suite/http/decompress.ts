import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib';
import { transportFailure } from './failure.ts';
import { type Limits, tooLarge } from './limits.ts';

type Decoder = (bytes: Buffer, most: { maxOutputLength: number }) => Promise<Buffer>;

const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
const gzip: Decoder = (bytes, most) => promisify(gunzip)(bytes, { ...most, ...lenient });

/** The codings that API requests say they accept. */
const decoders = new Map<string, Decoder>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', (bytes, most) => promisify(inflate)(bytes, { ...most, ...lenient })],
  ['br', (bytes, most) => promisify(brotliDecompress)(bytes, most)],
]);

/** A body without its content-encodings, of which the last was put on last; throws where it would be too large or is none. */
export async function decompress(body: Buffer, encoding: string, limits: Limits): Promise<Buffer> {
  const codings = encoding.split(',').map((coding) => coding.trim().toLowerCase());
  let bytes = body;
  for (const coding of codings.reverse()) {
    const decode = decoders.get(coding);
    if (decode && bytes.length > 0)
      bytes = await decode(bytes, { maxOutputLength: limits.body }).catch((error: unknown) =>
        fail(error, coding, limits),
      );
  }
  return bytes;
}

function fail(error: unknown, coding: string, limits: Limits): never {
  const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
  throw transportFailure(
    'broken',
    isLarge
      ? `${tooLarge(limits)} when it is decompressed (${coding})`
      : `the body is no ${coding}, which its content-encoding says`,
  );
}
