import { memberOf } from '#api/exchange';
import { grouped } from '#api/grouped';
import type { Conformance } from '#results/document';
import { testKey } from '../evidence.ts';
import { html, type Markup } from '../markup.ts';
import { label, t } from '../texts.ts';
import type { ExchangeNumbers } from './exchanges.ts';

/** The questions that are asked of each field of a preference, and what stands in a cell of theirs. */
const columns = [
  { id: 'PRF-62', name: 'Left out', asks: (title: string) => title.includes('required') },
  { id: 'PRF-63', name: 'Broken values (PRF-20)', asks: () => true },
  { id: 'PRF-64', name: 'Hostile values (PRF-21)', asks: () => true },
] as const;

type Case = readonly [name: string, reply: unknown];

/** Every field of a preference: what comes of leaving it out, of breaking it, and of hostile values. */
export function fieldMap({ requirements }: Conformance, exchanges: ExchangeNumbers): Markup | undefined {
  const rows = columns.map(({ id }) => requirements.find((row) => row.id === id));
  const cases = rows.map((row) => byField(casesOf(row?.answers)));
  const numbers = rows.map((row) => row?.tests.map((test) => exchanges.get(testKey(test))).find(Boolean));
  const names = [...new Set(cases.flatMap((found) => [...found.keys()]))];
  if (names.length === 0) return undefined;
  const row = (name: string) =>
    html`<tr><th scope="row">${name}</th>${cases.map((found, index) => cell(found.get(name) ?? [], numbers[index]))}</tr>`;
  const head = columns.map(
    ({ id, name }) => html`<th scope="col"><a href="#${id}">${id}</a> <span>${t(name)}</span></th>`,
  );
  return html`<section aria-labelledby="fields"><h3 id="fields">${t('Fields of a preference')}</h3>
<details><summary>${t('{count} fields: what is refused of each', { count: names.length })}</summary><div class="scroll" tabindex="0" role="region" ${label('Fields of a preference, table')}><table class="heat"><thead><tr><th scope="col">${t('Field')}</th>${head}</tr></thead>
<tbody>${names.map(row)}</tbody></table></div></details></section>`;
}

function casesOf(answers: readonly { readonly answer: unknown }[] = []): Case[] {
  return answers.flatMap(({ answer }) => Object.entries(answer ?? {}));
}

/** A case is named by its field and what is done to it: `items.id as null`. */
function byField(cases: readonly Case[]): ReadonlyMap<string, Case[]> {
  return new Map(grouped(cases, ([name]) => name.split(' ')[0] ?? name));
}

/** The more of its values are refused, the deeper the colour; one that breaks the service is red. */
function cell(cases: readonly Case[], number: number | undefined): Markup {
  if (cases.length === 0) return html`<td></td>`;
  const statuses = cases.map(([, reply]) => memberOf(reply, 'status') ?? reply);
  const broken = statuses.filter((status) => typeof status === 'number' && status >= 500).length;
  const refused = statuses.filter((status) => status !== 'success' && status !== 'optional').length;
  const [first] = cases;
  const counts = { refused, all: cases.length, broken };
  const words = typeof first?.[1] === 'string' ? t(first[1]) : t('{refused} of {all} refused', counts);
  const more = broken > 0 && html`, ${t('{broken} with 5xx', counts)}`;
  return html`<td class="${broken > 0 ? 'failed' : 'answered'}" style="--heat: ${Math.round((refused / cases.length) * 30)}%">${number === undefined ? html`${words}${more}` : html`<a href="#exchange-${number}">${words}${more}</a>`}</td>`;
}
