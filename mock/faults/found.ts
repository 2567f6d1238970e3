import type { When } from '../fault.ts';
import { type Json, member } from '../http/json.ts';
import type { Call } from '../operation.ts';

/** What stands at a path of the body, such as `items.0.quantity`. */
export function found({ body }: Call, path: string): Json | undefined {
  return path.split('.').reduce(step, body.value);
}

/** True where the body has something at the path. */
export function has(path: string) {
  return (call: Call) => found(call, path) !== undefined;
}

/** True where the value at the path holds. */
export function holds(path: string, test: (value: Json) => boolean) {
  return (call: Call) => {
    const value = found(call, path);
    return value !== undefined && test(value);
  };
}

/** True where the path holds exactly this. */
export function is(path: string, wanted: Json) {
  return (call: Call) => found(call, path) === wanted;
}

/** True where the path holds as many characters as a column of a database often takes. */
export function isLong(path: string) {
  return holds(path, (value) => `${value}`.length >= 255);
}

/** True where the path holds something of another type than this. */
export function isNo(path: string, type: 'string' | 'number' | 'boolean') {
  return holds(path, (value) => typeof value !== type);
}

/** True where the text of the body holds this. */
export function says(pattern: RegExp) {
  return (call: Call) => pattern.test(call.body.text);
}

/** True where the media type of the request has a charset. */
export function hasCharset({ headers }: Call): boolean {
  return `${headers['content-type']}`.includes('charset');
}

/** True where the connection is to be closed behind the answer. */
export function isToBeClosed({ headers }: Call): boolean {
  return headers.connection === 'close';
}

/** True where the JSON of the request is laid out in lines. */
export function hasLines({ body }: Call): boolean {
  return body.text.includes('\n');
}

/** True where the body is a list. */
export function isList({ body }: Call): boolean {
  return Array.isArray(body.value);
}

/** True where the body is an object without members. */
export function isEmptyObject({ body: { value } }: Call): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}

/** True where the body is no JSON text. */
export function isMalformed({ body }: Call): boolean {
  return body.value === undefined;
}

/** True where both are. */
export function both(one: When, other: When): When {
  return (call) => one(call) && other(call);
}

/** True from the given time on that something of one key comes; a rule may be asked of one request more than once. */
export function times(from: number, keyOf: (call: Call) => string | undefined): When {
  const seen = new Map<string, Set<Call['body']>>();
  return (call) => {
    const key = keyOf(call);
    if (key === undefined) return false;
    const bodies = seen.get(key) ?? new Set();
    seen.set(key, bodies.add(call.body));
    return [...bodies].indexOf(call.body) >= from - 1;
  };
}

function step(value: Json | undefined, name: string): Json | undefined {
  return Array.isArray(value) ? value[Number(name)] : member(value, name);
}
