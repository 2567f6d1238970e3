import type { Json } from '../json.ts';
import { typesOf } from '../preferences/fields.ts';
import type { WaysToBreak } from './way.ts';

interface Substitute {
  readonly how: string;
  /** The types of JSON Schema that such a value has. */
  readonly types: readonly string[];
  /** The types that clients and services most often mistake it for. */
  readonly mistakenFor: readonly string[];
  readonly from: (value: Json) => Json;
}

/** A value of each JSON type, made from the valid one where that is possible: 3 as "3", not as any text. */
export const substitutes: readonly Substitute[] = [
  {
    how: 'as null',
    types: ['null'],
    mistakenFor: ['string', 'integer', 'number', 'object', 'array'],
    from: () => null,
  },
  { how: 'as a boolean', types: ['boolean'], mistakenFor: [], from: () => true },
  { how: 'as text', types: ['string'], mistakenFor: ['integer', 'number', 'boolean'], from: textOf },
  { how: 'as a number', types: ['integer', 'number'], mistakenFor: ['string'], from: () => 12_345 },
  { how: 'as a fraction', types: ['number'], mistakenFor: ['integer'], from: () => 1.5 },
  { how: 'as an array', types: ['array'], mistakenFor: ['object'], from: (value) => [value] },
  { how: 'as an object', types: ['object'], mistakenFor: ['array'], from: (value) => ({ value }) },
];

/** `type`: a value of every JSON type that the schema does not name. */
export const typeWays: WaysToBreak = (schema, value) => {
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

function textOf(value: Json): string {
  return typeof value === 'object' ? 'text' : String(value);
}
