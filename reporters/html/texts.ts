import { filled, type Said, type Values } from '#results/said';
import { html, type Markup } from './markup.ts';

/**
 * A text of the page, in English and marked, so that the page can say it in another language: `{name}` in it stands for
 * a value. The English text is its own key in the file of each language.
 */
export function t(text: string, values: Values = {}): Markup {
  const given = Object.keys(values).length > 0 && html` data-v="${JSON.stringify(values)}"`;
  return html`<span data-t="${text}"${given}>${filled(text, values)}</span>`;
}

/** A part of an SVG or of the head that is a text of the page. */
export function titled(text: string, values: Values = {}): Markup {
  return html`<title data-t="${text}" data-v="${JSON.stringify(values)}">${filled(text, values)}</title>`;
}

/** The name of an element for who does not see it, as an attribute that the page can say in another language too. */
export function label(text: string, values: Values = {}): Markup {
  const given = Object.keys(values).length > 0 && html` data-v="${JSON.stringify(values)}"`;
  return html`aria-label="${filled(text, values)}" data-l="${text}"${given}`;
}

/** Several texts one behind the other in one element; what is no text of ours stays as it is. */
export function joined(parts: readonly Said[]): Markup {
  const words = parts.map(({ text, values = {} }) => filled(text, values)).join('');
  return html`<span data-j="${JSON.stringify(parts.map(({ text, values = {} }) => [text, values]))}">${words}</span>`;
}

/** What a page calls an operation; `service` and `client` stand for no single one. */
export function endpointName(endpoint: string): string {
  return endpoint === 'service' || endpoint === 'client' ? `the ${endpoint} as a whole` : endpoint;
}
