import type { Graded } from './combinations.ts';
import { isObject, type Json, type JsonObject, put, without } from './json.ts';
import { kindOf, type Schema, typesOf } from './preferences/fields.ts';
import { places, type Tries } from './preferences/industry.ts';

const textOf = (value: Json): string => (typeof value === 'object' ? 'text' : String(value));

/** One way to violate one keyword of a schema: an invalid value that replaces the valid one. */
interface Way {
  readonly keyword: string;
  /** Follows the field's name: "items.quantity as text". */
  readonly how: string;
  /** True if it is worth trying on every field of its kind. */
  readonly main: boolean;
  readonly value: Json;
}

/** Returns the ways to violate one keyword, made from a valid value; empty if the schema does not have the keyword. */
type WaysToBreak = (schema: Schema, value: Json) => Way[];

interface Substitute {
  readonly how: string;
  /** The JSON Schema types of the value. */
  readonly types: readonly string[];
  /** The types that clients and services most often confuse with this one. */
  readonly mistakenFor: readonly string[];
  readonly from: (value: Json) => Json;
}

const others = ['string', 'integer', 'number', 'object', 'array'];

/** A value of each JSON type, made from the valid one where possible: 3 becomes "3". */
const substitutes: readonly Substitute[] = [
  { how: 'as null', types: ['null'], mistakenFor: others, from: () => null },
  { how: 'as a boolean', types: ['boolean'], mistakenFor: [], from: () => true },
  { how: 'as text', types: ['string'], mistakenFor: ['integer', 'number', 'boolean'], from: textOf },
  { how: 'as a number', types: ['integer', 'number'], mistakenFor: ['string'], from: () => 12_345 },
  { how: 'as a fraction', types: ['number'], mistakenFor: ['integer'], from: () => 1.5 },
  { how: 'as an array', types: ['array'], mistakenFor: ['object'], from: (value) => [value] },
  { how: 'as an object', types: ['object'], mistakenFor: ['array'], from: (value) => ({ value }) },
];

/** `type`: a value of every JSON type that the schema does not name. */
const typeWays: WaysToBreak = (schema, value) => {
  const types = typesOf(schema);
  if (types.length === 0) return [];
  const wrong = substitutes.filter((substitute) => !substitute.types.some((type) => types.includes(type)));
  return wrong
    .filter(({ how }) => how !== 'as a fraction' || types.includes('integer'))
    .map(({ how, mistakenFor, from }) => ({
      keyword: 'type',
      how,
      main: mistakenFor.some((type) => types.includes(type)),
      value: from(value),
    }));
};

/** Substitutes that add nothing for an enum: it has its own wrong texts, and a fraction is like any number. */
const alike = new Set(['as text', 'as a fraction']);

/** `enum`: a word outside it, one of its words in lower case, and every other type where no type is named. */
const enumWays: WaysToBreak = (schema, value) => {
  if (!schema.enum) return [];
  const words = [
    { how: 'outside its enum', main: true, value: 'none of these' },
    { how: 'in lower case', main: true, value: String(value).toLowerCase() },
  ];
  const others = typesOf(schema).length > 0 ? [] : substitutes.filter(({ how }) => !alike.has(how));
  return [...words, ...others.map(({ how, from }) => ({ how, main: false, value: from(value) }))]
    .filter((way) => !schema.enum?.includes(way.value))
    .map((way) => ({ keyword: 'enum', ...way }));
};

type Row = readonly [how: string, value: string, main?: boolean];

const toWay = (keyword: string, [how, value, main = false]: Row): Way => ({ keyword, how, main, value });

const empty: Row = ['that is an empty text', ''];

/** For each format, texts that do not have it. */
const formats: Readonly<Record<string, readonly Row[]>> = {
  'date-time': [
    ['that is no date', 'tomorrow', true],
    ['with an impossible day', '2035-02-30T12:00:00.000-03:00', true],
    ['without an offset', '2035-02-27T12:00:00.000', true],
    ['without a time', '2035-02-27'],
    ['with an impossible hour', '2035-02-27T25:00:00.000-03:00'],
    ['in seconds since 1970', '2056190400'],
    empty,
  ],
  uri: [
    ['that is no URI', 'not a URI', true],
    ['without a scheme', 'shop.example/back'],
    ['that is a path', '/back'],
    empty,
  ],
  email: [['that is no e-mail address', 'unknown', true], ['without a host', 'unknown@'], empty],
};

/** `format`: texts that do not have it. */
const formatWays: WaysToBreak = ({ format }) => (formats[format ?? ''] ?? []).map((row) => toWay('format', row));

const texts: readonly Row[] = [['outside its pattern', 'none-of-these', true], empty, ['in alien letters', '東京']];

/** `pattern`: a few texts that do not match it. */
const patternWays: WaysToBreak = ({ pattern }) => {
  if (pattern === undefined) return [];
  const matches = new RegExp(pattern, 'u');
  return texts.filter(([, value]) => !matches.test(value)).map((row) => toWay('pattern', row));
};

/** `required`: an object without one of its required fields. */
const requiredWays: WaysToBreak = ({ required = [] }, value) => {
  if (!isObject(value)) return [];
  const way = (name: string) => ({ how: `without ${name}`, main: true, value: without(value, `/${name}`) });
  return required.filter((name) => Object.hasOwn(value, name)).map((name) => ({ keyword: 'required', ...way(name) }));
};

/** `additionalProperties`: an object with an extra field that the schema does not allow. */
const additionalWays: WaysToBreak = ({ additionalProperties }, value) => {
  if (additionalProperties !== false || !isObject(value)) return [];
  const more = { ...value, unknown: 'value' };
  return [{ keyword: 'additionalProperties', how: 'with an unknown member', main: true, value: more }];
};

/** A payload that violates one keyword of a schema at one place and nothing else. */
export interface Break extends Graded {
  readonly keyword: string;
  readonly path: string;
  readonly pointer: string;
  readonly body: Json;
}

const keywords = [typeWays, enumWays, formatWays, patternWays, requiredWays, additionalWays];

/** Returns every way to violate a schema, each in a copy of the valid payload that is otherwise valid. */
export function breaks(schema: Schema, base: JsonObject, tries?: Tries): Break[] {
  return places(schema, base, tries).flatMap(({ path, pointer, schema: at, value }) =>
    keywords
      .flatMap((waysToBreak) => waysToBreak(at, value))
      .map(({ keyword, how, main, value: broken }) => ({
        name: `${path} ${how}`,
        keyword,
        path,
        pointer,
        way: `${keyword} ${how}`,
        fieldKind: kindOf(at),
        main,
        body: put(base, pointer, broken),
      })),
  );
}
