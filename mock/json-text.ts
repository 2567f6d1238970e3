import type { JsonObject } from './json.ts';
import type { Variation } from './variations.ts';

/** The text of a JSON object, laid out as the variation does. */
export function jsonText(value: JsonObject, choices: Variation): string {
  return layouts[choices.jsonText](value);
}

const layouts = {
  compact: (value: JsonObject) => JSON.stringify(value),
  indented: (value: JsonObject) => `${JSON.stringify(value, null, 2)}\n`,
  'ASCII only': (value: JsonObject) => JSON.stringify(value).replaceAll(/[\u0080-\uffff]/g, escaped),
  'members sorted': (value: JsonObject) => JSON.stringify(Object.fromEntries(Object.entries(value).sort())),
};

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
