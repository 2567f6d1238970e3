import { isObject, type Json } from './json.ts';

/** A value of a payload that differs from the usual payload, at a JSON pointer. */
export type Difference = { readonly pointer: string; readonly value: Json };

/** Returns each value that differs from the usual payload; a list of another length counts as a whole. */
export function listDifferences(payload: Json, usual: Json | undefined, pointer = ''): Difference[] {
  const others = membersOf(usual);
  const own = membersOf(payload);
  const isList = Array.isArray(payload);
  if (!own || !others || isList !== Array.isArray(usual) || (isList && own.length !== others.length))
    return JSON.stringify(payload) === JSON.stringify(usual) ? [] : [{ pointer, value: payload }];
  const usually = new Map(others);
  return own.flatMap(([name, value]) =>
    listDifferences(value, usually.get(name), `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

/**
 * Returns the fewest pieces with which something still fails. Leaves out halves, then quarters, down to single pieces
 * (delta debugging). The fewer pieces matter, the fewer tries it takes.
 */
export async function fewest<T>(
  all: readonly T[],
  fails: (some: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let kept = all;
  for (let size = all.length; size > 1; ) {
    size = Math.ceil(size / 2);
    for (let from = 0; from < kept.length; ) {
      const others = [...kept.slice(0, from), ...kept.slice(from + size)];
      const isEnough = others.length > 0 && (await fails(others));
      if (isEnough) kept = others;
      else from += size;
    }
  }
  return kept;
}

function membersOf(value: Json | undefined): [string, Json][] | undefined {
  return Array.isArray(value) || isObject(value) ? Object.entries(value) : undefined;
}
