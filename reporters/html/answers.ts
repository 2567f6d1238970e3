import { grouped } from '#api/grouped';
import type { Conformance } from '#results/document';
import type { RequirementOutcome, TitledAnswer } from '#results/verdict';
import { isCases } from '../words/answer-words.ts';
import { drift } from './besides.ts';
import { html, type Markup } from './markup.ts';
import { t } from './texts.ts';

/** More cases than these are folded. */
const SHOWN = 12;

/** What the target answers where the reference is silent, and what of it has changed. */
export function answers(document: Conformance): Markup {
  const questions = document.requirements.filter(({ answers: given = [] }) => given.length > 0);
  const byEndpoint = [...grouped(questions, ({ endpoint }) => endpoint)];
  const changed = changedOf(document);
  return html`<section aria-labelledby="answers"><h2 id="answers">${t('Answers to the reference’s open questions')}</h2>
<p>${t('The reference does not say: the suite asks, and writes down what it is told. None of it is a breach.')}</p>
${drift(document)}
${byEndpoint.map(
  ([endpoint, rows]) =>
    html`<h3>${endpoint}</h3><dl class="answers">${rows.map((row) => item(row, changed))}</dl>`,
)}</section>`;
}

function changedOf({ drift: found }: Conformance): ReadonlySet<string> {
  return new Set(found === null ? [] : [...found.changed, ...found.new].map(({ of }) => of));
}

function item({ id, text, answers: given = [] }: RequirementOutcome, changed: ReadonlySet<string>): Markup {
  const mark = changed.has(id) && html` <strong class="changed">${t('changed')}</strong>`;
  return html`<div id="answer-${id}"><dt><span class="id">${id}</span> ${t(text)}${mark}</dt>${given.map((answer) => said(answer, text))}</div>`;
}

function said({ title, answer }: TitledAnswer, question: string): Markup {
  const heading = title !== question && html`<span class="title">${title}</span> `;
  if (!isCases(answer) || Object.keys(answer).length <= SHOWN)
    return html`<dd>${heading}${answerMarkup(answer)}</dd>`;
  return html`<dd>${answerMarkup(answer, `${title}: `)}</dd>`;
}

/** An answer in words; cases with the same answer stand together, and many are folded behind `label`. */
export function answerMarkup(answer: unknown, label = ''): Markup {
  if (!isCases(answer)) return words(answer);
  const entries = Object.entries(answer);
  const byWords = [...grouped(entries, ([, value]) => JSON.stringify(value))];
  const list = html`<ul>${byWords.map(([, cases]) => line(cases))}</ul>`;
  if (entries.length <= SHOWN) return list;
  return html`<details><summary>${label}${t('{cases} cases, {answers} different answers', { cases: entries.length, answers: byWords.length })}</summary>${list}</details>`;
}

function line(cases: readonly (readonly [string, unknown])[]): Markup {
  const said = words(cases[0]?.[1]);
  const names = cases.map(([name]) => name).join(', ');
  return cases.length === 1 ? html`<li>${names}: ${said}</li>` : html`<li>${said}: ${names}</li>`;
}

/** A reply as its status and code, a flat object as its members, anything else as JSON. */
function words(answer: unknown): Markup {
  if (!isFlat(answer))
    return html`<code>${typeof answer === 'string' ? answer : JSON.stringify(answer)}</code>`;
  const members = Object.entries(answer);
  const isReply = members.every(([name]) => name === 'status' || name === 'code');
  const parts = members.map(([name, value]) => (isReply ? `${value ?? ''}` : `${name}: ${value}`));
  return html`<code>${parts.filter(Boolean).join(isReply ? ' ' : ', ')}</code>`;
}

function isFlat(answer: unknown): answer is Readonly<Record<string, string | number | boolean | null>> {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return false;
  const values = Object.values(answer);
  return values.length > 0 && values.every((value) => typeof value !== 'object' || value === null);
}
