import { isObject, type Json, type JsonObject } from './json.ts';

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text));

/** Allows a kind, a list of a shape, or an object of named optional fields. */
export type Shape = Kind | { readonly each: Shape } | { readonly members: Members };
export type Members = { readonly [name: string]: Shape };

export type Problem = { pointer: string; problem: 'a wrong type' | 'an unknown member' };

type Kind = keyof typeof kinds;

const kinds = {
  text: (value: Json) => typeof value === 'string',
  flag: (value: Json) => typeof value === 'boolean',
  number: (value: Json) => typeof value === 'number',
  integer: (value: Json) => Number.isInteger(value),
  quantity: (value: Json) => typeof value === 'number' && Number.isSafeInteger(value) && value > 0,
  date: (value: Json) => typeof value === 'string' && isDate(value),
  'date or empty': (value: Json) => value === '' || (typeof value === 'string' && isDate(value)),
  url: (value: Json) => typeof value === 'string' && URL.canParse(value),
  email: (value: Json) => typeof value === 'string' && /^\S+@\S+$/.test(value),
  'text or null': (value: Json) => value === null || typeof value === 'string',
  'integer or null': (value: Json) => value === null || Number.isInteger(value),
  authentication: (value: Json) => ['Gmail', 'Facebook', 'Native web', 'Other'].some((name) => name === value),
};

/** Lists the differences between a value and its shape; list positions are written `*`. */
export function problems(value: Json, shape: Shape, pointer = ''): Problem[] {
  if (typeof shape === 'string') return kinds[shape](value) ? [] : wrongType(pointer);
  if ('each' in shape) return listProblems(value, shape.each, pointer);
  return isObject(value) ? memberProblems(value, shape.members, pointer) : wrongType(pointer);
}

function listProblems(value: Json, shape: Shape, pointer: string): Problem[] {
  if (!Array.isArray(value)) return wrongType(pointer);
  return value.flatMap((item) => problems(item, shape, `${pointer}/*`));
}

function memberProblems(value: JsonObject, members: Members, pointer: string): Problem[] {
  return Object.entries(value).flatMap(([name, inner]): Problem[] => {
    const shape = Object.hasOwn(members, name) ? members[name] : undefined;
    const place = `${pointer}/${name}`;
    return shape ? problems(inner, shape, place) : [{ pointer: place, problem: 'an unknown member' }];
  });
}

const wrongType = (pointer: string): Problem[] => [{ pointer, problem: 'a wrong type' }];
