/** The most that a response may have. More is a failure whatever the test asks: it would harm any client. */
export interface Limits {
  readonly body: number;
  /** Interim answers (1xx) before the response. */
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
export function getDepth(text: string, most: number): number {
  if (!/^\s*[[{]/.test(text)) return 0;
  let [depth, deepest, quoted] = [0, 0, false];
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

/** Returns the words for a body that is too large. */
export function tooLarge({ body }: Limits): string {
  return `the body is larger than ${Math.round(body / 1_000_000)} MB`;
}

/** A character that stands for one byte: no text has it alone, and UTF-8 has no way to write it. */
const ofByte = /([\udc80-\udcff])/u;

/** Returns the bytes of a body in UTF-8; a lone surrogate from U+DC80 to U+DCFF stands for a byte from 80 to FF. */
export function toBytes(body: string): Buffer {
  const textsAndBytes = body.split(ofByte);
  return Buffer.concat(
    textsAndBytes.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) & 0xff))),
  );
}

/** Returns the text of bytes in UTF-8, with its byte order mark if it has one; undefined if they are none. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
