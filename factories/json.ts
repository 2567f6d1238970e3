import { fromPointer } from '#api/values/json';

export type Json = null | boolean | number | string | Json[] | JsonObject;

export type JsonObject = { [field: string]: Json };

type Change = (value: Json | undefined) => Json | undefined;

/** Returns true if a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value at a JSON pointer; undefined if there is none. */
export function read(value: Json, pointer: string): Json | undefined {
  return fromPointer(pointer).reduce<Json | undefined>(getField, value);
}

/** Returns a copy with the value at a pointer changed; undefined removes it, and missing parents become objects. */
export function edit(body: JsonObject, pointer: string, change: Change): JsonObject {
  const [key, ...rest] = fromPointer(pointer);
  return key === undefined ? body : withField(body, key, changeAt(body[key], rest, change));
}

/** Returns a copy with a value set at a pointer; an empty pointer replaces the whole value. */
export function put(body: JsonObject, pointer: string, value: Json): Json {
  return pointer === '' ? value : edit(body, pointer, () => value);
}

/** Returns a copy without the value at a pointer. */
export const without = (body: JsonObject, pointer: string): JsonObject => edit(body, pointer, () => undefined);

/** Returns a copy in which each text, at any depth, is changed by the name of its field. */
export function mapTexts(body: JsonObject, change: (name: string, text: string) => string): JsonObject {
  const walked = (name: string, value: Json): Json => {
    if (typeof value === 'string') return change(name, value);
    if (Array.isArray(value)) return value.map((element) => walked(name, element));
    return isObject(value) ? mapTexts(value, change) : value;
  };
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, walked(name, value)]));
}

function changeAt(value: Json | undefined, keys: readonly string[], change: Change): Json | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return change(value);
  if (!Array.isArray(value))
    return withField(isObject(value) ? value : {}, key, changeAt(getField(value, key), rest, change));
  return value.map((element, index) => (String(index) === key ? (changeAt(element, rest, change) ?? null) : element));
}

function withField(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [key]: value };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function getField(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
