import { findErrorCode } from './errors.ts';
import { isSuccess, type ResponseRecord } from './exchange.ts';
import { listDistinct } from './values/json.ts';

/** A response as a question records it: without ids, times, tokens and the status of success, which is another question. */
export type RecordedResponse =
  | { readonly status: 'success' }
  | { readonly status: number; readonly code: string | null };

/** Returns success, or the status and the listed code or label of a response. */
export function summarizeResponse(response: ResponseRecord): RecordedResponse {
  if (isSuccess(response.status)) return { status: 'success' };
  return { status: response.status, code: findErrorCode(response) };
}

/** The shape of a JSON value: of an object its fields by name, of an array its distinct elements, else its type. */
export type Shape = string | Shape[] | { [field: string]: Shape };

const DEEPEST = 8;
const WIDEST = 200;

/** Returns the shape of a JSON value with sorted names: the first fields, and below eight levels only the type. */
export function getShape(json: unknown, depth = 0): Shape {
  if (json === undefined) return 'none';
  if (json === null) return 'null';
  if (typeof json !== 'object' || depth === DEEPEST) return typeof json;
  if (Array.isArray(json))
    return listDistinct(json.slice(0, WIDEST).map((element) => getShape(element, depth + 1))).flat();
  const names = Object.keys(json).sort().slice(0, WIDEST);
  return Object.fromEntries(names.map((name) => [name, getShape(Reflect.get(json, name), depth + 1)]));
}

/** Returns a shape with each field name written by `write`. */
export function withNames(shape: Shape, write: (name: string) => string): Shape {
  if (typeof shape === 'string') return shape;
  if (Array.isArray(shape)) return shape.map((element) => withNames(element, write));
  const fields = Object.entries(shape);
  return Object.fromEntries(fields.map(([name, field]) => [write(name), withNames(field, write)]));
}

/** The kinds of header fields that tell a client how to behave, with the patterns of their names. */
export const headerKinds = {
  'Retry-After': /^retry-after$/,
  'rate limit': /^(?:x-)?rate-?limit/,
  idempotency: /idempotency|idempotent/,
  'request id': /(?:request|correlation|trace)-?id$|^traceparent$|^x-amzn-trace/,
} as const;

/** Returns the names of a response's header fields that are of one of the kinds; names are lower-case. */
export function listNotableHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.keys(headers).filter((name) => getHeaderKind(name) !== undefined);
}

/** Returns the kind of a header field; undefined if it has none. */
export function getHeaderKind(name: string): string | undefined {
  return Object.entries(headerKinds).find(([, pattern]) => pattern.test(name))?.[0];
}
