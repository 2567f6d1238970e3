import { drawn } from '../drawn.ts';
import { edit, type Json } from '../json.ts';
import { type Field, fields, getTypes, type Schema } from './fields.ts';
import { type Industry, industries, industrySchema } from './industry.ts';
import { humanText, type Preference, preference } from './preference.ts';
import { type Seed, shifted } from './scene.ts';

/** Returns two or three elements for each list, alternating by industry. */
const several = (industry: Industry): number => 2 + (industries.indexOf(industry) % 2);

/** A preference that the reference allows, with the description of its special value. */
export type ValidPreference = { readonly industry: Industry; readonly name: string; readonly body: Preference };

/** One value or shape that the text allows: the fields that it applies to, and the change of their value. */
interface Special {
  readonly name: string;
  readonly fits: (field: Field) => boolean;
  readonly becomes: (value: Json, index: number) => Json;
}

const alphabets = ['Ñandú y Łódź', '東京の靴', 'Крем для лица', 'Ταξίδι στη Χίο', 'قميص أزرق', 'café – e\u0301té'];

const isHumanText = ({ path }: Field): boolean => humanText.has(path.slice(path.lastIndexOf('.') + 1));

const specials: readonly Special[] = [
  { name: 'every boolean the other way round', fits: ofType('boolean'), becomes: (value) => !value },
  { name: 'null where null is allowed', fits: ofType('null'), becomes: () => null },
  { name: 'an empty payer.date_created', fits: ({ path }) => path === 'payer.date_created', becomes: () => '' },
  { name: 'no exclusions', fits: ({ path }) => /\.excluded_\w+$/.test(path), becomes: () => [] },
  { name: 'whole prices', fits: ofType('number'), becomes: (value) => Math.trunc(Number(value)) },
  { name: 'text outside ASCII', fits: isHumanText, becomes: (_, index) => alphabets[index % alphabets.length] ?? '' },
  ...['+00:00', '+05:30'].map((offset) => ({
    name: `times at ${offset}`,
    fits: ({ schema }: Field) => schema.format === 'date-time',
    becomes: (time: Json) => shifted(String(time), offset),
  })),
];

/**
 * Returns the preferences of an industry that must be accepted: the full one first, then one for each value and shape
 * that the text allows. Each has every field of the row, so none depends on an optional field.
 */
export function validPreferences(industry: Industry, seed: Seed): ValidPreference[] {
  const full = preference(industry, { seed });
  const own = fields(industrySchema(industry));
  return [
    { industry, name: 'full', body: full },
    { industry, name: 'several items', body: preference(industry, { seed, elements: several(industry) }) },
    ...choices(own).map((special) => ({ industry, name: special.name, body: made(special, full, own) })),
    ...specials.map((special) => ({ industry, name: special.name, body: made(special, full, own) })),
  ];
}

/** Returns each value of each enum; the full preference already has the first one. */
function choices(own: readonly Field[]): Special[] {
  return own.flatMap((field) =>
    (field.schema.enum ?? []).slice(1).map((choice) => ({
      name: `${field.path} ${choice}`,
      fits: ({ path }: Field) => path === field.path,
      becomes: () => choice,
    })),
  );
}

function made({ fits, becomes }: Special, full: Preference, own: readonly Field[]): Preference {
  return own
    .filter(fits)
    .reduce(
      (body, { pointer }, index) =>
        edit(body, pointer, (value) => (value === undefined ? undefined : becomes(value, index))),
      full,
    );
}

function ofType(type: string): Special['fits'] {
  return ({ schema }) => getTypes(schema).includes(type);
}

/** The columns of the calendar: registration, purchase, departure, arrival, and a future date for other fields. */
const dateFields = ['registration_date', 'last_purchase', 'departure_date_time', 'arrival_date_time'];

/** Consistent dates of one payload in each row: leap days, ends of months and years, and midnights. */
const calendar = [
  ['1996-02-29T08:15', '2024-02-29T00:00', '2036-02-28T23:30', '2036-02-29T01:45', '2036-02-29T12:30'],
  ['2021-01-31T00:00', '2024-10-31T23:59:59.999', '2035-07-31T00:00', '2035-07-31T02:00', '2035-08-31T00:00'],
  ['2022-12-31T23:59:59', '2023-12-31T12:00', '2035-12-31T23:30', '2036-01-01T02:30', '2035-12-31T23:59:59'],
  ['2023-01-01T00:00', '2024-01-01T00:00:00.001', '2036-01-01T00:00', '2036-01-01T00:45', '2036-01-01T00:00'],
];

