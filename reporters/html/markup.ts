/** A piece of HTML, in which every text is escaped. */
export interface Markup {
  readonly markup: string;
}

type Value = string | number | Markup | readonly Markup[] | undefined | false;

/** Puts a piece of HTML together; texts are escaped, for elements and for attributes in double quotes alike. */
export function html(literals: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const parts = literals.map((literal, index) => `${literal}${index < values.length ? text(values[index]) : ''}`);
  return { markup: parts.join('') };
}

/** Marks HTML, CSS or a script of the suite's own as markup that is not escaped. */
export function raw(markup: string): Markup {
  return { markup };
}

function text(value: Value): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for an element or an attribute in double quotes. */
export function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Returns the text that was escaped. */
export function unescaped(markup: string): string {
  const plain = Object.entries(entities).toReversed(); // the ampersand last, which stands in all of them
  return plain.reduce((text, [character, entity]) => text.replaceAll(entity, character), markup);
}
