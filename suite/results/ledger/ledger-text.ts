const WIDTH = 110;

/** A JSON value with the members of every object in alphabetical order. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, inOrder(Reflect.get(value, name))]));
}

/**
 * A JSON value as a ledger writes it: members in order, what fits on a line on one line. A change of one answer is then
 * one line of a diff, and the formatter of this repository leaves the file as it is.
 */
export function ledgerText(value: unknown): string {
  return `${written(inOrder(value), 0, 0)}\n`;
}

/** Whether a value is an object with members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `taken` is how much of the line stands around the value. */
function written(value: unknown, indent: number, taken: number): string {
  const line = oneLine(value);
  if (indent > 0 && taken + line.length <= WIDTH && !breaks(value)) return line;
  if (Array.isArray(value))
    return block(
      '[',
      value.map((element) => ['', element] as const),
      ']',
      indent,
    );
  if (!isObject(value)) return line;
  const members = Object.entries(value).map(
    ([name, member]) => [`${JSON.stringify(name)}: `, member] as const,
  );
  return members.length === 0 ? line : block('{', members, '}', indent);
}

function block(
  open: string,
  rows: readonly (readonly [opening: string, value: unknown])[],
  close: string,
  indent: number,
): string {
  const inner = ' '.repeat(indent + 2);
  const lines = rows.map(([opening, value], index) => {
    const comma = index < rows.length - 1 ? ',' : '';
    const taken = inner.length + opening.length + comma.length;
    return inner + opening + written(value, indent + 2, taken) + comma;
  });
  return [open, ...lines, ' '.repeat(indent) + close].join('\n');
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${oneLine(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A list of several objects or lists that have more than one member each stands on several lines, however short. */
function breaks(value: unknown): boolean {
  if (isObject(value)) return Object.values(value).some(breaks);
  if (!Array.isArray(value)) return false;
  return (value.length > 1 && value.every((element) => sizeOf(element) > 1)) || value.some(breaks);
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
