import { isObject } from './http/json-text.ts';

/** A kind of field: a name of one below, the only texts allowed, an array of a kind, or an object of fields. */
type Kind = keyof typeof kinds | readonly string[] | { eachOf: Kind } | { fields: Fields };

/** The fields of an object; none of them is required, and no other one is allowed. */
export type Fields = { readonly [name: string]: Kind };

const isText = (value: unknown): value is string => typeof value === 'string';

const kinds = {
  text: isText,
  url: (value: unknown) => isText(value) && URL.canParse(value),
  date: (value: unknown) => isText(value) && !Number.isNaN(Date.parse(value)),
  integer: (value: unknown) => Number.isInteger(value),
  number: (value: unknown) => typeof value === 'number',
  truth: (value: unknown) => typeof value === 'boolean',
  'text or null': (value: unknown) => value === null || isText(value),
  'integer or null': (value: unknown) => value === null || Number.isInteger(value),
};

/** Says whether a value is an object of these fields only, each of its kind. */
export function isOf(fields: Fields, value: unknown): boolean {
  return isObject(value) && Object.entries(value).every(([name, member]) => isField(fields, name, member));
}

function isField(fields: Fields, name: string, member: unknown): boolean {
  const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return kind !== undefined && isKind(kind, member);
}

function isKind(kind: Kind, value: unknown): boolean {
  if (typeof kind === 'string') return kinds[kind](value);
  if ('eachOf' in kind) return Array.isArray(value) && value.every((one) => isKind(kind.eachOf, one));
  if ('fields' in kind) return isOf(kind.fields, value);
  return isText(value) && kind.includes(value);
}
