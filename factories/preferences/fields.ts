import { toPointer } from '#api/values/json';
import type { Json } from '../json.ts';

export interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly format?: string;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
}

/** One place of a schema: `path` names it without array indexes, `pointer` finds it in a payload. */
export type Field = { readonly path: string; readonly pointer: string; readonly schema: Schema };

/** Returns every place below a schema in order: containers before their fields, and the first element of an array. */
export function fields(schema: Schema, path = '', pointer = ''): Field[] {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    path: joinPath(path, name),
    pointer: pointer + toPointer([name]),
    schema: property,
  }));
  return properties.flatMap((field) => [field, ...elements(field), ...fields(field.schema, field.path, field.pointer)]);
}

/** Returns the types that a schema names; empty if it names none. */
export function getTypes(schema: Schema): readonly string[] {
  if (schema.type === undefined) return [];
  return typeof schema.type === 'string' ? [schema.type] : schema.type;
}

/** Returns the kind of a schema in one word: enum, pattern, its format, or its first type. */
export function getKind(schema: Schema): string {
  if (schema.enum) return 'enum';
  if (schema.pattern !== undefined) return 'pattern';
  return schema.format ?? getTypes(schema)[0] ?? 'anything';
}

/** Returns the path of a field: the names of its parents, then its own. */
export const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function elements({ path, pointer, schema }: Field): Field[] {
  if (!schema.items) return [];
  const element = { path: `${path}[0]`, pointer: `${pointer}/0`, schema: schema.items };
  return [element, ...fields(schema.items, path, element.pointer)];
}
