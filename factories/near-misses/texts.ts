import listed from '../unusual-texts.json' with { type: 'json' };

/** Returns a made-up text of the same shape: each letter and digit changes, everything else stays. */
export function madeUp(text: string): string {
  return text.replace(/[0-8a-yA-Y]|9|z|Z/g, (character) => {
    const wrapped: Record<string, string> = { '9': '0', z: 'a', Z: 'A' };
    return wrapped[character] ?? String.fromCharCode(character.charCodeAt(0) + 1);
  });
}

/** One way to change a value slightly: what is wrong with it, and how the wrong text is made from the right one. */
export interface Miss {
  readonly name: string;
  readonly of: (right: string) => string;
  /** True if it is also worth trying where the same comparison may run a second time. */
  readonly main?: true;
}

export type NearMiss = { readonly name: string; readonly value: string };

/** Returns the near misses of a text: only texts that differ from it, each once, none empty. */
export function nearMisses(ways: readonly Miss[], right: string): NearMiss[] {
  const found = new Map<string, NearMiss>();
  for (const { name, of } of ways) {
    const value = of(right);
    if (value !== right && value !== '' && !found.has(value)) found.set(value, { name, value });
  }
  return [...found.values()];
}

/** Returns ways to write a text, each a pattern in which `…` stands for the right one; the pattern is the name. */
export function toMisses(...patterns: readonly string[]): Miss[] {
  return patterns.map((pattern) => ({
    name: `written ${quoted(pattern.slice(0, 40))}`,
    of: (right) => pattern.replaceAll('…', () => right),
  }));
}

/** Returns a text in quotes, with escapes for what a report does not show. */
export const quoted = (text: string): string => JSON.stringify(text).replace(/[^ -~…]/g, escapeUnit);

/** Returns the escape of a UTF-16 unit in JSON. */
export function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Pairs each way with one of the right values in turn, where all pairs would be too many. */
export function inTurn<W, R>(ways: readonly W[], rights: readonly R[]): (readonly [W, R])[] {
  return ways.flatMap((way, index) => {
    const turn = index % rights.length;
    return rights.slice(turn, turn + 1).map((right) => [way, right] as const);
  });
}

const half = (text: string): number => Math.ceil(text.length / 2);
const third = (text: string): number => Math.floor(text.length / 3);

function withMadeUp(text: string, from: number, to = text.length): string {
  return text.slice(0, from) + madeUp(text.slice(from, to)) + text.slice(to);
}

/** Returns a text with a made-up second half. */
export const withOtherHalf = (text: string): string => withMadeUp(text, half(text));

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Changes the last character in the bits that base64 keeps of it, since a credential may be base64 and its other bits say nothing. */
export function withOtherEnd(text: string): string {
  const end = text.slice(-1);
  if (uuid.test(text) || /^\d*$/.test(text)) return withMadeUp(text, -1);
  return text.slice(0, -1) + (/[a-z]/i.test(end) ? inOtherCase(end) : 'A');
}

/** Texts that differ from the right one, by what a comparison must overlook to accept them. */
export const otherTexts: readonly Miss[] = [
  { name: 'with a letter behind', of: (right) => `${right}x`, main: true },
  { name: 'without its last character', of: (right) => right.slice(0, -1), main: true },
  { name: 'without its first character', of: (right) => right.slice(1), main: true },
  { name: 'without what stands before its first hyphen', of: (right) => right.replace(/^[^-]*-/, '') },
  { name: 'with its first character made up', of: (right) => withMadeUp(right, 0, 1) },
  { name: 'cut to its first half', of: (right) => right.slice(0, half(right)) },
  { name: 'cut to its last half', of: (right) => right.slice(half(right)) },
  { name: 'cut to its middle', of: (right) => right.slice(third(right), -third(right)) },
  { name: 'in the other case', of: inOtherCase, main: true },
  { name: 'with another last character', of: withOtherEnd },
  { name: 'made up but for its first four characters', of: (right) => withMadeUp(right, 4) },
  { name: 'made up but for its first half', of: withOtherHalf, main: true },
  { name: 'made up but for its last half', of: (right) => withMadeUp(right, 0, half(right)) },
  { name: 'made up but for its last four characters', of: (right) => withMadeUp(right, 0, -4), main: true },
  { name: 'made up in its middle', of: (right) => withMadeUp(right, third(right), right.length - third(right)) },
  { name: 'with its middle character made up', of: (right) => withMadeUp(right, half(right) - 1, half(right)) },
  { name: 'made up but for its signs', of: madeUp },
  ...toMisses('x…', '…………', '…\u0000x', '…#x', "…'x", '%', '*', '.*'),
];

/** Texts that readers stumble over. A report does not show them: what is sent as a credential counts as a secret. */
export const unusualTexts: readonly Miss[] = listed.map((text, at) => ({ name: `unusual ${at}`, of: () => text }));

/** Texts that a lenient reader accepts: they differ in blanks, quotes, or how a character is written. */
export const alikeTexts: readonly Miss[] = [
  { name: 'with a space behind', of: (right) => `${right} `, main: true },
  ...toMisses(' …', '…\t', '…\n', '…\u00a0', '…\u200b', '"…"', '…='),
  { name: 'with its signs swapped', of: (right) => right.replace(/[-_]/g, (sign) => (sign === '-' ? '_' : '-')) },
  { name: 'in the other alphabet of base64', of: (right) => right.replaceAll('-', '+').replaceAll('_', '/') },
  { name: 'with its first character percent-encoded', of: percentEncoded },
  { name: 'percent-decoded', of: (right) => right.replace(/%[2-7][0-9a-f]/gi, decodeURIComponent) },
  { name: 'in full-width characters', of: inFullWidth },
  { name: 'with a zero in front', of: (right) => (/^\d+$/.test(right) ? `0${right}` : right) },
];

