import type { Variation } from '../variations.ts';
import type { Json, JsonObject } from './json.ts';

/** The text of a JSON object, laid out as the variation does. */
export function jsonText(value: JsonObject, choices: Variation): string {
  return layouts[choices.jsonText](value).replaceAll(wideNumber, '$1');
}

/** Numbers of 64 bits, which JSON.stringify does not write: marked, and their quotes taken away. */
const wideNumber = /"wide:(\d+)"/g;

function wide(_: string, value: Json): Json {
  return typeof value === 'bigint' ? `wide:${value}` : value;
}

const layouts = {
  compact: (value: JsonObject) => JSON.stringify(value, wide),
  indented: (value: JsonObject) => `${JSON.stringify(value, wide, 2)}\n`,
  'ASCII only': (value: JsonObject) => JSON.stringify(value, wide).replaceAll(/[\u0080-\uffff]/g, escaped),
  'members sorted': (value: JsonObject) =>
    JSON.stringify(Object.fromEntries(Object.entries(value).sort()), wide),
  'slashes escaped': (value: JsonObject) => JSON.stringify(value, wide).replaceAll('/', '\\/'),
  'numbers with a fraction': (value: JsonObject) =>
    JSON.stringify(value, wide).replaceAll(/(?<=":)\d+(?=[,}])/g, '$&.0'),
};

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
