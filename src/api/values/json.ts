/** Returns a JSON value with the fields of every object in alphabetical order. */
export function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortFields(Reflect.get(value, name))]));
}

/** Returns the distinct values, sorted by their JSON, so that the order in which they came does not show. */
export function listDistinct<T>(values: readonly T[]): T[] {
  const byText = new Map(values.map((value) => [JSON.stringify(sortFields(value)), value]));
  return [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}

/** Returns true if a value is an object with fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns true for an object or an array that holds nothing. */
export function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Returns names as a JSON pointer, with ~1 for / and ~0 for ~ (RFC 6901). */
export function toPointer(names: readonly unknown[]): string {
  return names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns the names in a JSON pointer. */
export function fromPointer(pointer: string): string[] {
  const names = pointer.split('/').slice(1);
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Yields the name (of an array: the index) and the value of every field, with a stack that no nesting overflows. */
export function* listFields(value: unknown): Generator<readonly [name: string, value: unknown]> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, field] of Array.isArray(next) ? next.entries() : Object.entries(next)) {
      yield [String(name), field];
      if (typeof field === 'object') open.push(field);
    }
  }
}

/** Matches a string or a number of JSON; digits in a string are no number. */
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON with each number as its text, since JSON.parse changes 64 bits; 1, 1.0 and 10e-1 are the same. */
export function parseNumbersAsText(text: string): unknown {
  const isInteger = (number: string) => Number.isSafeInteger(Number(number)) && !hasFraction(number);
  return parseWith(text, (number) => JSON.stringify(isInteger(number) ? String(Number(number)) : number));
}

/** Returns the value of a JSON text in which a number with a fraction never looks like an integer. */
export function parseKeepingFractions(text: string): unknown {
  return parseWith(text, (number) => (hasFraction(number) && Number.isInteger(Number(number)) ? '0.5' : number));
}

function parseWith(text: string, write: (number: string) => string): unknown {
  try {
    JSON.parse(text);
    return JSON.parse(text.replace(textOrNumber, (token) => (token.startsWith('"') ? token : write(token))));
  } catch {
    return undefined;
  }
}

/** Returns true if a number, as JSON writes it, has anything but zeros behind its point. */
function hasFraction(number: string): boolean {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  return /[1-9]/.test(`${whole}${fraction}`.slice(Math.max(0, whole.length + Number(exponent))));
}
