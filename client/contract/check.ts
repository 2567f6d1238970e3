import { type ParseError, parse, printParseErrorCode, visit } from 'jsonc-parser';
import { decodeUtf8, getField, getText } from '#api/exchange';
import { type Endpoint, endpoints, operations } from '#api/operations';
import { fromPointer, listFields, toPointer } from '#api/values/json';
import type { Sent } from '../wire/traffic.ts';
import syntaxErrors from './syntax-errors.json' with { type: 'json' };

export interface Match {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

export interface MatchedRequest extends Sent, Match {
  readonly json: ExactJson;
  readonly secrets?: readonly string[];
}

/** Finds what violates a rule of rules.json, by its name. */
export type Finders = Readonly<Record<string, (request: MatchedRequest) => readonly Found[]>>;

/** Returns one finding where a condition holds, none where it does not. */
export function findIf(condition: boolean, place: string, text: string, actual?: string): Found[] {
  return condition ? [{ place, text, ...(actual === undefined ? {} : { actual }) }] : [];
}

/** Finds the operation by the path alone, whatever its percent-encoding and with or without a slash at its end. */
export function matchOperation(target: string): Match | undefined {
  const [path = '', query = ''] = target.replace(/#.*/s, '').split(/\?(.*)/s);
  const segments = path.split('/').slice(1).map(decodePercent);
  const matched = match(segments) ?? (segments.at(-1) === '' ? match(segments.slice(0, -1)) : undefined);
  return matched && { ...matched, path, query: new URLSearchParams(`&${query}`) };
}

/** Returns a text without its percent-encoding; as it is if that cannot be decoded. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function match(segments: readonly string[]): Pick<Match, 'endpoint' | 'parameters'> | undefined {
  for (const endpoint of endpoints) {
    const parts = operations[endpoint].path.split('/').map((part) => /^\{(\w+)\}$/.exec(part)?.[1] ?? { fixed: part });
    const fits = parts.every((part, index) => typeof part === 'string' || part.fixed === segments[index]);
    const named = parts.flatMap((part, index) => (typeof part === 'string' ? [[part, segments[index] ?? '']] : []));
    if (fits && parts.length === segments.length) return { endpoint, parameters: Object.fromEntries(named) };
  }
  return undefined;
}

export interface Found {
  readonly place: string;
  readonly text: string;
  readonly actual?: string;
}

export interface ExactJson {
  readonly value: unknown;
  readonly faults: readonly Found[];
}

const strict = { disallowComments: true, allowTrailingComma: false };

/** Matches literals of other notations that serialisers let through. */
const foreignLiterals = /^-?(?:NaN|nan|Infinity|inf|undefined|None|True|False)\b/;

/** Reads a body as RFC 8259 has it: UTF-8 without a mark, one JSON text, no field named twice. */
export function readExact(body: Buffer): ExactJson {
  const reject = (text: string) => ({ value: undefined, faults: [{ place: 'body', text }] });
  const text = decodeUtf8(body);
  if (text === undefined) return reject('is not UTF-8');
  if (text.trim() === '') return reject('is empty');
  if (text.startsWith('\uFEFF')) return reject('begins with a byte order mark');
  try {
    JSON.parse(text);
  } catch {
    return reject(describeSyntaxError(text));
  }
  const shallow = cutDeep(text);
  const value: unknown = JSON.parse(shallow);
  return { value, faults: [...findRepeated(shallow), ...findHalves(value)] };
}

/** Deeper than any field of the reference, and not deep enough to overflow the stack of what walks a value. */
const DEEPEST = 100;

/** Replaces each value that is nested deeper in a JSON text by null. */
export function cutDeep(text: string): string {
  let depth = 0;
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|[[{]|[\]}]|[^"[\]{}]+/g, (token) => {
    const before = depth;
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
    if (Math.max(before, depth) <= DEEPEST) return token;
    return before === DEEPEST ? 'null' : '';
  });
}

/** Names the syntax error and quotes nothing of the text but a known literal. */
function describeSyntaxError(text: string): string {
  const errors: ParseError[] = [];
  parse(text, errors, strict);
  const [first] = errors;
  if (!first) return 'is not JSON';
  const literal = foreignLiterals.exec(text.slice(first.offset))?.[0];
  return `is not JSON: ${literal ? `${literal} is not a JSON value` : getText(syntaxErrors, printParseErrorCode(first.error))}`;
}

/** Finds a \\u escape of half a character, which has no meaning (RFC 8259, 8.2). */
function findHalves(value: unknown): Found[] {
  const isHalf = (one: unknown) => typeof one === 'string' && /\p{Surrogate}/u.test(one);
  return findIf([...listFields(value)].flat().some(isHalf), 'body', 'has half a surrogate pair');
}

function findRepeated(text: string): Found[] {
  const names = new Set<string>();
  const found: Found[] = [];
  const onObjectProperty = (name: string, _o: number, _l: number, _s: number, _c: number, at: () => unknown[]) => {
    const pointer = toPointer([...at(), name]);
    if (names.has(pointer)) found.push({ place: pointer, text: 'appears twice in the same object' });
    names.add(pointer);
  };
  visit(text, { onObjectProperty }, strict);
  return found;
}

export type Place = readonly [pointer: string, value: unknown];

/** Returns every value at a path such as `items.id`, through all elements of arrays, with its JSON pointer. */
export function findPlaces(value: unknown, path: string): Place[] {
  const step = (places: readonly Place[], name: string) =>
    places.flatMap(listElements).map(([at, holder]): Place => [at + toPointer([name]), getField(holder, name)]);
  const all = path.split('.').reduce<Place[]>(step, [['', value]]);
  return all.filter(([, found]) => found !== undefined);
}

/** Returns the value at a JSON pointer (RFC 6901); undefined if there is none. */
export function getValue(value: unknown, pointer: string): unknown {
  return fromPointer(pointer).reduce(getField, value);
}

/** Returns every value of a JSON value that holds no others, with its JSON pointer. */
export function listLeaves(value: unknown, pointer = ''): Place[] {
  if (typeof value !== 'object' || value === null) return [[pointer, value]];
  return Object.entries(value).flatMap(([name, inner]) => listLeaves(inner, pointer + toPointer([name])));
}

/** Returns a JSON pointer with every array index as `*`, so that the same breach of two items is one. */
export function toPlace(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

function listElements([pointer, value]: Place): Place[] {
  if (!Array.isArray(value)) return [[pointer, value]];
  return value.flatMap((element, index) => listElements([`${pointer}/${index}`, element]));
}

/** Compares two values. A date may have another offset, no fraction of a second, or no time. */
export function isSame(sent: unknown, given: unknown): boolean {
  if (sent === given) return true;
  if (typeof sent !== 'string' || typeof given !== 'string') return false;
  const [one, other] = [toExtended(sent), toExtended(given)];
  if (!isDate.test(one) || !isDate.test(other)) return false;
  return Math.abs(Date.parse(one) - Date.parse(other)) < 1000 || other.startsWith(one);
}

/** Returns a date of ISO 8601 in the extended form, with minutes in its offset. */
function toExtended(date: string): string {
  const extended = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?=\d\d)/, '$1-$2-$3T$4:$5:');
  return extended.replace(',', '.').replace(/(?<=T.*[+-]\d\d)$/, ':00');
}

const isDate = /^\d{4}-\d{2}-\d{2}(?:T.+)?$/;
