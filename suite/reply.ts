import { codeOf } from './error-code.ts';
import { type Answer, isSuccess } from './exchange.ts';

/** An answer as a question records it: the same for the same behaviour, with no id, time or token in it. */
export interface Reply {
  readonly status: number;
  readonly code: string | null;
}

/** The status of an answer and the listed code or label that it carries. */
export function replyOf(answer: Answer): Reply {
  return { status: answer.status, code: isSuccess(answer.status) ? null : codeOf(answer) };
}

/** The shape of a JSON value: of an object its members by name, of an array its distinct elements, else its type. */
export type Shape = string | Shape[] | { [member: string]: Shape };

const DEEPEST = 8;

/** The shape of a JSON value, names sorted; below eight levels just the type. */
export function shapeOf(json: unknown, depth = 0): Shape {
  if (json === undefined) return 'none';
  if (json === null) return 'null';
  if (typeof json !== 'object' || depth === DEEPEST) return typeof json;
  if (Array.isArray(json)) return distinct(json.map((element) => shapeOf(element, depth + 1)));
  const names = Object.keys(json).sort();
  return Object.fromEntries(names.map((name) => [name, shapeOf(Reflect.get(json, name), depth + 1)]));
}

function distinct(shapes: Shape[]): Shape[] {
  return [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
}