/** Variants of a credential of the token operation that a lenient reader accepts, some with other words around it. */
export const alikeCredentials: readonly Miss[] = [
  ...alikeTexts,
  { name: 'with a plus sign in front', of: (right) => (/^\d+$/.test(right) ? `+${right}` : right) },
  { name: 'with a fraction of zero', of: (right) => (/^\d+$/.test(right) ? `${right}.0` : right) },
  { name: 'with an accent on each vowel', of: (right) => right.replace(/[aeiou]/gi, '$&\u0301').normalize('NFC') },
  { name: 'without its hyphens', of: (right) => right.replaceAll('-', '') },
  ...toMisses('Bearer …', '…:x'),
];

/** Percent-encodes the first character even though it needs no encoding. */
export function percentEncoded(text: string): string {
  return text.replace(/^[\x20-\x7e]/, (first) => `%${first.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Returns the text in the other case. A UUID is the same in either case (RFC 9562, 4), so it stays. */
export function inOtherCase(text: string): string {
  if (uuid.test(text)) return text;
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Returns characters that are the same under Unicode's compatibility normalization (NFKC). */
export function inFullWidth(text: string): string {
  return text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
}

/** The characters of a bearer token, and the others that a header field may contain (RFC 9110, 5.5). */
const inHeader = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Maps each type of an access token to the other (2.2). */
const otherTypes: Readonly<Record<string, string>> = { APP_USR: 'TEST', TEST: 'APP_USR' };

const otherTokens: readonly Miss[] = [
  ...otherTexts,
  { name: 'of the other type', of: (right) => right.replace(/^(?:APP_USR|TEST)/, (type) => otherTypes[type] ?? type) },
  { name: 'of another client', of: (right) => right.replace(/(?<=^(?:APP_USR|TEST)[^a-z0-9]*)[a-z0-9]+/i, madeUp) },
  { name: 'of another date', of: (right) => right.replace(/(?<=[^a-z0-9])\d{6}(?![a-z0-9])/i, madeUp) },
];

/** Returns texts that are almost an access token and can be sent in the header. */
export function nearTokens(right: string, ways = otherTokens): NearMiss[] {
  return nearMisses(ways, right).filter(({ value }) => inHeader.test(value));
}

/** Returns Authorization headers with an access token that is not sent as a bearer token (RFC 6750, 2.1). */
export function otherAuthorizations(token: string): NearMiss[] {
  const pair = Buffer.from(`user:${token}`).toString('base64');
  return [
    ...toNearMisses(toMisses('…', 'Bearer', 'Bearer…', 'Bearer: …', 'Bearers …', 'XBearer …', 'Basic …'), token),
    { name: 'the scheme Basic and a pair', value: `Basic ${pair}` },
    { name: 'a made-up one in small letters', value: `bearer ${madeUp(token)}` },
    ...toNearMisses(toMisses('Token …', 'Digest …', 'Bearer token …'), token),
    ...nearTokens(token, alikeTexts).map(({ name, value }) => ({ name, value: `Bearer ${value}` })),
  ];
}

/** Returns Authorization headers that begin with a valid access token and continue (RFC 6750, 2.1). */
export function longerAuthorizations(token: string): NearMiss[] {
  return toNearMisses(toMisses('Bearer …,x', 'Bearer … more', 'Bearer …, Bearer …'), token);
}

function toNearMisses(ways: readonly Miss[], right: string): NearMiss[] {
  return ways.map(({ name, of }) => ({ name, value: of(right) }));
}

/** Words that differ from a listed one, by what a reader must overlook to accept them. */
export const otherWords: readonly Miss[] = [
  { name: 'in capitals', of: (right) => right.toUpperCase() },
  ...toMisses('…s', 'x…'),
  { name: 'without its last letter', of: (right) => right.slice(0, -1) },
  { name: 'with hyphens', of: (right) => right.replaceAll('_', '-') },
  { name: 'in camel case', of: (right) => right.replace(/_(.)/g, (_, letter) => letter.toUpperCase()) },
  { name: 'with blanks', of: (right) => right.replaceAll('_', ' ') },
  ...toMisses('… x', '…\u0000x'),
  { name: 'cut to its first word', of: (right) => right.replace(/_.*/, '') },
  { name: 'cut to its last word', of: (right) => right.replace(/.*_/, '') },
];

/** A word as other services write it, at the end of a path (as URLs do). */
export const otherPaths: readonly Miss[] = toMisses('/…', 'https://shop.example/auth/…');

/** Lists of two words with a separator other than a space (RFC 6749, 3.3). */
export const otherSeparators: readonly Miss[] = [',', ', ', '+', ';', '|', '\t', '\n', '\u00a0'].map((sign) => ({
  name: `separated by ${quoted(sign)}`,
  of: (right) => right.replaceAll(' ', sign),
}));

/** Two words written as one, and wildcards for all words. */
export const otherLists: readonly Miss[] = [
  { name: 'separated by nothing', of: (right) => right.replaceAll(' ', '') },
  ...toMisses('*', '… *'),
];
