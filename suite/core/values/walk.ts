/** A member of a JSON value: the name that it stands under (of an array: its index), and its value. */
export type Member = readonly [name: string, value: unknown];

/** Every member of a JSON value, however deep; keeps its own stack, so that no nesting overflows it. */
export function* members(value: unknown): Generator<Member> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, member] of Array.isArray(next) ? next.entries() : Object.entries(next)) {
      yield [String(name), member];
      if (typeof member === 'object') open.push(member);
    }
  }
}
