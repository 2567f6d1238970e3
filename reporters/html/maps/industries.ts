import { memberOf } from '#api/exchange';
import { type Industry, industries, industryRows, isIndustry } from '#factories/preferences/industry';
import type { Conformance } from '#results/document';
import type { Outcome } from '#results/outcome';
import type { RequirementOutcome } from '#results/verdict';
import { type EvidenceByTest, testKey } from '../evidence.ts';
import { html, type Markup } from '../markup.ts';
import { badge } from '../outcome-badge.ts';
import { label, t } from '../texts.ts';
import type { ExchangeNumbers } from './exchanges.ts';

interface Column {
  readonly row: RequirementOutcome;
  readonly cell: (industry: Industry) => Markup;
}

/** The thirteen industries: what each adds, and how it came out of the requirements that are asked of each. */
export function industryMatrix(
  { requirements }: Conformance,
  evidence: EvidenceByTest,
  exchanges: ExchangeNumbers,
): Markup {
  const columns = requirements.flatMap((row) => [...tested(row, evidence, exchanges), ...asked(row)]);
  const body = industries.map(
    (industry) => html`<tr><th scope="row">${industryRows[industry].name}</th>
${columns.map(({ cell }) => html`<td>${cell(industry)}</td>`)}<td class="adds">${adds(industry)}</td></tr>`,
  );
  return html`<section aria-labelledby="industries"><h2 id="industries">${t('Industries')}</h2>
${columns.length === 0 && html`<p>${t('The run asked nothing industry by industry.')}</p>`}
<div class="scroll" tabindex="0" role="region" ${label('Industries, table')}><table class="matrix"><thead><tr><th scope="col">${t('Industry')}</th>
${columns.map(({ row }) => html`<th scope="col"><a href="#${row.id}">${row.id}</a> <span>${t(row.text)}</span></th>`)}<th scope="col">${t('Its own data')}</th></tr></thead>
<tbody>${body}</tbody></table></div></section>`;
}

function adds(industry: Industry): string | Markup {
  const { item_adds, shipments, payer_leaves_out } = industryRows[industry];
  const words = [...item_adds, ...shipments, ...payer_leaves_out.map((field) => `no payer ${field}`)];
  return words.map((word) => word.replaceAll('_', ' ').replaceAll('.', ' › ')).join(', ') || t('none');
}

const worstFirst: readonly Outcome[] = [
  'failed',
  'unstable',
  'waived',
  'warned',
  'inconclusive',
  'not exercised',
  'passed',
];

/** A requirement that has a test for an industry. */
function tested(row: RequirementOutcome, evidence: EvidenceByTest, exchanges: ExchangeNumbers): Column[] {
  const industryOf = (test: RequirementOutcome['tests'][number]) => evidence.get(testKey(test))?.industry;
  if (row.level === 'question' || !row.tests.some((test) => industryOf(test) !== undefined)) return [];
  const cell = (industry: Industry) => {
    const own = row.tests.filter((test) => industryOf(test) === industry);
    const worst = worstFirst.find((word) => own.some(({ outcome }) => outcome === word)) ?? 'not exercised';
    const number = own.map((test) => exchanges.get(testKey(test))).find((each) => each !== undefined);
    const isOpen = worst === 'passed' && number !== undefined;
    return isOpen ? html`<a href="#exchange-${number}">${badge(worst)}</a>` : badge(worst);
  };
  return [{ row, cell }];
}

/** A question that was answered industry by industry: how many of the cases are accepted. */
function asked(row: RequirementOutcome): Column[] {
  const cases = (row.answers ?? []).map(({ answer }) => answer);
  const isByIndustry = cases.some((answer) => Object.keys(answer ?? {}).some(isIndustry));
  if (!isByIndustry) return [];
  const cell = (industry: Industry) => {
    const own = cases.map((answer) => memberOf(answer, industry)).filter((reply) => reply !== undefined);
    const accepted = own.filter((reply) => memberOf(reply, 'status') === 'success').length;
    return own.length === 0 ? html`–` : t('{accepted} of {all} accepted', { accepted, all: own.length });
  };
  return [{ row, cell }];
}
