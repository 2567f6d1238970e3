import { groupByKey } from '#api/group-by-key';
import type { Conformance } from '#results/document';
import type { RequirementOutcome } from '#results/verdict';
import { answerLines, isCases } from '../words/answer-words.ts';
import { comparisonLines } from '../words/drift-words.ts';
import { html, type Markup } from './markup.ts';
import { endpointName, requirementText, t } from './texts.ts';

/** Returns the behaviour of the target where the reference is silent, in words, with its changes. */
export function openQuestions(document: Conformance): Markup {
  const questions = document.requirements.filter(({ answers = [] }) => answers.length > 0);
  const open = document.requirements.filter(({ level, answers = [] }) => level === 'question' && answers.length === 0);
  const changed = new Set([...(document.drift?.changed ?? []), ...(document.drift?.new ?? [])].map(({ of }) => of));
  const byEndpoint = [...groupByKey(questions, ({ endpoint }) => endpoint)];
  return html`<section class="more" aria-labelledby="questions"><details><summary><h2 id="questions">${t('nav.questions')}</h2> <small>${t('questions.count', { recorded: questions.length, open: open.length })}</small></summary>
<p>${t('questions.note')}</p>${drift(document)}
${byEndpoint.map(([endpoint, rows]) => html`<h3>${endpointName(endpoint)}</h3><dl class="answers">${rows.map((row) => item(row, changed))}</dl>`)}</details></section>`;
}

function item(row: RequirementOutcome, changed: ReadonlySet<string>): Markup {
  const { id, text, answers = [] } = row;
  const lines = answers.map(
    ({ title, answer }) => html`${title !== text && html`<dd class="s">${title}</dd>`}<dd>${answerMarkup(answer)}</dd>`,
  );
  return html`<div id="answer-${id}"><dt><a href="#${id}">${id}</a> ${requirementText(row)}${changed.has(id) && html` <strong class="warned">${t('changed')}</strong>`}</dt>${lines}</div>`;
}

/** Returns a recorded response in words; cases with the same response are grouped. */
export function answerMarkup(answer: unknown): Markup {
  const lines = answerLines(isCases(answer) ? answer : { '': answer }).map((line) => inWords(line.replace(/^- /, '')));
  return lines.length === 1 ? (lines[0] ?? html``) : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function inWords(line: string): Markup {
  const parts = line.replace(/\\([_*<>[\]`])/g, '$1').split('`');
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

function drift({ drift: found }: Conformance): Markup {
  if (found === null) return html`<p>${t('drift.none')}</p>`;
  const { ledger, same, changed, new: fresh, gone } = found;
  const counts = { ledger, same, changed: changed.length, fresh: fresh.length, gone: gone.length };
  const lines = comparisonLines(found);
  return html`<p>${t('drift.count', counts)}</p>${lines.length > 0 && html`<pre tabindex="0" role="region" aria-label="drift">${lines.join('\n')}</pre>`}`;
}
