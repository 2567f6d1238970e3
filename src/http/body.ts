import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib';
import { decodeUtf8, parseJson, type ResponseRecord } from '#api/exchange';
import { transportFailure } from './failure.ts';

/** The most that a response may have. More is a failure whatever the test asks: it would harm any client. */
export interface Limits {
  readonly body: number;
  /** Interim responses (1xx) before the response. */
  readonly interim: number;
  readonly depth: number;
}

const alone: Limits = { body: 2_000_000, interim: 100, depth: 500 };

/** A byte that is sent back may be escaped (`\u0000`), and in a text within a text once more. */
const ESCAPED = 12;

/** Returns the limits of the response to a body; the part that repeats the body does not count. */
export function getLimits(body = ''): Limits {
  return {
    ...alone,
    body: alone.body + ESCAPED * Buffer.byteLength(body),
    depth: alone.depth + getDepth(body, Number.POSITIVE_INFINITY),
  };
}

/** Returns the depth of arrays and objects in a JSON text, which is read no further than the first level too many. */
function getDepth(text: string, most: number): number {
  if (!/^\s*[[{]/.test(text)) return 0;
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length && deepest <= most; at += 1) {
    const character = text[at] ?? '';
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted) depth += step[character] ?? 0;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const step: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

export function describeTooLarge({ body }: Limits): string {
  return `the body is larger than ${Math.round(body / 1_000_000)} MB`;
}

/** Returns the content of a body: JSON is UTF-8 without a mark (RFC 8259, 8.1), anything else is text with its flaw. */
export function getContent(bytes: Buffer, limits: Limits): Pick<ResponseRecord, 'text' | 'json' | 'flaw'> {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { text: bytes.toString('utf8'), json: undefined, flaw: 'is not UTF-8' };
  if (text.startsWith('\uFEFF')) return { text, json: undefined, flaw: 'begins with a byte order mark' };
  // Looked at before it is parsed: millions of levels fill the memory, and thousands overflow what walks them.
  if (getDepth(text, limits.depth) > limits.depth)
    throw transportFailure('broken', `the JSON is nested deeper than ${limits.depth} levels`);
  return { text, json: parseJson(text) };
}

type Decoder = (bytes: Buffer, most: { maxOutputLength: number }) => Promise<Buffer>;

const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
const gzip: Decoder = (bytes, most) => promisify(gunzip)(bytes, { ...most, ...lenient });

const decoders = new Map<string, Decoder>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', (bytes, most) => promisify(inflate)(bytes, { ...most, ...lenient })],
  ['br', (bytes, most) => promisify(brotliDecompress)(bytes, most)],
]);

/** Undoes the content-encodings of a body, the last one first; throws if it would be too large or is invalid. */
export async function decompress(body: Buffer, encoding: string, limits: Limits): Promise<Buffer> {
  const codings = encoding.split(',').map((coding) => coding.trim().toLowerCase());
  let bytes = body;
  for (const coding of codings.reverse()) {
    const decode = decoders.get(coding);
    if (decode && bytes.length > 0)
      bytes = await decode(bytes, { maxOutputLength: limits.body }).catch((error: unknown) =>
        throwUndecodable(error, coding, limits),
      );
  }
  return bytes;
}

function throwUndecodable(error: unknown, coding: string, limits: Limits): never {
  const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
  throw transportFailure(
    'broken',
    isLarge
      ? `${describeTooLarge(limits)} when it is decompressed (${coding})`
      : `the body is not in its content-encoding ${coding}`,
  );
}
