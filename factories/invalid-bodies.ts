import type { Graded } from './combinations.ts';
import allFormats from './formats.json' with { type: 'json' };
import { isObject, type Json, type JsonObject, put, without } from './json.ts';
import { getKind, getTypes, type Schema } from './preferences/fields.ts';
import { places, type Tries } from './preferences/industry.ts';

/** One invalid value: how it is wrong ("items.quantity as text"), and true if it is tried on every field of its kind. */
type Way = readonly [how: string, value: Json, main?: boolean];

/** Returns the ways to violate one keyword, made from a valid value; none if the schema does not have the keyword. */
type WaysToViolate = (schema: Schema, value: Json) => readonly Way[];

interface Substitute {
  readonly how: string;
  readonly types: readonly string[];
  /** The types that clients and services most often confuse with this one. */
  readonly mistakenFor: readonly string[];
  readonly from: (value: Json) => Json;
}

const others = ['string', 'integer', 'number', 'object', 'array'];
const toText = (value: Json): string => (typeof value === 'object' ? 'text' : String(value));

/** A value of each JSON type, made from the valid one where possible: 3 becomes "3". */
const substitutes: readonly Substitute[] = [
  { how: 'as null', types: ['null'], mistakenFor: others, from: () => null },
  { how: 'as a boolean', types: ['boolean'], mistakenFor: [], from: () => true },
  { how: 'as text', types: ['string'], mistakenFor: ['integer', 'number', 'boolean'], from: toText },
  { how: 'as a number', types: ['integer', 'number'], mistakenFor: ['string'], from: () => 12_345 },
  { how: 'as a fraction', types: ['number'], mistakenFor: ['integer'], from: () => 1.5 },
  { how: 'as an array', types: ['array'], mistakenFor: ['object'], from: (value) => [value] },
  { how: 'as an object', types: ['object'], mistakenFor: ['array'], from: (value) => ({ value }) },
];

/** Substitutes that add nothing for an enum: it has its own wrong texts, and a fraction is like any number. */
const alike = new Set(['as text', 'as a fraction']);

const empty: Way = ['that is an empty text', ''];

const formats: Readonly<Record<string, readonly { how: string; value: string; main: boolean }[]>> = allFormats;

const texts: readonly Way[] = [['outside its pattern', 'none-of-these', true], empty, ['in alien letters', '東京']];

const waysToViolate: Readonly<Record<string, WaysToViolate>> = {
  /** A value of every JSON type that the schema does not name. */
  type: (schema, value) => {
    const types = getTypes(schema);
    return substitutes
      .filter((wrong) => types.length > 0 && !wrong.types.some((type) => types.includes(type)))
      .filter(({ how }) => how !== 'as a fraction' || types.includes('integer'))
      .map(({ how, mistakenFor, from }) => [how, from(value), mistakenFor.some((type) => types.includes(type))]);
  },
  /** A word outside it, one of its words in lower case, and every other type where no type is named. */
  enum: (schema, value) => {
    if (!schema.enum) return [];
    const others = getTypes(schema).length > 0 ? [] : substitutes.filter(({ how }) => !alike.has(how));
    const ways: Way[] = [
      ['outside its enum', 'none of these', true],
      ['in lower case', String(value).toLowerCase(), true],
      ...others.map(({ how, from }): Way => [how, from(value)]),
    ];
    return ways.filter(([, wrong]) => !schema.enum?.includes(wrong));
  },
  format: ({ format = '' }) => (formats[format] ?? []).map(({ how, value, main }) => [how, value, main]),
  pattern: ({ pattern }) =>
    pattern === undefined ? [] : texts.filter(([, text]) => !new RegExp(pattern, 'u').test(String(text))),
  required: ({ required = [] }, value) => {
    if (!isObject(value)) return [];
    const present = required.filter((name) => Object.hasOwn(value, name));
    return present.map((name) => [`without ${name}`, without(value, `/${name}`), true]);
  },
  additionalProperties: ({ additionalProperties }, value) =>
    additionalProperties === false && isObject(value)
      ? [['with an unknown member', { ...value, unknown: 'value' }, true]]
      : [],
};

/** A payload that violates one keyword of a schema at one place and nothing else. */
export interface InvalidBody extends Graded {
  readonly keyword: string;
  readonly path: string;
  readonly pointer: string;
  readonly body: Json;
}

/** Returns every way to violate a schema, each in a copy of the valid payload that is otherwise valid. */
export function listInvalidBodies(schema: Schema, base: JsonObject, tries?: Tries): InvalidBody[] {
  return places(schema, base, tries).flatMap(({ path, pointer, schema: at, value }) =>
    Object.entries(waysToViolate).flatMap(([keyword, ways]) =>
      ways(at, value).map(([how, wrong, main = false]) => ({
        name: `${path} ${how}`,
        keyword,
        path,
        pointer,
        way: `${keyword} ${how}`,
        fieldKind: getKind(at),
        main,
        body: put(base, pointer, wrong),
      })),
    ),
  );
}
