import type { Json, JsonObject } from './json.ts';
import { joined, kindOf, type Schema } from './preferences/fields.ts';
import { drawScene, type SampleOptions, type Scene } from './preferences/scene.ts';
import { wordFor } from './words.ts';

/** A value of each kind, for a field that has no word of its own. */
const plain: Readonly<Record<string, (scene: Scene, path: string) => Json>> = {
  boolean: () => true,
  integer: ({ faker }) => faker.number.int({ min: 1, max: 99 }),
  number: ({ faker }) => faker.number.int({ min: 101, max: 9999 }) / 100,
  string: ({ faker }) => faker.string.alphanumeric(12),
  'date-time': ({ times }) => times.registered,
  'iso-8601': ({ times }) => times.registered,
  date: ({ times }) => times.registered.slice(0, 10),
  email: ({ faker }) => `user.${faker.string.numeric(8)}@example.com`,
  uri: ({ faker }, path) => `https://shop.example/${path.split('.').join('/')}/${faker.string.numeric(6)}`,
};

/**
 * A valid payload of an object schema: every field, with values that make sense together. An enum gives its first
 * value. The same options give the same bytes.
 */
export function sample(schema: Schema, options: SampleOptions = {}): JsonObject {
  return drawnObject(schema, drawScene(options), '', 0);
}

function drawnObject(schema: Schema, scene: Scene, path: string, index: number): JsonObject {
  const members = Object.entries(schema.properties ?? {});
  return Object.fromEntries(members.map(([name, member]) => [name, drawn(member, scene, joined(path, name), index)]));
}

function drawn(schema: Schema, scene: Scene, path: string, index: number): Json {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0] ?? null;
  const kind = kindOf(schema);
  if (kind === 'object') return drawnObject(schema, scene, path, index);
  if (kind === 'array') return drawnArray(schema.items ?? {}, scene, path);
  const value = wordFor(path)?.(scene, index) ?? plain[kind]?.(scene, path);
  if (value === undefined) throw new Error(`No sample of kind ${kind} for ${path}: add it to factories/sample.ts.`);
  return value;
}

function drawnArray(schema: Schema, scene: Scene, path: string): Json[] {
  return Array.from({ length: scene.elements }, (_, index) => drawn(schema, scene, path, index));
}
