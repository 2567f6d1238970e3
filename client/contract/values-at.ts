import { getField } from '#api/exchange';

/** Describes a value with the JSON pointer to it. */
type Place = readonly [pointer: string, value: unknown];

/** Returns every value at a path, through all elements of the arrays on it. */
export function findValues(value: unknown, path: readonly string[]): unknown[] {
  return placesAt(['', value], path).map(([, found]) => found);
}

/** Returns the JSON pointers to them. */
export function findPointers(value: unknown, path: readonly string[]): string[] {
  return placesAt(['', value], path).map(([pointer]) => pointer);
}

/** Returns the value that a JSON pointer leads to. */
export function getValue(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce((holder, name) => getField(holder, name.replaceAll('~1', '/').replaceAll('~0', '~')), value);
}

/** Returns names as a JSON pointer, with ~1 for / and ~0 for ~ (RFC 6901). */
export function toPointer(steps: readonly unknown[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function placesAt([pointer, value]: Place, [name, ...rest]: readonly string[]): Place[] {
  if (name === undefined) return value === undefined ? [] : [[pointer, value]];
  return elementsOf([pointer, value]).flatMap(([at, holder]) => {
    const member: Place = [at + toPointer([name]), getField(holder, name)];
    const inner = rest.length > 0 ? elementsOf(member) : [member];
    return inner.flatMap((one) => placesAt(one, rest));
  });
}

function elementsOf([pointer, value]: Place): Place[] {
  if (!Array.isArray(value)) return [[pointer, value]];
  return value.map((element, index): Place => [`${pointer}/${index}`, element]);
}
