import type { Depth } from '#api/register';
import { atDepth, type Graded } from '../combinations.ts';
import { type InvalidBody, listInvalidBodies } from '../invalid-bodies.ts';
import { type Json, type JsonObject, put } from '../json.ts';
import { getKind, type Schema } from './fields.ts';
import hostile from './hostile.json' with { type: 'json' };
import {
  byField,
  getRepresentative,
  type Industry,
  industries,
  industrySchema,
  places,
  type Tries,
} from './industry.ts';
import { type PreferenceOptions, preference } from './preference.ts';
import type { Seed } from './scene.ts';

/** A bad preference as the JSON text to send: it violates a keyword, or has a hostile value that no keyword forbids. */
export type InvalidPreference = { readonly industry: Industry; readonly text: string } & (
  | ({ readonly kind: 'violation' } & InvalidBody)
  | ({ readonly kind: 'hostile' } & Hostile)
);

/** Returns the distinct bad preferences of all industries. The tag identifies what they create, unless it is bad. */
export function invalidPreferences(seed: Seed, depth: Depth = 'standard', tag?: string): InvalidPreference[] {
  const all = industries.flatMap((industry) =>
    listInvalid(industry, { seed, ...(tag ? { tag } : {}) }, (path) => getRepresentative(path) === industry),
  );
  return atDepth(byField(all), depth);
}

/** Returns the bad preferences of one industry, including the fields that it shares with others. */
export function listInvalid(industry: Industry, options: PreferenceOptions, tries?: Tries): InvalidPreference[] {
  const schema = industrySchema(industry);
  const base = preference(industry, options);
  return [
    ...listInvalidBodies(schema, base, tries).map((bad) => ({
      ...bad,
      kind: 'violation' as const,
      industry,
      text: JSON.stringify(bad.body),
    })),
    ...listHostile(schema, base, tries).map((bad) => ({ ...bad, kind: 'hostile' as const, industry })),
  ];
}

/** A hostile value: what follows the name of its field, its raw JSON, and true if it is worth trying on every field. */
type HostileValue = readonly [how: string, raw: string | ((value: Json) => string), main?: boolean];

const toHostile = ({ how, raw, main }: { how: string; raw: string; main: boolean }): HostileValue => [how, raw, main];
const long = JSON.stringify('x'.repeat(20_000));
const nested = `${'['.repeat(500)}${']'.repeat(500)}`;

/** Values by kind of field that the keywords allow and that services often mishandle, as raw JSON. */
const hostileValues: Readonly<Record<string, readonly HostileValue[]>> = {
  string: [...hostile.string.map(toHostile), ['of 20000 characters', long]],
  integer: hostile.integer.map(toHostile),
  number: hostile.number.map(toHostile),
  'date-time': hostile['date-time'].map(toHostile),
  uri: [...hostile.uri.map(toHostile), ['of 20000 characters', `"https://shop.example/${'x'.repeat(20_000)}"`]],
  object: [
    withExtra('with a __proto__ key', () => '"__proto__":{"admin":true}', true),
    withExtra('with a constructor key', () => '"constructor":{"prototype":{"admin":true}}'),
    withExtra('with deeply nested junk', () => `"junk":${nested}`),
    withExtra('with an unknown key', () => '"unknown":"value"'),
    withExtra('with a key twice', (fields) => fields[0] ?? '"unknown":1,"unknown":1'),
  ],
  array: [
    ['that is empty', '[]'],
    ['of 200 elements', (value) => JSON.stringify(Array(200).fill(Array.isArray(value) ? value[0] : value))],
  ],
};

function withExtra(how: string, extra: (fields: string[]) => string, main = false): HostileValue {
  const raw = (value: Json) => {
    const members = Object.entries(value ?? {}).map(([name, held]) => JSON.stringify({ [name]: held }).slice(1, -1));
    return `{${[extra(members), ...members].join(',')}}`;
  };
  return [how, raw, main];
}

/** A payload as raw JSON text, with a value that no keyword forbids or that JSON.stringify cannot write. */
type Hostile = Graded & { readonly path: string; readonly pointer: string; readonly text: string };

const marker = 'here goes the raw value';

/** Returns every hostile value at every field of its kind, in the text of a valid payload. */
function listHostile(schema: Schema, base: JsonObject, tries?: Tries): Hostile[] {
  return places(schema, base, tries).flatMap(({ path, pointer, schema: at, value }) => {
    // If no field may be added, invalid-bodies.ts has the only violation.
    const fieldKind = at.additionalProperties === false ? 'closed object' : getKind(at);
    return (hostileValues[fieldKind] ?? []).map(([how, raw, main = false]) => ({
      name: `${path} ${how}`,
      path,
      pointer,
      way: how,
      fieldKind,
      main,
      text: withRaw(base, pointer, typeof raw === 'string' ? raw : raw(value)),
    }));
  });
}

function withRaw(base: JsonObject, pointer: string, raw: string): string {
  return JSON.stringify(put(base, pointer, marker)).replace(JSON.stringify(marker), () => raw);
}
