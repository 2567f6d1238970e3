import { unzipSync } from 'node:zlib';

/** Maximum length of a text that is decoded, and the deepest nesting that is decoded. */
const MOST_DECODED = 1_000_000;
const DEEPEST = 3;
const createUnread = () => Buffer.alloc(MOST_DECODED, ' '); // in place of more than is decoded

// Shorter runs of base64 or hexadecimal hold no secret that is long enough to be found.
const base64Run = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}/g;
const hexRun = /(?:(?:0x|\\{1,4})?[0-9a-fA-F]{2}[\s:,-]{0,2}){8,}/g;
const base32Run = /[A-Z2-7]{26,}/gi;
const codeList = /(?:(?:0o|\\{1,4})?(?:[01]{8}|\d{2,3})[,;\s]{1,3}){8,}(?:\d{2,8})?/g;
const bitRun = /[01]{64,}/g;
const tag = /\]\]>\s?(?:<!\[CDATA\[)?|<!\[CDATA\[|<[^<>]{0,200}>/g;

/** The beginning of gzip and of zlib in base64, which may follow a word. */
const packed = /H4sI|eJ[w-z]|eAF|eN[o-r]/;

/** Returns a text without optional parts: lower-case letters and digits only. */
export function toCanonicalText(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.replace(/[^A-Za-z0-9]+/g, '').toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Texts of at most so many characters come again and again: header fields, titles of steps, commands. */
const SHORT = 1_000;
const MOST_KEPT = 1_000;

/** Keeps what is decoded of short texts, unless it is much more than the text. */
function keepShort<T>(decode: (text: string) => T, list: (decoded: T) => readonly string[]): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const found = kept.get(text) ?? decode(text);
    if (kept.size >= MOST_KEPT) kept.clear();
    if (text.length <= SHORT && list(found).join('').length <= SHORT * 10) kept.set(text, found);
    return found;
  };
}

/** Creates a function that decodes readings, and keeps those of short texts and of words that may be base64. */
export function createDecoder() {
  const fromBase64 = keepShort(decodeBase64, (texts) => texts);
  const decode = (text: string) => decodeReadings(text, fromBase64);
  return keepShort(decode, ({ found }) => found);
}

/** Returns canonical readings of a text: plain, unescaped, joined and decoded; `isAll` is false if it holds more. */
function decodeReadings(text: string, fromBase64: typeof decodeBase64) {
  const found: string[] = [];
  let left = MOST_DECODED;
  let isAll = true;
  const read = (part: string, depth: number): void => {
    if (part.length > left || depth > DEEPEST) isAll = false;
    if (left === 0 || depth > DEEPEST) return;
    const taken = part.slice(0, left);
    left -= taken.length;
    const plain = unescapeText(taken);
    const untagged = plain.includes('<') ? plain.replace(tag, '') : plain;
    const bare = plain.replace(/\\{1,8}"/g, '"');
    const others = [joinValues(bare), joinNumbered(bare), ...(untagged === plain ? [] : [untagged])];
    for (const reading of [plain, ...others.filter(Boolean)]) found.push(toCanonicalText(reading));
    for (const inner of decodeParts(plain, fromBase64)) {
      read(inner, depth + 1);
      if (left === 0 && !isAll) return;
    }
  };
  read(text, 0);
  return { found, isAll };
}

/** Undoes escapes of JSON, JavaScript, C, URLs, HTML and quoted-printable, also nested ones. */
function unescapeText(text: string): string {
  if (!/\\{1,8}[u0-7xnrt]|[%=][0-9a-f]{2}|%u|u\+|&[#a-z]/i.test(text)) return text;
  let plain = text;
  for (let times = 0; times < DEEPEST; times += 1) {
    const next = plain
      .replace(
        /(?:\\{1,8}u|%u|u\+)(?:\{([0-9a-f]{1,6})\}|(?:0{4})?([0-9a-f]{4}))/gi,
        (_, braced: string, four: string) => toCharacter(braced ?? four, 16),
      )
      .replace(/(?:\\{1,8}x|%|=)([0-9a-f]{2})/gi, (_, code: string) => toCharacter(code, 16))
      .replace(/&#x([0-9a-f]{1,6});?/gi, (_, code: string) => toCharacter(code, 16))
      .replace(/&#(\d{1,7});?/g, (_, code: string) => toCharacter(code, 10))
      .replace(/&(?!amp;)[a-z]{2,10};/gi, '')
      .replace(/&amp;/gi, '&')
      .replace(/\\{1,8}([0-3]?[0-7]{2})(?! )/g, (_, code: string) => toCharacter(code, 8))
      .replace(/\\{1,8}[nrt]/g, ' ');
    if (next === plain) return plain;
    plain = next;
  }
  return plain;
}

function toCharacter(code: string, radix: number): string {
  const number = Number.parseInt(code, radix);
  return number <= 0x10ffff ? String.fromCodePoint(number) : '';
}

/** Returns the values of a JSON text joined, without field names: a secret may be split over several. */
function joinValues(text: string): string {
  if (!text.includes('"')) return '';
  const texts = text.matchAll(/"((?:[^"\\]|\\.){0,10000})"(\s*:)?/g);
  return [...texts].map(([, value = '', colon]) => (colon === undefined ? value : '')).join('');
}

/** Returns the characters after numbers: `0: A, 1: P` or `{"0":"A","1":"P"}`. */
function joinNumbered(text: string): string {
  if (!/\d["'\]]?\s?[:=.)]/.test(text)) return '';
  return [...text.matchAll(/\d{1,4}["'\]]?\s?[:=.)]\s?["']?([^\s"'])/g)]
    .map(([, character = '']) => character)
    .join('');
}

/** Returns the characters of lists of codes, in decimal and in octal, and of runs of bits. */
function listCharacters(text: string): string[] {
  const lists = (text.match(codeList) ?? []).flatMap((list) => list.match(/\d{2,}/g) ?? []);
  const bits = (text.match(bitRun) ?? []).flatMap((run) => run.match(/.{8}/g) ?? []);
  const joinInRadix = (radix: number) =>
    [...lists, ...bits].map((code) => toCharacter(code, code.length === 8 ? 2 : radix)).join('');
  return [joinInRadix(10), joinInRadix(8)];
}

/** Yields the texts in base64, hexadecimal, base32 and codes, also decompressed: each only when it is read. */
function* decodeParts(text: string, fromBase64: typeof decodeBase64): Generator<string> {
  const joined = text.replace(/(?:\\[nr]|\s)+/g, '');
  const texts = joined === text ? [text] : [text, joined];
  const getRuns = (pattern: RegExp, among: readonly string[]) => [
    ...new Set(among.flatMap((each) => each.match(pattern) ?? [])),
  ];
  const letters = getRuns(base64Run, texts);
  for (const run of letters) yield* fromBase64(run);
  for (const run of getRuns(hexRun, texts)) yield* toText(Buffer.from(run.replace(/0x|[^0-9a-f]/gi, ''), 'hex'));
  for (const run of getRuns(base32Run, letters)) yield* toText(decodeBase32(run));
  yield* listCharacters(text).filter(Boolean);
}

/** Returns the texts in a run of base64, which may begin after a few characters. */
function decodeBase64(run: string): string[] {
  const starts = new Set([0, 1, 2, 3, Math.max(0, run.search(packed))]);
  return [...starts].flatMap((from) => toText(Buffer.from(run.slice(from), 'base64')));
}

function toText(bytes: Buffer): string[] {
  return [getReadableText(inflate(bytes))].filter(Boolean);
}

const base32 = new Map([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'].map((letter, value) => [letter, value]));

function decodeBase32(run: string): Buffer {
  const bytes: number[] = [];
  let value = 0;
  let bits = 0;
  for (const letter of run.toUpperCase()) {
    value = (value * 32 + (base32.get(letter) ?? 0)) % 4096;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(Math.floor(value / 2 ** bits) % 256);
  }
  return Buffer.from(bytes);
}

/** Decompresses bytes of gzip or zlib, also when packed again; returns others as they are, and for too many more than is read. */
function inflate(bytes: Buffer, depth = 0): Buffer {
  const start = bytes.length > 2 ? bytes.readUInt16BE(0) : 0;
  const isZlib = Math.floor(start / 256) === 0x78 && start % 31 === 0; // RFC 1950, 2.2
  if (start !== 0x1f8b && !isZlib) return bytes;
  try {
    return depth > DEEPEST ? createUnread() : inflate(unzipSync(bytes, { maxOutputLength: MOST_DECODED }), depth + 1);
  } catch (error) {
    return error instanceof RangeError ? createUnread() : bytes;
  }
}

/** Returns the bytes if they are mostly text; UTF-16 is text with a zero next to each letter. */
function getReadableText(bytes: Buffer): string {
  let length = 0;
  let readable = 0;
  for (const byte of bytes) {
    if (byte !== 0) length += 1;
    if ((byte >= 0x20 && byte <= 0x7e) || (byte >= 0x09 && byte <= 0x0d) || byte === 0xa0) readable += 1;
  }
  return readable * 4 >= length * 3 ? bytes.toString('latin1').replaceAll('\0', '') : '';
}
