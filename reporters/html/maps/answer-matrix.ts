import type { RegisteredRequirement } from '#api/requirement';
import type { Ledger } from '#results/ledger/answers';
import { answerMarkup } from '../answers.ts';
import { frame } from '../frame.ts';
import type { Language } from '../languages.ts';
import { html, type Markup } from '../markup.ts';
import { filters } from '../requirement-tables.ts';
import { label, t } from '../texts.ts';

/** One question or observation, with the answer of each target that has one. */
interface Row {
  readonly of: string;
  readonly title: string;
  readonly endpoint: string;
  readonly level: 'question' | 'observed';
  readonly answers: readonly unknown[];
}

/** What each target does where the reference is silent: a page, a row a question, a column a target. */
export function answerMatrix(
  ledgers: readonly Ledger[],
  register: readonly Pick<RegisteredRequirement, 'id' | 'endpoint'>[],
  language: Language,
): string {
  const endpointOf = new Map(register.map(({ id, endpoint }) => [id, endpoint]));
  const rows = [
    ...rowsOf(ledgers, 'answers').map((row) => ({ ...row, endpoint: endpointOf.get(row.of) ?? 'service' })),
    ...rowsOf(ledgers, 'observed'),
  ];
  const differing = rows.filter(differs).length;
  const names = ledgers.map(({ target }) => target);
  const endpoints = [...new Set(rows.map(({ endpoint }) => endpoint))];
  return frame(
    { text: 'Answers of {targets}', values: { targets: names.join(', ') } },
    html`<h1>${t('What the reference does not say, target by target')}</h1>
<p>${t('Questions and observations: {rows}. Targets: {targets}. The targets differ in: {differing}. None of it is a breach.', { rows: rows.length, targets: names.length, differing })}</p>
${filters({ endpoint: endpoints, level: ['question', 'observed'], outcome: ['differs', 'the same', 'one target'] }, 'answers')}
<div class="scroll" tabindex="0" role="region" ${label('Answers by target, table')}><table class="heat answers-by-target"><thead><tr><th scope="col">${t('Question')}</th>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(tableRow)}</tbody></table></div>`,
    html`<p>${t('Made of the answers that each run left, or of the accepted ones. A cell without an answer was not asked.')}</p>`,
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
  const { of, title, endpoint, level, answers } = row;
  const first = JSON.stringify(answers.find((answer) => answer !== undefined));
  const cells = answers.map((answer) =>
    answer === undefined
      ? html`<td><span class="none">${t('not asked')}</span></td>`
      : html`<td class="${JSON.stringify(answer) === first ? 'answered' : 'warned'}">${answerMarkup(answer)}</td>`,
  );
  return html`<tr data-endpoint="${endpoint}" data-level="${level}" data-outcome="${outcomeOf(row)}"><th scope="row"><span class="id">${of}</span> ${t(title)}</th>${cells}</tr>`;
}

function outcomeOf(row: Row): string {
  if (row.answers.filter((answer) => answer !== undefined).length < 2) return 'one target';
  return differs(row) ? 'differs' : 'the same';
}

function differs({ answers }: Row): boolean {
  const given = answers.filter((answer) => answer !== undefined);
  return new Set(given.map((answer) => JSON.stringify(answer))).size > 1;
}
