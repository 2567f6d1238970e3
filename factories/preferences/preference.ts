import type { Json, JsonObject } from '../json.ts';
import { getKind, joinPath, type Schema } from './fields.ts';
import goods from './goods.json' with { type: 'json' };
import { type Industry, industrySchema } from './industry.ts';
import { drawScene, type Goods, type SampleOptions, type Scene } from './scene.ts';

type Word = (scene: Scene, index: number) => Json | undefined;

/** Maps the end of a field's path to a realistic value that no scene has. Hosts are the reserved ones of RFC 2606. */
const words: Readonly<Record<string, Word>> = {
  'items.id': ({ faker }) => `SKU-${faker.string.numeric(6)}`,
  'items.title': ({ faker, goods }) => faker.helpers.arrayElement(goods.titles),
  'items.type': ({ faker }) => faker.helpers.arrayElement(['camisa', 'pantalón', 'campera', 'zapatilla']),
  quantity: ({ faker }) => faker.number.int({ min: 1, max: 4 }),
  unit_price: ({ faker }) => faker.number.int({ min: 10, max: 4999 }) + faker.number.int({ min: 1, max: 99 }) / 100,
  description: ({ faker, goods }) => `${faker.helpers.arrayElement(goods.titles)}, nuevo`,
  picture_url: ({ faker }) => `https://images.example.com/${faker.string.numeric(6)}.png`,
  company: ({ values }) => `Transportes ${values.last_name}`,
  email: ({ faker }) => `buyer.${faker.string.numeric(8)}@example.com`,
  date_created: ({ values }) => values.registration_date,
  // Numbers reserved for films, and too short to be dialled.
  'phone.number': ({ faker }) => 555_0100 + faker.number.int({ min: 0, max: 99 }),
  street_name: ({ faker }) => faker.location.street(),
  street_number: ({ faker }) => faker.number.int({ min: 1, max: 4999 }),
  floor: ({ faker }) => String(faker.number.int({ min: 1, max: 20 })),
  apartment: ({ faker }) => faker.helpers.arrayElement(['A', 'B', 'C', 'D']),
  'excluded_payment_methods.id': (_, index) => ['amex', 'naranja', 'diners'][index % 3] ?? 'amex',
  'excluded_payment_types.id': (_, index) => ['ticket', 'atm', 'prepaid_card'][index % 3] ?? 'ticket',
  default_payment_method_id: ({ faker }) => faker.helpers.arrayElement(['visa', 'master']),
  default_installments: ({ faker }) => faker.helpers.arrayElement([1, 3, 6]),
  external_reference: ({ faker }) => `order-${faker.string.numeric(10)}`,
};

/** Returns the word for a path: the longest match with the end of the path. */
function wordFor(path: string): Word | undefined {
  const word = Object.hasOwn(words, path) ? words[path] : undefined;
  const dot = path.indexOf('.');
  return word ?? (dot < 0 ? undefined : wordFor(path.slice(dot + 1)));
}

const catalogue: Readonly<Record<Industry, Goods>> = goods;

export type Preference = JsonObject;

export interface PreferenceOptions extends Omit<SampleOptions, 'goods'> {
  /** Used as external_reference, to find what a test created. */
  readonly tag?: string;
}

/** Returns a preference with every field of its row and the first value of an enum: the same options, the same bytes. */
export function preference(industry: Industry, { tag, ...options }: PreferenceOptions = {}): Preference {
  const body = drawnObject(industrySchema(industry), drawScene({ ...options, goods: catalogue[industry] }), '', 0);
  return tag === undefined ? body : { ...body, external_reference: tag };
}

/** A value of each kind, for a field without a specific word. */
const plain: Readonly<Record<string, (scene: Scene, path: string) => Json | undefined>> = {
  boolean: () => true,
  integer: ({ faker }) => faker.number.int({ min: 1, max: 99 }),
  number: ({ faker }) => faker.number.int({ min: 101, max: 9999 }) / 100,
  string: ({ faker }) => faker.string.alphanumeric(12),
  'date-time': ({ values }) => values.registration_date,
  email: ({ faker }) => `user.${faker.string.numeric(8)}@example.com`,
  uri: ({ faker }, path) => `https://shop.example/${path.split('.').join('/')}/${faker.string.numeric(6)}`,
};

function drawnObject(schema: Schema, scene: Scene, path: string, index: number): JsonObject {
  const fields = Object.entries(schema.properties ?? {});
  return Object.fromEntries(fields.map(([name, field]) => [name, draw(field, scene, joinPath(path, name), index)]));
}

function draw(schema: Schema, scene: Scene, path: string, index: number): Json {
  if (schema.enum) return schema.enum[0] ?? null;
  const kind = getKind(schema);
  if (kind === 'object') return drawnObject(schema, scene, path, index);
  if (kind === 'array')
    return Array.from({ length: scene.elements }, (_, at) => draw(schema.items ?? {}, scene, path, at));
  const fixed = scene.values[path.slice(path.lastIndexOf('.') + 1)];
  const value = wordFor(path)?.(scene, index) ?? fixed ?? plain[kind]?.(scene, path);
  if (value === undefined)
    throw new Error(`No sample of kind ${kind} for ${path}. Add it in factories/preferences/preference.ts.`);
  return value;
}
