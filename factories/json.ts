/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. */
export type JsonObject = { [member: string]: Json };

type Change = (value: Json | undefined) => Json | undefined;

/** Returns true if a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a JSON pointer; undefined where there is none. */
export function read(value: Json, pointer: string): Json | undefined {
  return keysOf(pointer).reduce<Json | undefined>(memberOf, value);
}

/** A copy with the value at a pointer changed; undefined takes it away, and missing parents become objects. */
export function edit(body: JsonObject, pointer: string, change: Change): JsonObject {
  const [key, ...rest] = keysOf(pointer);
  return key === undefined ? body : withMember(body, key, changed(body[key], rest, change));
}

/** A copy with a value put at a pointer, the whole of it where the pointer is empty. */
export function put(body: JsonObject, pointer: string, value: Json): Json {
  return pointer === '' ? value : edit(body, pointer, () => value);
}

/** A copy without what stands at a pointer. */
export const without = (body: JsonObject, pointer: string): JsonObject => edit(body, pointer, () => undefined);

/** A copy with each text, however deep, changed by the name of the field that it is. */
export function mapTexts(body: JsonObject, change: (name: string, text: string) => string): JsonObject {
  const walked = (name: string, value: Json): Json => {
    if (typeof value === 'string') return change(name, value);
    if (Array.isArray(value)) return value.map((element) => walked(name, element));
    return isObject(value) ? mapTexts(value, change) : value;
  };
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, walked(name, value)]));
}

function changed(value: Json | undefined, keys: readonly string[], change: Change): Json | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return change(value);
  if (!Array.isArray(value)) {
    return withMember(isObject(value) ? value : {}, key, changed(memberOf(value, key), rest, change));
  }
  return value.map((element, index) => (String(index) === key ? (changed(element, rest, change) ?? null) : element));
}

function withMember(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [key]: value };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function keysOf(pointer: string): string[] {
  const keys = pointer.split('/').slice(1);
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
