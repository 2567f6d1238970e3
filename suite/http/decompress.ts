import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib';
import { lacking } from './failure.ts';
import { limits } from './limits.ts';

type Decoder = (bytes: Buffer) => Promise<Buffer>;

const most = { maxOutputLength: limits.body };
const lenient = { ...most, finishFlush: constants.Z_SYNC_FLUSH };
const gzip: Decoder = (bytes) => promisify(gunzip)(bytes, lenient);

/** The codings that API requests say they accept. */
const decoders = new Map<string, Decoder>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', (bytes) => promisify(inflate)(bytes, lenient)],
  ['br', (bytes) => promisify(brotliDecompress)(bytes, most)],
]);

/** A body without its content-encodings, of which the last was put on last; throws where it would be too large or is none. */
export async function decompress(body: Buffer, encoding: string): Promise<Buffer> {
  const codings = encoding.split(',').map((coding) => coding.trim().toLowerCase());
  let bytes = body;
  for (const coding of codings.reverse()) {
    const decode = decoders.get(coding);
    if (decode && bytes.length > 0)
      bytes = await decode(bytes).catch((error: unknown) => fail(error, coding));
  }
  return bytes;
}

function fail(error: unknown, coding: string): never {
  const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
  throw lacking(
    'broken',
    isLarge
      ? `the body is larger than ${limits.body / 1_000_000} MB when it is decompressed (${coding})`
      : `the body is no ${coding}, which its content-encoding says`,
  );
}
