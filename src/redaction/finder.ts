import { LONGEST, listEncodedForms, SHORTEST } from './forms.ts';

/** A secret in one of its forms. */
interface Form {
  readonly form: string;
  readonly secret: string;
}

/** A secret that was found in a text, where and in which form. */
interface Found extends Form {
  readonly at: number;
}

/** Knows secrets and finds them in texts, in whatever form, in one pass however many they are. */
export interface Finder {
  /** False where the secret is too short or too long to be one, or was known before. */
  readonly learn: (secret: string) => boolean;
  /** The secrets in a text from left to right, at each place the longest. */
  readonly find: (text: string) => Generator<Found>;
  readonly knows: (secret: string) => boolean;
}

/** The forms by how they begin, and a sieve that most of a text falls through without a look at them. */
interface Openings {
  readonly forms: Map<string, Map<string, Form>>;
  readonly sieve: Uint8Array;
}

const SIEVE = 2 ** 20;

/** The sieve knows every run of so many characters in the opening of a form: one of each few runs of a text is enough. */
const RUN = 4;
const STRIDE = SHORTEST - RUN + 1;

/** Returns the parts of a secret that no text holds by chance: a part of it, where the rest was cut off, tells it too. */
const TELLING = 12;

/** Describes what is known of a text that may say a secret in a way that no list of forms has; `unread`: it holds more than is read. */
export type HiddenSecret = 'nothing' | 'a secret' | 'unread';

/** Tells whether a text says a secret in a way that no list of forms has: decoded, spaced, split, cut short. */
export function createUndecoder(): { learn: (secret: string) => boolean; hides: (text: string) => HiddenSecret } {
  const known = createFinder((form) => form, partsOf);
  let isAny = false;
  const learn = (secret: string) => {
    const isNew = known.learn(secret);
    isAny ||= isNew;
    return isNew;
  };
  const hides = (text: string) => {
    if (!isAny || text.length < TELLING) return 'nothing';
    const { found, isAll } = decodeReadings(text);
    if (found.some((reading) => !known.find(reading).next().done)) return 'a secret';
    return isAll ? 'nothing' : 'unread';
  };
  return { learn, hides };
}

/** A secret without what can be written otherwise, and its first half where that tells it. */
function partsOf(secret: string): string[] {
  const whole = toCanonicalText(secret);
  const half = whole.slice(0, Math.max(TELLING + 4, Math.ceil(whole.length / 2)));
  return whole.length < TELLING ? [] : [whole, half];
}

/** A finder that knows nothing yet; `write` says how the searched texts are made of the forms (bytes as latin1). */
export function createFinder(
  write: (form: string) => string = (form) => form,
  forms: (secret: string) => Iterable<string> = listEncodedForms,
): Finder {
  const secrets = new Set<string>();
  const openings: Openings = { forms: new Map(), sieve: new Uint8Array(SIEVE) };
  const learn = (secret: string) => {
    if (secret.length < SHORTEST || secret.length > LONGEST || secrets.has(secret)) return false;
    secrets.add(secret);
    for (const form of forms(secret)) add(openings, { form: write(form), secret });
    return true;
  };
  const knows = (secret: string) => secrets.has(secret);
  return { learn, find: (text) => search(openings, text), knows };
}

function add({ forms, sieve }: Openings, added: Form): void {
  const opening = added.form.slice(0, SHORTEST);
  const known = forms.get(opening) ?? new Map<string, Form>();
  if (!known.has(added.form)) known.set(added.form, added);
  forms.set(opening, known);
  for (let at = 0; at < STRIDE; at += 1) sieve[cellOf(opening, at)] = 1;
}

function* search({ forms, sieve }: Openings, text: string): Generator<Found> {
  if (forms.size === 0) return;
  let from = 0; // behind what was found last
  for (let at = STRIDE - 1; at + RUN <= text.length; at += STRIDE) {
    if (sieve[cellOf(text, at)] === 0) continue;
    const found = firstOf(forms, text, Math.max(from, at - STRIDE + 1), at);
    if (found === undefined) continue;
    yield found;
    from = found.at + found.form.length;
  }
}

/** The first form that begins at one of a few places, at its place the longest. */
function firstOf(forms: Openings['forms'], text: string, first: number, last: number): Found | undefined {
  for (let at = first; at <= last; at += 1) {
    const own = forms.get(text.slice(at, at + SHORTEST));
    if (own === undefined) continue;
    const found = [...own.values()].filter(({ form }) => text.startsWith(form, at));
    const longest = found.sort((a, b) => b.form.length - a.form.length)[0];
    if (longest !== undefined) return { at, ...longest };
  }
  return undefined;
}

/** The cell of the sieve for the run of characters at a place. */
function cellOf(text: string, at: number): number {
  let cell = 0;
  for (let place = at; place < at + RUN; place += 1) cell = cell * 31 + text.charCodeAt(place);
  return cell % SIEVE;
}

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
