import { createHash, randomBytes } from 'node:crypto';

type Escape = (text: string) => string;

const doubleQuotes = ['"', '&quot;', '&#34;'];
const singleQuotes = ["'", '&#39;', '&#x27;', '&apos;'];

/** Ways in which a report, a page or a URL writes a text. */
const escapes: readonly Escape[] = [
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => text.replaceAll('/', '\\/'),
  (text) => text.replace(/[<>&]/g, asCodeUnit),
  (text) => text.replace(/[<>&\u0080-\uffff]/g, asCodeUnit),
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  (text) => new URLSearchParams({ '': text }).toString().slice(1),
  ...doubleQuotes.flatMap((double) => singleQuotes.map((single) => inMarkup({ '"': double, "'": single }))),
];

/** Shorter texts are no secrets: they would be found everywhere. */
export const SHORTEST = 6;

/** Longer texts are no secrets but what a test sends to try a limit. */
export const LONGEST = 8_192;

/** Returns every form of a secret in a file: as it is, escaped once or twice, in base64 or in hexadecimal. */
export function listEncodedForms(secret: string): ReadonlySet<string> {
  const text = Buffer.from(secret).toString(); // no lone surrogates, which no URL can hold
  const once = new Set([text, ...escaped(text)]);
  const twice = [...once].flatMap(escaped);
  const binary = [...once].flatMap((form) => [...base64Forms(form), ...hexadecimal(form)]);
  return new Set([...once, ...twice, ...binary]);
}

/** Returns the escaped forms of a text; most secrets have only characters that each escape leaves unchanged. */
function escaped(text: string): string[] {
  return /^[\w.-]*$/.test(text) ? [] : escapes.map((written) => written(text));
}

/** Returns the three forms of a text in base64, by its offset, without the characters that neighbours change. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = base64.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function hexadecimal(text: string): string[] {
  const hex = Buffer.from(text).toString('hex');
  return [hex, hex.toUpperCase()];
}

function asCodeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function inMarkup(quotes: Readonly<Record<string, string>>): Escape {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', ...quotes };
  return (text) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Matches the public part of a token (2.2): its type, then the client's id, then its creation date. */
const openly = (clients: string) =>
  new RegExp(`^(?:APP_USR|TEST)(?:[^A-Za-z0-9]*(?:${clients})(?:[^A-Za-z0-9]*\\d{6})?)?`);

const classes: readonly (readonly [of: RegExp, members: string])[] = [
  [/[0-9]/, '0123456789'],
  [/[a-z]/, 'abcdefghijklmnopqrstuvwxyz'],
  [/[A-Z]/, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
];

export interface Pseudonyms {
  readonly of: (value: string) => string;
  /** The same for a form of the value (forms.ts). */
  readonly inForm: (value: string, form: string) => string;
  /** Returns true for a pseudonym. */
  readonly isOne: (value: string) => boolean;
}

/** Pseudonyms that cannot be reversed, the same for the same value; `clientIds` may be read in tokens. */
export function createPseudonyms(clientIds: ReadonlySet<string>): Pseudonyms {
  const key = randomBytes(32);
  const shown = openly([...clientIds].map((id) => id.replace(/[^A-Za-z0-9]/g, '\\$&')).join('|') || '(?!)');
  const made = new Map<string, string>();
  const standIns = new Set<string>();
  const of = (value: string) => {
    const known = made.get(value);
    if (known !== undefined) return known;
    const open = shown.exec(value)?.[0] ?? '';
    const standIn = open + otherLetters(value.slice(open.length), key);
    made.set(value, standIn);
    standIns.add(standIn);
    return standIn;
  };
  const inForm = (value: string, form: string) => {
    const standIn = of(value);
    return [...listEncodedForms(standIn)][[...listEncodedForms(value)].indexOf(form)] ?? standIn;
  };
  return { of, inForm, isOne: (value) => standIns.has(value) };
}

/** Replaces each letter and digit by another one of its kind; in other scripts by one nearby. */
function otherLetters(text: string, key: Buffer): string {
  const characters = [...text];
  const drawn = createHash('shake256', { outputLength: characters.length + 1 })
    .update(key)
    .update(text)
    .digest();
  return characters.map((character, index) => otherLetter(character, drawn[index] ?? 0)).join('');
}

function otherLetter(character: string, drawn: number): string {
  const [, members] = classes.find(([of]) => of.test(character)) ?? [];
  if (members !== undefined) return members.charAt(drawn % members.length);
  const isLetter = /[\p{L}\p{N}]/u.test(character);
  return isLetter ? String.fromCodePoint((character.codePointAt(0) ?? 0) ^ (drawn % 16)) : character;
}

/**
 * Fields of a request or a response whose value is always a secret, as a part of a regular expression without regard to
 * case: those of 2.1 to 2.3, and others named like a secret; the flag test_token is none.
 */
export const secretFieldPattern =
  '(?!test_token\\b)[\\w-]{0,30}(?:token|secret|passw(?:or)?d|passphrase|api[_-]?key|private[_-]?key|session[_-]?id|card[_-]?number|security[_-]?code|cvv|code_verifier)';

const wholeMember = new RegExp(`^(?:${secretFieldPattern})$`, 'i');

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie']);

/** Values of provider states that a report may show: they identify things and give no access. */
const publicValues = new Set([
  ...['client_id', 'redirect_uri', 'user_id', 'device_id', 'payment_intent_id', 'external_pos_id'],
]);

/** Returns true if the value of a field is always a secret. */
export function isSecretField(name: string): boolean {
  return wholeMember.test(name);
}

/** Returns true if the value of a header field is always a secret. */
export function isSecretHeader(name: string): boolean {
  return secretHeaders.has(name.toLowerCase()) || isSecretField(name);
}

/** Returns true if the value of a provider state may be shown. */
export function isPublicValue(name: string): boolean {
  return publicValues.has(name);
}
