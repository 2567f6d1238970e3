import general from '#schemas/checkout-preferences/request.json' with { type: 'json' };
import { type Json, type JsonObject, read } from '../json.ts';
import { type Field, fields, type Schema } from './fields.ts';
import { type Industry, industries, industriesWith } from './industry.ts';

/** A field of a schema with its value in a payload. */
interface Place extends Field {
  readonly value: Json;
}

/** Selects the paths to try. */
export type Tries = (path: string) => boolean;

/** Returns the fields of a payload to try, in order; the whole body comes last, under the path `body`. */
export function places(schema: Schema, body: JsonObject, tries: Tries = () => true): Place[] {
  const all = [...inTryingOrder(fields(schema)), { path: 'body', pointer: '', schema }];
  return all
    .filter(({ path }) => tries(path))
    .flatMap((field) => {
      const value = read(body, field.pointer);
      return value === undefined ? [] : [{ ...field, value }];
    });
}

/** Sorts single values before containers: a way that is tried once is tried on a single value. */
function inTryingOrder(all: readonly Field[]): Field[] {
  return [...all.filter(isSingle), ...all.filter((field) => !isSingle(field))];
}

const isSingle = ({ schema }: Field): boolean => !schema.properties && !schema.items;

const order = new Map(inTryingOrder(fields(general)).map(({ path }, index) => [path, index]));

/** Returns the industry in which a field is tried when one is enough. Industries with the field take turns. */
export function representativeOf(path: string): Industry | undefined {
  const having = industriesWith(path);
  const candidates = having.length > 0 ? having : industries;
  return candidates[(order.get(path) ?? 0) % candidates.length];
}

/** Sorts rows by the place of their field in the schema; the whole body comes last. */
export function byField<T extends { readonly path: string }>(tried: readonly T[]): T[] {
  const rank = ({ path }: T) => order.get(path) ?? order.size;
  return tried.toSorted((one, other) => rank(one) - rank(other));
}
