import { fillTemplate, isMessageId, type MessageId, type MessageValues, message, messages } from '#api/messages';
import { industryRows, isIndustry } from '#factories/preferences/industry';
import type { CauseGroup } from '#results/cause-groups';
import type { Outcome, RequirementOutcome } from '#results/verdict';
import outcomeSigns from './signs.json' with { type: 'json' };

/** Returns a message as an element that the page can show in another language; `{name}` in it stands for a value. */
export function t(id: MessageId, values: MessageValues = {}): Markup {
  return marked(id, messages[id].en, values);
}

/** Returns the message of a name in the data, such as an operation; a name without a message is shown as it is. */
export function named(group: string, name: string): Markup {
  const id = `${group}.${name}`;
  return isMessageId(id) ? t(id) : html`${name}`;
}

/** Returns an English sentence of the result as an element; its message is found by the English text. */
export function sentence(text: string): Markup {
  return marked(text, text);
}

function marked(id: string, text: string, values: MessageValues = {}): Markup {
  return html`<span data-t="${id}"${getValues(values)}>${fillTemplate(text, values)}</span>`;
}

/** Returns the message of a defect in one line, and its values. */
export function getTitle({ kind, about, statuses }: CauseGroup): readonly [id: MessageId, values: MessageValues] {
  const name = isIndustry(about) ? industryRows[about].name : about;
  return [`defect.${kind}`, { about: name, statuses: statuses.join(', ') }];
}

/** Returns the operation and the title of a defect in English. */
export function groupTitle(group: CauseGroup): string {
  if (group.kind === 'other') return `${group.endpoint}: ${group.requirements[0]?.text}`;
  const [id, values] = getTitle(group);
  const text = messages[id].en;
  return `${group.endpoint}: ${fillTemplate(`${text.charAt(0).toLowerCase()}${text.slice(1)}`, values)}`;
}

/** Returns the name of an element for a screen reader as an attribute. */
export function label(id: MessageId, values: MessageValues = {}): Markup {
  return html`aria-label="${message(id, values)}" data-l="${id}"${getValues(values)}`;
}

/** Returns the values of a message as an attribute; nothing where it has none. */
export function getValues(values: MessageValues): Markup | false {
  return Object.keys(values).length > 0 && html` data-v="${JSON.stringify(values)}"`;
}

/** Returns the display name of an operation; `service` and `client` stand for no single one. */
export function endpointName(endpoint: string): Markup {
  return named('operation', endpoint);
}

/** A sign next to the colour, for print and for readers who do not see the colours. */
export const signs: Readonly<Record<Outcome, string>> = outcomeSigns;

/** Returns an outcome in its colour, with its sign and its word. */
export function badge(outcome: Outcome): Markup {
  return html`<span class="badge ${outcome.replace(' ', '-')}"><span aria-hidden="true">${signs[outcome]}</span> ${t(`outcome.${outcome}`)}</span>`;
}

/** Returns the sentence of a requirement, which each language has by the id. */
export function requirementText({ id, text }: Pick<RequirementOutcome, 'id' | 'text'>): Markup {
  return marked(id, text);
}

/** Returns the section of the reference in words. */
export function sectionName(section: string): Markup {
  return /^\d/.test(section) ? html`§ ${section}` : named('section', section);
}

/** Returns a link to the row of a requirement. */
export function link(id: string): Markup {
  return html`<a class="id" href="#${id}">${id}</a> `;
}

/** Returns the heads of columns that have the messages of a group. */
export function heads(group: string, columns: readonly string[]): Markup[] {
  return columns.map((column) => html`<th scope="col">${named(group, column)}</th>`);
}

/** Returns a table that scrolls by itself. */
export function createTable(head: readonly Markup[], rows: readonly Markup[], name: MessageId): Markup {
  return html`<div class="scroll" tabindex="0" role="region" ${label(name)}><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

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
