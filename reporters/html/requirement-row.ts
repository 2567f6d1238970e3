import { stripVTControlCharacters } from 'node:util';
import { breachWords } from '#api/cause-words';
import type { TestOutcome } from '#results/outcome';
import type { RequirementOutcome } from '#results/verdict';
import { html, type Markup } from './markup.ts';
import { badge } from './outcome-badge.ts';
import { t } from './texts.ts';

/** A requirement as a row of its endpoint's table; it unfolds to its tests and names the cause that breaks it. */
export function requirementRow(row: RequirementOutcome, causeNumber: number | undefined): Markup {
  const { id, endpoint, level, section, text, outcome } = row;
  return html`<tr id="${id}" data-endpoint="${endpoint}" data-level="${level}" data-outcome="${outcome}">
<th scope="row">${id}</th>
<td><p>${t(text)} <span class="narrow">${t(level)}, ${sectionName(section)}</span></p>${asideOf(row)}${reasonOf(row)}${provenBefore(row)}${causeNumber !== undefined && html`<p><a href="#cause-${causeNumber}">${t('cause {number}', { number: causeNumber })}</a></p>`}${unfolding(row)}</td>
<td class="wide">${t(level)}</td><td class="wide">${sectionName(section)}</td>
<td>${badge(outcome)}</td>
</tr>`;
}

/** Why it is not in the verdict. */
function asideOf({ aside }: RequirementOutcome): Markup | undefined {
  return aside && html`<p class="reason">${t('not in the verdict:')} ${t(aside.words)}</p>`;
}

/** Of a row that this run did not prove, which did last. */
function provenBefore({ proven }: RequirementOutcome): Markup | undefined {
  if (!proven) return undefined;
  const { run, started } = proven;
  return html`<p class="reason">${t('last proven on {date} by run {run}', { date: started.slice(0, 10), run })}</p>`;
}

/** Why it is not passed, in one line; the whole of it unfolds. */
function reasonOf(row: RequirementOutcome): Markup | undefined {
  const words = shortReason(row);
  return row.outcome === 'answered' || words === '' ? undefined : html`<p class="reason">${t(words)}</p>`;
}

/** Of a breach what is wrong, of anything else the first line of why. */
export function shortReason({ reason = '', cause }: Pick<TestOutcome, 'reason' | 'cause'>): string {
  if (cause?.kind === 'breach') return cut(breachWords(cause));
  return cut(plain(reason).split('\n')[0] ?? '');
}

/** Of many tests of one requirement the first are shown: conformance.json has them all. */
const MOST = 30;

function unfolding({ id, outcome, tests }: RequirementOutcome) {
  if (outcome === 'answered')
    return html`<p><a href="#answer-${id}">${t('The answer to {id}', { id })}</a></p>`;
  if (tests.length === 0) return undefined;
  const label = tests.length === 1 ? t('1 test') : t('{count} tests', { count: tests.length });
  const more = tests.length - MOST;
  return html`<details data-outcome="${outcome}"><summary>${label} <span class="unseen">${t('of {id}', { id })}</span></summary>
<ul class="tests">${tests.slice(0, MOST).map(testItem)}${more > 0 && html`<li>${t('and {more} more: see conformance.json', { more })}</li>`}</ul></details>`;
}

function testItem(test: TestOutcome): Markup {
  const reason = shortReason(test);
  return html`<li>${badge(test.outcome)} ${test.title} <small>${test.file}:${test.line}</small>
${reason !== '' && html`<p class="reason">${t(reason)}</p>`}</li>`;
}

function sectionName(section: string): Markup {
  return /^\d/.test(section) ? t('section {section}', { section }) : t(section);
}

/** A line of a report; conformance.json has the whole. */
const LONGEST = 300;

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function plain(text: string): string {
  return stripVTControlCharacters(text).trim();
}
