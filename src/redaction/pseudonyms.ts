import { createHash, randomBytes } from 'node:crypto';
import { escapeRegExp } from '#api/text';
import { listEncodedForms } from './forms.ts';

/** Matches the public part of a token (2.2): its type, then the client's id, then its creation date. */
const matchOpening = (clients: string) =>
  new RegExp(`^(?:APP_USR|TEST)(?:[^A-Za-z0-9]*(?:${clients})(?:[^A-Za-z0-9]*\\d{6})?)?`);

const classes: readonly (readonly [of: RegExp, members: string])[] = [
  [/[0-9]/, '0123456789'],
  [/[a-z]/, 'abcdefghijklmnopqrstuvwxyz'],
  [/[A-Z]/, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
];

export type Pseudonyms = Readonly<ReturnType<typeof createPseudonyms>>;

/** Pseudonyms that cannot be reversed, the same for the same value; `clientIds` may be read in tokens. */
export function createPseudonyms(clientIds: ReadonlySet<string>) {
  const key = randomBytes(32);
  const shown = matchOpening([...clientIds].map(escapeRegExp).join('|') || '(?!)');
  const made = new Map<string, string>();
  const pseudonyms = new Set<string>();
  const of = (value: string) => {
    const known = made.get(value);
    if (known !== undefined) return known;
    const open = shown.exec(value)?.[0] ?? '';
    const pseudonym = open + replaceLetters(value.slice(open.length), key);
    made.set(value, pseudonym);
    pseudonyms.add(pseudonym);
    return pseudonym;
  };
  /** Returns the pseudonym in a form of the value (forms.ts). */
  const inForm = (value: string, form: string) => {
    const pseudonym = of(value);
    return [...listEncodedForms(pseudonym)][[...listEncodedForms(value)].indexOf(form)] ?? pseudonym;
  };
  /** Returns true for a pseudonym, and for the id of an application, which is no secret. */
  const isPublic = (value: string) => pseudonyms.has(value) || clientIds.has(value);
  return { of, inForm, isPublic };
}

/** Replaces each letter and digit by another one of its kind; in other scripts by one nearby. */
function replaceLetters(text: string, key: Buffer): string {
  const characters = [...text];
  const drawn = createHash('shake256', { outputLength: characters.length + 1 })
    .update(key)
    .update(text)
    .digest();
  return characters.map((character, index) => replaceLetter(character, drawn[index] ?? 0)).join('');
}

function replaceLetter(character: string, drawn: number): string {
  const [, fields] = classes.find(([of]) => of.test(character)) ?? [];
  if (fields !== undefined) return fields.charAt(drawn % fields.length);
  const isLetter = /[\p{L}\p{N}]/u.test(character);
  return isLetter ? String.fromCodePoint((character.codePointAt(0) ?? 0) ^ (drawn % 16)) : character;
}
