import { type Json, type JsonObject, read } from '../json.ts';
import { type Field, fields, type Schema } from './fields.ts';

/** A field of a schema with the value that a payload has there. */
export interface Place extends Field {
  readonly value: Json;
}

/** Says of a path whether it is to be tried. */
export type Tries = (path: string) => boolean;

/** The fields to be tried that a payload has, in trying order; the whole body comes last, under the path body. */
export function places(schema: Schema, body: JsonObject, tries: Tries = () => true): Place[] {
  const all = [...inTryingOrder(fields(schema)), { path: 'body', pointer: '', schema }];
  return all
    .filter(({ path }) => tries(path))
    .flatMap((field) => {
      const value = read(body, field.pointer);
      return value === undefined ? [] : [{ ...field, value }];
    });
}

/** Single values first, then what holds others: where a way is tried once, it is tried on a single value. */
export function inTryingOrder(all: readonly Field[]): Field[] {
  return [...all.filter(isSingle), ...all.filter((field) => !isSingle(field))];
}

function isSingle({ schema }: Field): boolean {
  return !schema.properties && !schema.items;
}
