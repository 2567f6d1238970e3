import type { RegisteredRequirement } from '#api/requirement';
import type { Ledger } from '#results/ledger/answers';
import { answerMarkup } from './answers.ts';
import { filters } from './checks.ts';
import { frame } from './frame.ts';
import type { Language } from './languages.ts';
import { html, type Markup } from './markup.ts';
import { label, requirementText, t } from './texts.ts';

interface Row {
  readonly of: string;
  readonly title: string;
  readonly endpoint: string;
  readonly level: 'question' | 'observed';
  readonly answers: readonly unknown[];
  readonly unasked?: string | undefined;
}

/** Returns a page with the behaviour of each target where the reference is silent: a row per question. */
export function answerMatrix(
  ledgers: readonly Ledger[],
  register: readonly Pick<RegisteredRequirement, 'id' | 'endpoint' | 'level' | 'text' | 'unasked'>[],
  language: Language,
): string {
  const level = 'question' as const;
  const none = ledgers.map(() => undefined);
  const endpointOf = new Map(register.map(({ id, endpoint }) => [id, endpoint]));
  const asked = rowsOf(ledgers, 'answers').map((row) => ({ ...row, endpoint: endpointOf.get(row.of) ?? 'service' }));
  const open = register.filter(({ id, level }) => level === 'question' && asked.every(({ of }) => of !== id));
  const rows: Row[] = [
    ...asked,
    ...open.map(({ id, text, ...row }) => ({ of: id, title: text, ...row, level, answers: none })),
    ...rowsOf(ledgers, 'observed'),
  ];
  const differing = rows.filter(differs).length;
  const names = ledgers.map(({ target }) => target);
  const endpoints = [...new Set(rows.map(({ endpoint }) => endpoint))];
  const values = { targets: names.join(', ') };
  return frame(
    {
      title: { id: 'matrix.title', values },
      bar: html`<b>${t('matrix.title', values)}</b>`,
      main: html`<h1>${t('matrix.heading')}</h1>
<p>${t('matrix.count', { rows: rows.length, targets: names.length, differing })}</p>
${filters({ endpoint: endpoints, level: ['question', 'observed'], outcome: ['differs', 'the same', 'one target'] })}
<div class="scroll" tabindex="0" role="region" ${label('matrix.table')}><table><thead><tr><th scope="col">${t('question')}</th>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(tableRow)}</tbody></table></div>`,
      sheet: names.join(', '),
    },
    language,
  );
}

function rowsOf(ledgers: readonly Ledger[], part: 'answers' | 'observed'): Row[] {
  const places = ledgers.flatMap((ledger) =>
    Object.entries(ledger[part]).flatMap(([of, titles]) =>
      Object.keys(titles).map((title) => JSON.stringify([of, title])),
    ),
  );
  const level = part === 'answers' ? 'question' : 'observed';
  return [...new Set(places)].sort().map((place) => {
    const [of = '', title = '']: string[] = JSON.parse(place);
    return { of, title, endpoint: of, level, answers: ledgers.map((ledger) => ledger[part][of]?.[title]) };
  });
}

function tableRow(row: Row): Markup {
  const { of, title, endpoint, level, answers, unasked } = row;
  const isOpen = level === 'question' && answers.every((answer) => answer === undefined);
  const first = JSON.stringify(answers.find((answer) => answer !== undefined));
  const cells = answers.map((answer) =>
    answer === undefined
      ? html`<td><span class="s">${t(unasked ?? 'matrix.none')}</span></td>`
      : html`<td class="${JSON.stringify(answer) === first ? 'answered' : 'warned'}">${answerMarkup(answer)}</td>`,
  );
  return html`<tr data-endpoint="${endpoint}" data-level="${level}" data-outcome="${outcomeOf(row)}"><th scope="row"><span class="id">${of}</span> ${isOpen ? requirementText({ id: of, text: title }) : t(title)}</th>${cells}</tr>`;
}

function outcomeOf(row: Row): string {
  if (row.answers.filter((answer) => answer !== undefined).length < 2) return 'one target';
  return differs(row) ? 'differs' : 'the same';
}

function differs({ answers }: Row): boolean {
  const given = answers.filter((answer) => answer !== undefined);
  return new Set(given.map((answer) => JSON.stringify(answer))).size > 1;
}
