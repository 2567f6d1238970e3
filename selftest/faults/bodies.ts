import { isObject, type Json, type JsonObject, parsed } from '#mock/http/json';
import type { Call } from '#mock/operation';
import type { Row } from './fault.ts';
import type { When } from './requests.ts';
import { failWhen, rejectWhen } from './rules.ts';
import { matches } from './values.ts';

export const withBody = (call: Call, value: Json): Call => ({ ...call, body: { ...call.body, value } });

/** Selects the bodies whose text matches. */
export const bodyMatches =
  (pattern: RegExp): When =>
  ({ body }) =>
    pattern.test(body.text);

export const hasLines: When = ({ body }) => body.text.includes('\n');

export const hasEscapes = bodyMatches(/\\u00/);

/** Returns a JSON text with its escaped ASCII characters written as they are. */
function withoutEscapes(json: string): string {
  return json.replace(/\\u00([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

export const isMalformed: When = ({ body }) => body.value === undefined;

export const isList: When = ({ body }) => Array.isArray(body.value);

export const isNull: When = ({ body }) => body.value === null;

export const isEmptyObject: When = ({ body }) => isObject(body.value) && Object.keys(body.value).length === 0;

export function withFields(call: Call, fields: JsonObject): Call {
  const { value } = call.body;
  return isObject(value) ? withBody(call, { ...value, ...fields }) : call;
}

/** Reads a body that is a JSON string as the JSON in that string. */
export function readText(call: Call): Call {
  const { value } = call.body;
  return typeof value === 'string' ? { ...call, body: { text: value, value: parsed(value) } } : call;
}

/** Selects a body that has a field twice. */
export function isTwice(field: string): When {
  const name = new RegExp(`"${field}"\\s*:`, 'g');
  return ({ body }) => [...withoutEscapes(body.text).matchAll(name)].length > 1;
}

/** A body that matches as a whole or, if it has a path, there; and the status of its rejection. */
type Matching = Readonly<{ id: string; what: string; path: string; pattern: string; status: number }>;

/** Returns a row for each matching body, by its name. */
export function matchingRows(rows: Readonly<Record<string, Matching>>): Row[] {
  return Object.entries(rows).map(([slug, { id, what, path, pattern, status }]) => {
    const expression = new RegExp(pattern, 'u');
    const when = path === '' ? bodyMatches(expression) : matches(path, expression);
    return [id, slug, what, status === 500 ? failWhen(when) : rejectWhen(when)];
  });
}
