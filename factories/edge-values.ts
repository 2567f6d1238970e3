import { edit, type Json, type JsonObject } from './json.ts';
import { type Field, fields, getKind, getTypes, type Schema } from './preferences/fields.ts';

/** A body with edge-case values, and a name that lists them. */
type EdgeBody = { readonly name: string; readonly body: JsonObject };

const texts = [
  ...[' ', '  a  b  ', '"', "'", 'a\r\nb', 'a\nb', '\r', '\\', '0', 'false', 'null', '-1', '1e3', '<b>& é🛒', ''],
  '\ud83d', // half of a character, which JSON can write
];

/** Edge cases that the type of a field allows, by its kind. */
const edges: Readonly<Record<string, readonly Json[]>> = {
  string: texts,
  uri: ['https://tienda.example/ñ/🛒', '', 'https://xn--.example', '/a', 'mailto:a@shop.example', 'https://[::1]:0/%'],
  number: [0, -1, 0.001, -0.125, 1e21, 1e-7],
  integer: [0, -1, 2_147_483_648, 1e21],
  object: [{}],
};

/** Returns bodies with an edge case in every field of a kind; each field gets each of its values once. */
export function edgeBodies(schema: Schema, base: JsonObject): EdgeBody[] {
  const single = fields(schema).filter(({ schema: at }) => getKind(at) in edges && !at.properties);
  const full = texts.map((_, row) => single.reduce((body, field, place) => withEdge(body, field, row + place), base));
  const objects = fields(schema).filter(({ schema: at }) => at.properties);
  const empty = objects.map((field) => withEdge(base, field, 0));
  return [...full, ...empty].map((body, row) => ({ name: `edge values ${row + 1}`, body }));
}

function withEdge(body: JsonObject, { pointer, schema }: Field, turn: number): JsonObject {
  const values = edges[getKind(schema)] ?? [];
  return edit(body, pointer, (value) => (value === undefined ? undefined : values[turn % values.length]));
}

const falsy: readonly (readonly [type: string, value: Json])[] = [
  ['boolean', false],
  ['integer', 0],
  ['string', ''],
  ['array', []],
];

/** Returns bodies in which one field has a false, zero or empty value of another type. */
export function falsyBodies(schema: Schema, base: JsonObject): (EdgeBody & { readonly field: string })[] {
  return fields(schema).flatMap(({ path, pointer, schema: at }) => {
    const types = getTypes(at).map((type) => (type === 'number' ? 'integer' : type));
    const wrong = falsy.filter(([type]) => !types.includes(type));
    return wrong.map(([type, value]) => ({
      field: path,
      name: `${path} as ${type} ${JSON.stringify(value)}`,
      body: edit(base, pointer, () => value),
    }));
  });
}
