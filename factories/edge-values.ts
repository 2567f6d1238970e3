import values from './edge-values.json' with { type: 'json' };
import { edit, type Json, type JsonObject } from './json.ts';
import { type Field, fields, getKind, getTypes, type Schema } from './preferences/fields.ts';
import type { Tries } from './preferences/industry.ts';

type EdgeBody = { readonly name: string; readonly body: JsonObject };

/** Edge cases that the type of a field allows, by its kind; the last text is half of a character, which JSON can write. */
const edges: Readonly<Record<string, readonly Json[]>> = values.edges;

/** Returns bodies with an edge case in every field of a kind, each field with each of its values once, or only some of them. */
export function edgeBodies(schema: Schema, base: JsonObject, takes = (_row: number) => true): EdgeBody[] {
  const single = fields(schema).filter(({ schema: at }) => getKind(at) in edges && !at.properties);
  const fill = (row: number) => single.reduce((body, field, place) => withEdge(body, field, row + place), base);
  const full = values.edges.string.map((_, row) => () => fill(row));
  const objects = fields(schema).filter(({ schema: at }) => at.properties);
  const empty = objects.map((field) => () => withEdge(base, field, 0));
  return [...full, ...empty].flatMap((make, row) =>
    takes(row) ? { name: `edge values ${row + 1}`, body: make() } : [],
  );
}

function withEdge(body: JsonObject, { pointer, schema }: Field, turn: number): JsonObject {
  const values = edges[getKind(schema)] ?? [];
  return edit(body, pointer, (value) => (value === undefined ? undefined : values[turn % values.length]));
}

/** Returns bodies in which one field, of those to try, has a false, zero or empty value of another type. */
export function falsyBodies(schema: Schema, base: JsonObject, tries: Tries = () => true): EdgeBody[] {
  return fields(schema).flatMap(({ path, pointer, schema: at }) => {
    if (!tries(path)) return [];
    const types = getTypes(at).map((type) => (type === 'number' ? 'integer' : type));
    const wrong = values.falsy.filter(({ type }) => !types.includes(type));
    return wrong.map(({ type, value }) => ({
      name: `${path} as ${type} ${JSON.stringify(value)}`,
      body: edit(base, pointer, () => value),
    }));
  });
}
