import { html, type Markup } from './markup.ts';

type Values = Readonly<Record<string, string | number>>;

/**
 * A text of the page, in English and marked, so that the page can say it in another language: `{name}` in it stands for
 * a value. The English text is its own key in the file of each language.
 */
export function t(text: string, values: Values = {}): Markup {
  const given = Object.keys(values).length > 0 && html` data-v="${JSON.stringify(values)}"`;
  return html`<span data-t="${text}"${given}>${filled(text, values)}</span>`;
}

/** A text with its values. */
export function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
