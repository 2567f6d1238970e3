import type { Variation } from '../variations.ts';

const markWide = (_: string, value: Json): Json => (typeof value === 'bigint' ? `wide:${value}` : value);
const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

export type Json = null | boolean | number | bigint | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** The text of a body, decoded as far as possible, and its value if it is JSON. */
export type Reading = { text: string; value: Json | undefined; isMarked?: boolean };

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const stringOrBracket = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

/** Reads a body after a byte order mark; `value` is undefined if the bytes are not JSON in UTF-8. */
export function readJson(bytes: Uint8Array): Reading {
  try {
    const marked = strictUtf8.decode(bytes);
    const text = marked.replace(/^\uFEFF/, '');
    return { text, value: parsed(text), isMarked: marked !== text };
  } catch {
    return { text: new TextDecoder().decode(bytes), value: undefined };
  }
}

/** Returns the value of a JSON text; undefined if it is invalid. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns true for a JSON object, false for arrays, null and scalars. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns one own field of an object, whatever its name (including `__proto__` and `constructor`). */
export function field(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns true if an object of a valid JSON text names a field twice, which JSON.parse accepts. */
export function repeatsAField(text: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(stringOrBracket)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined && isSecond(open.at(-1), token.slice(0, -colon.length))) return true;
  }
  return false;
}

function isSecond(names: Set<string> | undefined, quoted: string): boolean {
  const name: string = JSON.parse(quoted);
  if (names?.has(name)) return true;
  names?.add(name);
  return false;
}

/** Returns the text of a JSON object in the layout of the variation. */
export function jsonText(value: JsonObject, choices: Variation): string {
  return layouts[choices.jsonText](value).replaceAll(wideNumber, '$1');
}

/** Matches 64-bit numbers, which JSON.stringify cannot write: they are marked, and the quotes removed. */
const wideNumber = /"wide:(\d+)"/g;

const layouts = {
  compact: (value: JsonObject) => JSON.stringify(value, markWide),
  indented: (value: JsonObject) => `${JSON.stringify(value, markWide, 2)}\n`,
  'between blanks': (value: JsonObject) => `\r\n\t ${JSON.stringify(value, markWide)} \n\t\r\n`,
  'ASCII only': (value: JsonObject) => JSON.stringify(value, markWide).replaceAll(/[\u0080-\uffff]/g, escapeUnit),
  'members sorted': (value: JsonObject) => JSON.stringify(Object.fromEntries(Object.entries(value).sort()), markWide),
  'slashes escaped': (value: JsonObject) => JSON.stringify(value, markWide).replaceAll('/', '\\/'),
  'numbers with a fraction': (value: JsonObject) =>
    JSON.stringify(value, markWide).replaceAll(/(?<=":)\d+(?=[,}])/g, '$&.0'),
};
