import { type ParseError, parse, printParseErrorCode, visit } from 'jsonc-parser';
import { listMembers } from '#api/values/json';
import { toPointer } from './values-at.ts';

/** Describes what a check found: where, what, and the value that was sent. */
export interface Found {
  /** A JSON pointer, or in words where it is none. */
  readonly place: string;
  readonly text: string;
  readonly got?: string;
  /** Counts how many characters of the body stand before it, where its place does not tell. */
  readonly offset?: number;
}

/** Describes a body read as JSON: its value, and what keeps it from being exact. */
export interface ExactJson {
  /** Undefined where the bytes are no JSON. */
  readonly value: unknown;
  readonly faults: readonly Found[];
}

const MARK = '\uFEFF';
const strict = { disallowComments: true, allowTrailingComma: false };

/** Holds literals of other notations that serialisers let through. */
const foreignLiterals = /^-?(?:NaN|nan|Infinity|inf|undefined|None|True|False)\b/;

/** Reads a body as RFC 8259 has it: UTF-8 without a mark, one JSON text, no member named twice. */
export function readExact(body: Buffer): ExactJson {
  const text = utf8(body);
  if (text === undefined) return refused('is not UTF-8');
  if (text.trim() === '') return refused('is empty');
  if (text.startsWith(MARK)) return refused('begins with a byte order mark');
  try {
    const value: unknown = JSON.parse(text);
    return { value, faults: [...repeated(text), ...halves(value)] };
  } catch {
    return { value: undefined, faults: [{ place: 'body', ...syntaxFault(text) }] };
  }
}

function refused(text: string): ExactJson {
  return { value: undefined, faults: [{ place: 'body', text }] };
}

function utf8(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** Says where the text stops being JSON and quotes nothing of it but a known literal. */
function syntaxFault(text: string): Omit<Found, 'place'> {
  const errors: ParseError[] = [];
  parse(text, errors, strict);
  const [first] = errors;
  if (!first) return { text: 'is no JSON' };
  const literal = foreignLiterals.exec(text.slice(first.offset))?.[0];
  const what = literal ? `${literal} is no JSON value` : printParseErrorCode(first.error);
  return { text: `is no JSON: ${what}`, offset: first.offset };
}

/** Finds a \\u escape of half a character, which has no meaning (RFC 8259, 8.2). */
function halves(value: unknown): Found[] {
  const texts = [...listMembers(value)].flat();
  const isHalf = texts.some((one) => typeof one === 'string' && /\p{Surrogate}/u.test(one));
  return isHalf ? [{ place: 'body', text: 'has half a surrogate pair' }] : [];
}

function repeated(text: string): Found[] {
  const names = new Set<string>();
  const found: Found[] = [];
  const onObjectProperty = (name: string, offset: number, _l: number, _s: number, _c: number, at: () => unknown[]) => {
    const pointer = toPointer([...at(), name]);
    if (names.has(pointer)) found.push({ place: pointer, text: 'stands twice in its object', offset });
    names.add(pointer);
  };
  visit(text, { onObjectProperty }, strict);
  return found;
}
