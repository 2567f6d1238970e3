import { type Json, type JsonObject, without } from './json.ts';
import { escapeUnit, type Miss, toMisses } from './near-misses/texts.ts';

const isLayout = (word: string): word is keyof typeof layouts => Object.hasOwn(layouts, word);

/** Returns valid JSON in a layout that no library writes: reordered, escaped, with line breaks around it. */
export const unusual = (value: unknown): string => `\n${layouts.escaped(backwards(value))}\r\n`;

/** Returns valid JSON in lines, with its fields reordered, but without escapes. */
export const inLines = (value: unknown): string => layouts.indented(backwards(value));

/** Writes the fractions with an exponent and the slashes with an escape, as some libraries do. */
const rarely = (json: string): string => json.replaceAll('/', '\\/').replace(/(?<=:)\d+\.\d+(?=[,}])/g, '$&e0');

/** Placeholder for the byte FF, which is invalid in UTF-8 (RFC 3629, 3) and is sent as that byte. */
const noUtf8 = '\udcff';

/** Texts that no JSON reader accepts, whatever extensions it supports (RFC 8259, 2). */
export const brokenJson: readonly Miss[] = [
  { name: 'cut in half', of: (json) => json.slice(0, json.length >> 1) },
  { name: 'without its last brace', of: (json) => json.slice(0, -1) },
  { name: 'without its first brace', of: (json) => json.slice(1) },
  ...toMisses('…}', '…]', '… and more', 'body: …', '…,', '……', '…\n…', '{}…', ")]}',\n…", '(…)'),
  { name: 'without a colon', of: (json) => json.replace(':', ' ') },
  { name: 'without a comma', of: (json) => json.replace(',"', ' "') },
  { name: 'as a form', of: asForm },
  ...toMisses('<?xml version="1.0"?><request/>', ' ', '…\u0000'),
  { name: 'with two commas', of: (json) => json.replace(',"', ',,"') },
  { name: 'with a byte before its first name that is no UTF-8', of: (json) => json.replace('{', `{${noUtf8}`) },
];

function asForm(json: string): string {
  const fields = Object.entries<unknown>(JSON.parse(json)).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(Object.fromEntries(fields)).toString();
}

/** Texts that RFC 8259 does not allow and that readers with extensions accept (9). */
export const extendedJson: readonly Miss[] = [
  ...toMisses('\uFEFF\uFEFF…', '\u000b…\u00a0'),
  { name: 'with a comma before its last brace', of: (json) => json.replace(/}$/, ',}') },
  ...toMisses('// a comment\n…'),
  { name: 'with a comment in it', of: (json) => json.replace('{', '{/* a comment */') },
  { name: 'with single quotes', of: (json) => json.replace(/"(\w+)":/, "'$1':") },
  { name: 'with a bare name', of: (json) => json.replace(/"(\w+)":/, '$1:') },
  { name: 'with a line break in a text', of: (json) => json.replace(/":"/, '":"\n') },
  { name: 'with a number that is none', of: (json) => json.replace(/}$/, ',"more":NaN}') },
  { name: 'with an escape that there is not', of: (json) => json.replace(/":"/, '":"\\x41') },
  { name: 'with a byte in a text that is no UTF-8', of: (json) => json.replace(/":"[^"\\]*/, `$&${noUtf8}`) },
];

/** Returns JSON after a byte order mark, which a reader may ignore (RFC 8259, 8.1). */
export const withByteOrderMark = (value: unknown): string => `\uFEFF${JSON.stringify(value)}`;

/** Writes one JSON value in different layouts (RFC 8259, 2 and 7). */
export const layouts = {
  compact: (value: unknown) => JSON.stringify(value),
  indented: (value: unknown) => `\n${JSON.stringify(value, null, '\t').replace(/^(\t+"[^"\\]*"):/gm, '$1 :')}\r\n`,
  'in the other order': (value: unknown) => JSON.stringify(backwards(value)),
  escaped: (value: unknown) =>
    rarely(
      JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
        text.replace(/[^ -~]|(?<=[\w-])(?<!\\u[\da-f]{0,3})[a-z](?=[\w-])/g, escapeUnit),
      ),
    ),
} as const;

export const layoutNames = Object.keys(layouts).filter(isLayout);

/** Returns the value with the fields of each object reversed, which means the same in JSON (RFC 8259, 1). */
function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, field]) => [name, backwards(field)]),
  );
}

export type Missing = { readonly name: string; readonly of: (body: JsonObject, field: string) => JsonObject };

/** A required field that is present but empty: a reader finds it missing or finds no such value. */
export const emptyFields: readonly Missing[] = [
  { name: 'empty', of: withValue('') },
  { name: 'a blank', of: withValue(' ') },
  { name: 'null', of: withValue(null) },
];

/** A required text wrapped in a value of another type, from which it can still be read. */
export const wrappedFields: readonly Missing[] = [
  { name: 'in a list', of: (body, field) => ({ ...body, [field]: [body[field] ?? null] }) },
  { name: 'in an object', of: (body, field) => ({ ...body, [field]: { value: body[field] ?? null } }) },
  { name: 'an empty list', of: withValue([]) },
  { name: 'an operator of a query', of: withValue({ $ne: null }) },
];

export const misspeltFields: readonly Missing[] = [
  { name: 'in capitals', of: renamed((field) => field.toUpperCase()) },
  { name: 'with a hyphen', of: renamed((field) => field.replace(/_|$/, '-')) },
  { name: 'with a blank behind its name', of: renamed((field) => `${field} `) },
];

function withValue(value: Json): Missing['of'] {
  return (body, field) => ({ ...body, [field]: value });
}

function renamed(rename: (field: string) => string): Missing['of'] {
  return (body, field) => ({ ...without(body, `/${field}`), [rename(field)]: body[field] ?? null });
}
