import { drawWord } from '../drawn.ts';
import { edit, type Json } from '../json.ts';
import { type Field, fields, getTypes, type Schema } from './fields.ts';
import { type Industry, industries, industrySchema } from './industry.ts';
import { type Preference, preference } from './preference.ts';
import allRare from './rare.json' with { type: 'json' };
import { type Seed, shifted } from './scene.ts';

/** Returns two or three elements for each list, alternating by industry. */
const several = (industry: Industry): number => 2 + (industries.indexOf(industry) % 2);

/** A preference that the reference allows, with the description of its special value. */
export type ValidPreference = { readonly industry: Industry; readonly name: string; readonly body: Preference };

/** One value or shape that the text allows: the fields that it applies to, and the change of their value. */
interface Special {
  readonly name: string;
  readonly fits: (field: Field) => boolean;
  readonly becomes: (value: Json) => Json;
}

const specials: readonly Special[] = [
  { name: 'every boolean the other way round', fits: ofType('boolean'), becomes: (value) => !value },
  { name: 'null where null is allowed', fits: ofType('null'), becomes: () => null },
  { name: 'an empty payer.date_created', fits: ({ path }) => path === 'payer.date_created', becomes: () => '' },
  { name: 'whole prices', fits: ofType('number'), becomes: (value) => Math.trunc(Number(value)) },
  ...['+00:00', '+05:30'].map((offset) => ({
    name: `date_of_expiration at ${offset}`, // the form of the others is not shown
    fits: ({ path }: Field) => path === 'date_of_expiration',
    becomes: (time: Json) => shifted(String(time), offset),
  })),
];

/** Returns what must be accepted: the full preference, then one for each value that the text names, with every field. */
export function validPreferences(industry: Industry, seed: Seed): ValidPreference[] {
  const full = preference(industry, { seed });
  const all = fields(industrySchema(industry));
  return [
    { industry, name: 'full', body: full },
    { industry, name: 'several items', body: preference(industry, { seed, elements: several(industry) }) },
    ...[...choices(all), ...specials].map((one) => ({ industry, name: one.name, body: applySpecial(one, full, all) })),
  ];
}

/** Returns each value of each enum; the full preference already has the first one. */
function choices(all: readonly Field[]): Special[] {
  return all.flatMap((field) =>
    (field.schema.enum ?? []).slice(1).map((choice) => ({
      name: `${field.path} ${choice}`,
      fits: ({ path }: Field) => path === field.path,
      becomes: () => choice,
    })),
  );
}

function applySpecial({ fits, becomes }: Special, full: Preference, all: readonly Field[]): Preference {
  return all
    .filter(fits)
    .reduce(
      (body, { pointer }) => edit(body, pointer, (value) => (value === undefined ? undefined : becomes(value))),
      full,
    );
}

function ofType(type: string): Special['fits'] {
  return ({ schema }) => getTypes(schema).includes(type);
}

/** The columns of the calendar: registration, purchase, departure, arrival, and a future date for other fields. */
const dateFields = ['registration_date', 'last_purchase', 'departure_date_time', 'arrival_date_time'];

/** Rare values that the type of a field allows (2.7), by the name of the field; null stands for the usual value. */
const values: Readonly<Record<string, readonly Json[]>> = {
  ...allRare.values,
  description: [...allRare.values.description, ...allRare.texts],
  ...Object.fromEntries(['success', 'failure', 'pending'].map((name) => [name, allRare.backUrls])),
};

/** Matches the fields that keep their usual value: what is in a list of exclusions, of which one is empty at a time. */
const kept = /^payment_methods\.excluded\w+[.[]/;

/** Returns full preferences with a rare value in each field, every other one with two items; together they have all. */
export function rarePreferences(industry: Industry, seed: Seed, count: number): ValidPreference[] {
  const first = drawWord(seed, 'rare').charCodeAt(0) + industries.indexOf(industry) * count;
  const changed = fields(industrySchema(industry)).filter(({ path }) => !kept.test(path));
  return Array.from({ length: count }, (_, index) => ({
    industry,
    name: `rare values ${index + 1}`,
    body: changed.reduce(
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
  const choice = choices[drawWord(turn, path).charCodeAt(0) % choices.length];
  if (choice !== undefined) return choice;
  const list = values[name] ?? (allRare.textsForPeople.includes(name) ? allRare.texts : undefined);
  return list?.[(turn + place) % list.length] ?? usual;
}

/** Returns the values that a schema names: each of an enum, both booleans, or null next to undefined for any other. */
function getChoices(schema: Schema): readonly (Json | undefined)[] {
  if (schema.enum) return schema.enum;
  const types = getTypes(schema);
  if (types.includes('boolean')) return [true, false];
  return types.includes('null') ? [null, undefined] : [];
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
    ...['+12:45', '+14:00', 'Z'].map((other) => day.replace(offset, other)),
  ];
  return forms[turn % forms.length];
}

const offset = /(?:Z|[+-]\d\d:\d\d)$/;

/** Returns the date of a field to the millisecond, with the offset of the usual value. */
function getDate(field: string, turn: number, usual: Json | undefined): string {
  const stamp = allRare.calendar[turn % allRare.calendar.length]?.at(dateFields.indexOf(field)) ?? '';
  const whole = stamp + ':00.000'.slice(stamp.length - 'YYYY-MM-DDThh:mm'.length);
  const date = `${whole}${offset.exec(String(usual))?.[0] ?? 'Z'}`;
  // In the far west, an arrival is before its departure by the clock.
  return field === 'arrival_date_time' && turn % 2 === 1 ? shifted(date, '-10:00') : date;
}
