import general from '#schemas/checkout-preferences/request.json' with { type: 'json' };
import table from '#schemas/industries.json' with { type: 'json' };
import { edit, type Json, type JsonObject, read, without } from '../json.ts';
import known from './contradictions.json' with { type: 'json' };
import { type Field, fields, joinPath, type Schema } from './fields.ts';

/** Returns true if a word is the slug of an industry. */
export const isIndustry = (word: string): word is Industry => Object.hasOwn(table, word);
const getPaths = (schema: Schema): string[] => fields(schema).map(({ path }) => path);

export type Industry = keyof typeof table;

type Row = Readonly<Record<'item_adds' | 'payer_leaves_out' | 'shipments', readonly string[]>>;

export const industryRows: Readonly<Record<Industry, Row & { readonly name: string }>> = table;

export const industries: readonly Industry[] = Object.keys(table).filter(isIndustry);

/** A field that appears only in examples of 2.7: a payload that must be accepted omits it. */
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
export const industrySchema = (industry: Industry): Schema => schemas.get(industry) ?? general;

/** Returns the industries that have a field, in the order of the reference. */
export function industriesWith(path: string): Industry[] {
  return industries.filter((industry) => paths.get(industry)?.has(path));
}

function narrowedTo(industry: Industry): Schema {
  const foreign = new Set([...addedBySome, inExamplesOnly, ...leftOut(industry)]);
  for (const path of added(industry)) foreign.delete(path);
  return narrow(general, '', (path) => !foreign.has(path));
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
function narrow(schema: Schema, path: string, keeps: (path: string) => boolean): Schema {
  if (schema.items) return { ...schema, items: narrow(schema.items, path, keeps) };
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties)
    .filter(([name]) => keeps(joinPath(path, name)))
    .map(([name, field]): [string, Schema] => [name, narrow(field, joinPath(path, name), keeps)])
    .filter(([, { properties }]) => !properties || Object.keys(properties).length > 0);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** A place where 2.7 contradicts itself, and a spelling of it that the valid preferences do not have. */
export interface Contradiction {
  readonly name: string;
  readonly sentence: string;
  readonly industries: readonly Industry[];
  readonly moves: readonly Move[];
  readonly apply: (body: JsonObject) => JsonObject;
}

/** Moves a value from its place in the tables; `*` is every item. */
type Move = Readonly<Record<'from' | 'to', string>>;

/** Fields with an ambiguous place in 2.7: a provider may accept them in only one. */
export const otherPlaces: readonly Contradiction[] = known.otherPlaces.map(moving);

/** The reference's own contradictions, each with the spelling that its tables do not use. */
export const contradictions: readonly Contradiction[] = [
  ...known.otherSpellings.map(moving),
  ...otherPlaces,
  {
    name: 'street_name in receiver_address',
    sentence: 'The table lists no street_name in receiver_address; it also occurs in examples.',
    industries: industriesWith('shipments.receiver_address'),
    moves: [],
    apply: (body) => edit(body, '/shipments/receiver_address/street_name', () => 'Avenida de los Incas'),
  },
];

function moving({ name, sentence, moves }: Pick<Contradiction, 'name' | 'sentence' | 'moves'>): Contradiction {
  const paths = moves.map(({ from }) => from.slice(1).replace('*/', '').replaceAll('/', '.'));
  return {
    name,
    sentence,
    industries: industries.filter((industry) => paths.every((path) => industriesWith(path).includes(industry))),
    moves,
    apply: (body) => moves.reduce(move, body),
  };
}

function move(body: JsonObject, { from, to }: Move): JsonObject {
  const items = Array.isArray(body.items) && from.includes('*') ? [...body.items.keys()] : [0];
  return items.reduce((result, index) => {
    const source = from.replace('*', String(index));
    const destination = to.replace('*', String(index));
    const value = read(result, source);
    return value === undefined ? result : edit(without(result, source), destination, () => value);
  }, body);
}

type Place = Field & { readonly value: Json };

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
  const owners = industriesWith(path);
  const candidates = owners.length > 0 ? owners : industries;
  return candidates[(order.get(path) ?? 0) % candidates.length];
}

/** Sorts rows by the place of their field in the schema; the whole body comes last. */
export function byField<T extends { readonly path: string }>(tried: readonly T[]): T[] {
  const rank = ({ path }: T) => order.get(path) ?? order.size;
  return tried.toSorted((one, other) => rank(one) - rank(other));
}
