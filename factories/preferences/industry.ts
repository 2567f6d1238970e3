import general from '#schemas/checkout-preferences/request.json' with { type: 'json' };
import table from '#schemas/industries.json' with { type: 'json' };
import { type Json, type JsonObject, read } from '../json.ts';
import { type Field, fields, joined, type Schema } from './fields.ts';

/** Returns true if a word is the slug of an industry. */
export const isIndustry = (word: string): word is Industry => Object.hasOwn(table, word);
const getPaths = (schema: Schema): string[] => fields(schema).map(({ path }) => path);

/** The slug of one of the industries of 2.7. */
export type Industry = keyof typeof table;

type Row = Readonly<Record<'item_adds' | 'payer_leaves_out' | 'shipments', readonly string[]>>;

/** The rows of schemas/industries.json by slug. */
export const industryRows: Readonly<Record<Industry, Row & { readonly name: string }>> = table;

/** Every slug, in the order of the reference. */
export const industries: readonly Industry[] = Object.keys(table).filter(isIndustry);

/** A field that appears only in examples of 2.7: a payload that must be accepted omits it. See contradictions.ts. */
const inExamplesOnly = 'shipments.receiver_address.street_name';

const addedBySome = new Set(industries.flatMap(added));
const leftOutBySome = new Set(industries.flatMap(leftOut));
const schemas = new Map(industries.map((industry) => [industry, narrowedTo(industry)]));
const paths = new Map([...schemas].map(([industry, schema]) => [industry, new Set(getPaths(schema))]));

/** The paths that only some industries have, in the order of the schema. */
export const particularPaths: readonly string[] = getPaths(general).filter(
  (path) => addedBySome.has(path) || leftOutBySome.has(path),
);

/** Returns the schema of one industry's preference: the general one without the fields of other industries. */
export function industrySchema(industry: Industry): Schema {
  return schemas.get(industry) ?? general;
}

/** Returns the industries that have a field, in the order of the reference. */
export function industriesWith(path: string): Industry[] {
  return industries.filter((industry) => paths.get(industry)?.has(path));
}

function narrowedTo(industry: Industry): Schema {
  const foreign = new Set([...addedBySome, inExamplesOnly, ...leftOut(industry)]);
  for (const path of added(industry)) foreign.delete(path);
  return narrowed(general, '', (path) => !foreign.has(path));
}

function added(industry: Industry): string[] {
  const { item_adds, shipments } = industryRows[industry];
  const mode = shipments.length > 0 ? ['mode'] : [];
  return [...item_adds.map((path) => `items.${path}`), ...[...mode, ...shipments].map((path) => `shipments.${path}`)];
}

function leftOut(industry: Industry): string[] {
  return industryRows[industry].payer_leaves_out.map((path) => `payer.${path}`);
}

/** Returns the schema with the selected fields, without objects that become empty. */
function narrowed(schema: Schema, path: string, keeps: (path: string) => boolean): Schema {
  if (schema.items) return { ...schema, items: narrowed(schema.items, path, keeps) };
  if (!schema.properties) return schema;
  const members = Object.entries(schema.properties)
    .filter(([name]) => keeps(joined(path, name)))
    .map(([name, member]): [string, Schema] => [name, narrowed(member, joined(path, name), keeps)])
    .filter(([, { properties }]) => !properties || Object.keys(properties).length > 0);
  return { ...schema, properties: Object.fromEntries(members) };
}

/** A field of a schema with its value in a payload. */
type Place = Field & { readonly value: Json };

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
  const isContainer = ({ schema }: Field) => Number(Boolean(schema.properties ?? schema.items));
  return all.toSorted((one, other) => isContainer(one) - isContainer(other));
}

const order = new Map(inTryingOrder(fields(general)).map(({ path }, index) => [path, index]));

/** Returns the industry in which a field is tried when one is enough. Industries with the field take turns. */
export function getRepresentative(path: string): Industry | undefined {
  const having = industriesWith(path);
  const candidates = having.length > 0 ? having : industries;
  return candidates[(order.get(path) ?? 0) % candidates.length];
}

/** Sorts rows by the place of their field in the schema; the whole body comes last. */
export function byField<T extends { readonly path: string }>(tried: readonly T[]): T[] {
  const rank = ({ path }: T) => order.get(path) ?? order.size;
  return tried.toSorted((one, other) => rank(one) - rank(other));
}