const texts = [
  ...["O'Higgins", 'Y', 'Muñoz-Pérez', 'Jose\u0301 & Ana', '𠮷野 25 de Mayo', 'D’Angelo (h.)'],
  ...['"La 14" 10 %', 'محمد עמית', '8½" <Ñ> \\ 5 €; 🎽 -- {{x}}'],
];
const backUrls = ['https://shop.example/?state=ok#paid', 'https://shop.example', 'http://shop.example:8080/a'] as const;
const hooks = ['http://203.0.113.7/hook#a', 'https://shop.example:8443/hook?a=1&b=%20'] as const;

/** Rare values that the type of a field allows (2.7), by the name of the field. */
const values: Readonly<Record<string, readonly [Json, ...Json[]]>> = {
  description: ['Nuevo.\nCon caja, «único».', ...texts],
  email: ['buyer+tag@example.com', "o'brien@example.com", 'B@mail.Example.com', 'buyer_1-x@example.com'],
  quantity: [1, 2, 10, 100, 1000],
  unit_price: [1, 0.5, 99.9, 1234.56, 1_500_000, 12.345],
  area_code: [11, 2, 351, 2966],
  number: [45_550_100, 955_550_100, 5_550_100, 11_955_550_100],
  street_number: [1, 12, 42_345],
  zip_code: ['00123', 'C1425ABC', '01310-100', '11000'],
  identification_number: ['00012345', '12.345.678-9', '9876543K', 'AB-123456'],
  floor: ['PB', '1', '-1', '10'],
  apartment: ['1', '10 B', 'C/2'],
  id: ['1', 'SKU_1.a/2', '000123', 'ñ-1', 'constructor'],
  category_id: ['others'],
  installments: [1, 24, 3],
  default_installments: [1],
  notification_url: [...hooks, 'https://shop.example/', 'https://shop.example/a-b_c~d'],
  success: backUrls,
  failure: backUrls,
  pending: backUrls,
  picture_url: ['https://shop.example/p.jpg?size=2', 'http://shop.example/a/b_c'],
};

/** Matches the fields that keep their usual value. */
const kept = /^payment_methods\.excluded/;

/**
 * Returns `count` full preferences of an industry with a rare value in each field that has some, every other one with
 * two items that differ. The seed decides which values come together; all industries together have every value.
 */
export function rarePreferences(industry: Industry, seed: Seed, count: number): ValidPreference[] {
  const first = drawn(seed, 'rare').charCodeAt(0) + industries.indexOf(industry) * count;
  const own = fields(industrySchema(industry)).filter(({ path }) => !kept.test(path));
  return Array.from({ length: count }, (_, index) => ({
    industry,
    name: `rare values ${index + 1}`,
    body: own.reduce(
      (body, field, place) => edit(body, field.pointer, (usual) => rare(field, usual, first + index, place)),
      // Consecutive numbers are of different countries.
      preference(industry, { seed: first + index, elements: 1 + (index % 2) }),
    ),
  }));
}

function rare({ path, schema }: Field, usual: Json | undefined, turn: number, place: number): Json | undefined {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (name === 'date_of_expiration') return expiry(turn, usual);
  if (schema.format === 'date-time') return getDate(name, turn, usual);
  const choices = getChoices(schema);
  const choice = choices[drawn(turn, path).charCodeAt(0) % choices.length];
  if (choice !== undefined) return choice;
  const list = values[name] ?? (humanText.has(name) ? texts : undefined);
  return list?.[(turn + place) % list.length] ?? usual;
}

/** Returns the values that a schema names: each of an enum, both booleans, or null next to undefined for any other. */
function getChoices(schema: Schema): readonly (Json | undefined)[] {
  const types = getTypes(schema);
  return schema.enum ?? (types.includes('boolean') ? [true, false] : types.includes('null') ? [null, undefined] : []);
}

/** Returns forms of ISO 8601 with an offset, which 2.7 names for this field alone. */
function expiry(turn: number, usual: Json | undefined): Json | undefined {
  const day = getDate('date_of_expiration', turn, usual);
  const forms = [
    day,
    day.replace(/\.\d+/, ''),
    day.replace(/\.(\d)\d+/, '.$1'),
    day.replace(/\.(\d+)/, '.$1000'),
    day.replace(/\.(\d+)/, '.$1000001'),
    ...['+12:45', '+14:00'].map((other) => day.replace(offset, other)),
  ];
  return forms[turn % forms.length];
}

const offset = /(?:Z|[+-]\d\d:\d\d)$/;

/** Returns the date of a field to the millisecond, with the offset of the usual value. */
function getDate(field: string, turn: number, usual: Json | undefined): string {
  const stamp = calendar[turn % calendar.length]?.at(dateFields.indexOf(field)) ?? '';
  const whole = stamp + ':00.000'.slice(stamp.length - 'YYYY-MM-DDThh:mm'.length);
  const date = `${whole}${offset.exec(String(usual))?.[0] ?? 'Z'}`;
  // In the far west, an arrival is before its departure by the clock.
  return field === 'arrival_date_time' && turn % 2 === 1 ? shifted(date, '-10:00') : date;
}
