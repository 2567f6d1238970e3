import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../core/values/json.ts';

/** Where two JSON values differ: the members that lead there, and what of each side the other has not. */
export interface Difference {
  readonly at: readonly string[];
  readonly old: unknown;
  readonly new: unknown;
}

/**
 * The places where two values differ, each as deep as it goes: of two objects only the members that differ.
 * `shared` leaves out members that only one of them has.
 */
export function differences(
  before: unknown,
  after: unknown,
  shared = false,
  at: readonly string[] = [],
): Difference[] {
  if (!isObject(before) || !isObject(after))
    return isDeepStrictEqual(before, after) ? [] : [{ at, old: before, new: after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const inBoth = (name: string) => Object.hasOwn(before, name) && Object.hasOwn(after, name);
  const deep = (name: string) => inBoth(name) && isObject(before[name]) && isObject(after[name]);
  const flat = names.filter(
    (name) => !deep(name) && (inBoth(name) || !shared) && !isDeepStrictEqual(before[name], after[name]),
  );
  const own = flat.length === 0 ? [] : [{ at, old: pick(before, flat), new: pick(after, flat) }];
  const inner = names
    .filter(deep)
    .flatMap((name) => differences(before[name], after[name], shared, [...at, name]));
  return [...own, ...inner];
}

function pick(value: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const own = names.filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(own.map((name) => [name, value[name]]));
}
