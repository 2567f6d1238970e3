import { shifted } from '../clock.ts';
import { edit, type Json } from '../json.ts';
import { humanText } from '../words.ts';
import { type Field, fields, typesOf } from './fields.ts';
import { type Industry, industries, industrySchema } from './industry.ts';
import { type Preference, preference } from './preference.ts';
import type { Seed } from './scene.ts';

/** Returns two or three elements for each list, alternating by industry. */
const several = (industry: Industry): number => 2 + (industries.indexOf(industry) % 2);

/** A preference that the reference allows, with the description of its special value. */
export interface ValidPreference {
  readonly industry: Industry;
  readonly name: string;
  readonly body: Preference;
}

/** One value or shape that the text allows: the fields that it applies to, and the change of their value. */
interface Special {
  readonly name: string;
  readonly fits: (field: Field) => boolean;
  readonly becomes: (value: Json, index: number) => Json;
}

const alphabets = ['Ñandú y Łódź', '東京の靴', 'Крем для лица', 'Ταξίδι στη Χίο', 'قميص أزرق', 'café 🎒 e\u0301té'];

const specials: readonly Special[] = [
  { name: 'every boolean the other way round', fits: ofType('boolean'), becomes: (value) => !value },
  { name: 'null where null is allowed', fits: ofType('null'), becomes: () => null },
  { name: 'an empty payer.date_created', fits: ({ path }) => path === 'payer.date_created', becomes: () => '' },
  { name: 'no exclusions', fits: ({ path }) => /\.excluded_\w+$/.test(path), becomes: () => [] },
  { name: 'whole prices', fits: ofType('number'), becomes: (value) => Math.trunc(Number(value)) },
  {
    name: 'text outside ASCII',
    fits: ({ path }) => humanText.has(path.slice(path.lastIndexOf('.') + 1)),
    becomes: (_, index) => alphabets[index % alphabets.length] ?? '',
  },
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
  return ({ schema }) => typesOf(schema).includes(type);
}
