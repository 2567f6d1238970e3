import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib';
import { parseJson, type ResponseRecord } from '#api/exchange';
import { transportFailure } from './failure.ts';
import { depthOf, type Limits, tooLarge } from './limits.ts';

/** JSON is UTF-8 without a byte order mark (RFC 8259, 8.1); anything else is kept as text only, with its flaw. */
export function contentOf(bytes: Buffer, limits: Limits): Pick<ResponseRecord, 'text' | 'json' | 'flaw'> {
  const text = utf8(bytes);
  if (text === undefined) return { text: bytes.toString('utf8'), json: undefined, flaw: 'is no UTF-8' };
  if (text.startsWith('\uFEFF')) return { text, json: undefined, flaw: 'begins with a byte order mark' };
  // Looked at before it is parsed: millions of levels fill the memory, and thousands overflow what walks them.
  if (depthOf(text, limits.depth) > limits.depth)
    throw transportFailure('broken', `the JSON is nested deeper than ${limits.depth} levels`);
  return { text, json: parseJson(text) };
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

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
