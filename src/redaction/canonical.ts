/** Says how much is decoded of a text, and how often what was decoded is decoded again. */
const MOST = 1_000_000;
const DEEPEST = 3;

/** Shorter runs of base64 or hexadecimal hold no secret that is long enough to be found. */
const base64Run = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
const hexRun = /(?:[0-9a-fA-F]{2}[\s:]?){8,}/g;

/** A text without what can be written otherwise: letters and digits alone, none of them large. */
export function toCanonicalText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Describes what a text says in each way in which it can be read, and whether that is all: a text may hold more than is read. */
interface Readings {
  readonly found: readonly string[];
  readonly isAll: boolean;
}

/**
 * Returns what a text says, each way canonical: as it is, with its escapes undone, the texts of its members one behind the other,
 * and what it holds in base64 or in hexadecimal. Bounded in depth and in size.
 */
export function decodeReadings(text: string): Readings {
  const found: string[] = [];
  let left = MOST;
  let isAll = true;
  const read = (part: string, depth: number): void => {
    if (part.length > left || depth > DEEPEST) isAll = false;
    if (left === 0 || depth > DEEPEST) return;
    const taken = part.slice(0, left);
    left -= taken.length;
    const plain = unescaped(taken);
    found.push(toCanonicalText(plain), toCanonicalText(quoted(plain)));
    for (const inner of decoded(plain)) read(inner, depth + 1);
  };
  read(text, 0);
  return { found, isAll };
}

/** Escapes of JSON, JavaScript, URLs, HTML and quoted-printable undone, as often as they lie in each other. */
function unescaped(text: string): string {
  let plain = text;
  for (let times = 0; times < DEEPEST; times += 1) {
    const next = plain
      .replace(/\\{1,8}u(?:\{([0-9a-f]{1,6})\}|([0-9a-f]{4}))/gi, (_, braced: string, four: string) =>
        characterOf(braced ?? four, 16),
      )
      .replace(/(?:\\{1,8}x|%|=)([0-9a-f]{2})/gi, (_, code: string) => characterOf(code, 16))
      .replace(/&#x([0-9a-f]{1,6});?/gi, (_, code: string) => characterOf(code, 16))
      .replace(/&#(\d{1,7});?/g, (_, code: string) => characterOf(code, 10));
    if (next === plain) return plain;
    plain = next;
  }
  return plain;
}

function characterOf(code: string, radix: number): string {
  const number = Number.parseInt(code, radix);
  return number <= 0x10ffff ? String.fromCodePoint(number) : '';
}

/** The values of a JSON text one behind the other, without the names of members: a secret may be split over several. */
function quoted(text: string): string {
  const texts = text.matchAll(/"((?:[^"\\]|\\.){0,10000})"(\s*:)?/g);
  return [...texts].map(([, value = '', colon]) => (colon === undefined ? value : '')).join('');
}

function decoded(text: string): string[] {
  const joined = text.replace(/(?:\\[nr]|\s)+/g, '');
  const texts = joined === text ? [text] : [text, joined];
  const base64 = texts.flatMap((each) => [...each.matchAll(base64Run)].map(([run]) => run));
  const hex = texts.flatMap((each) => [...each.matchAll(hexRun)].map(([run]) => run));
  return [
    ...base64.flatMap((run) => [0, 1, 2, 3].map((from) => textIn(Buffer.from(run.slice(from), 'base64')))),
    ...hex.map((run) => textIn(Buffer.from(run.replace(/[\s:]/g, ''), 'hex'))),
  ].filter((each) => each !== '');
}

/** Bytes that are text for the most part; UTF-16 is text with a zero beside each letter. */
function textIn(bytes: Buffer): string {
  const text = bytes.toString('latin1').replaceAll('\0', '');
  const readable = text.replace(/[^\x20-\x7e\s]/g, '').length;
  return readable * 4 >= text.length * 3 ? text : '';
}
