/** Texts of one JSON value (RFC 8259, 2 and 7), by how they are laid out. */
export const layouts = {
  compact: (value: unknown) => JSON.stringify(value),
  indented: (value: unknown) => `\n${JSON.stringify(value, null, '\t')}\r\n`,
  'in the other order': (value: unknown) => JSON.stringify(backwards(value)),
  escaped: (value: unknown) =>
    JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
      text.replace(/(?<=[\w-])(?<!\\u[\da-f]{0,3})[a-z](?=[\w-])/g, asEscape),
    ),
} as const;

export type Layout = keyof typeof layouts;

/** The layouts in their order. */
export const layoutNames = Object.keys(layouts).filter(isLayout);

/** Whether a word names a layout. */
function isLayout(word: string): word is Layout {
  return Object.hasOwn(layouts, word);
}

/** JSON that is laid out otherwise than any library does, in every way at once. */
export function unusual(value: unknown): string {
  return `\n${layouts.escaped(backwards(value))}\r\n`;
}

/** The members of each object in the other order, which means nothing in JSON (RFC 8259, 1). */
function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, backwards(member)]),
  );
}

function asEscape(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
