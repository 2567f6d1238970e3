import { groupByKey } from '#api/group-by-key';
import { isEmpty, isObject } from '#api/values/json';
import type { Conformance } from '#results/document';
import type { RequirementOutcome } from '#results/verdict';
import { comparisonLines } from '../words/drift-words.ts';
import { endpointName, html, type Markup, requirementText, t } from './texts.ts';

/** Returns the behaviour of the target where the reference is silent, in words, with its changes. */
export function openQuestions(document: Conformance): Markup {
  const questions = document.requirements.filter(({ answers: responses = [] }) => responses.length > 0);
  const open = document.requirements.filter(({ level, answers = [] }) => level === 'question' && answers.length === 0);
  const changed = new Set([...(document.drift?.changed ?? []), ...(document.drift?.new ?? [])].map(({ of }) => of));
  const byEndpoint = [...groupByKey(questions, ({ endpoint }) => endpoint)];
  return html`<section class="more" aria-labelledby="questions"><details><summary><h2 id="questions">${t('nav.questions')}</h2> <small>${t('questions.count', { recorded: questions.length, open: open.length })}</small></summary>
<p>${t('questions.note')}</p>${drift(document)}
${byEndpoint.map(([endpoint, rows]) => html`<h3>${endpointName(endpoint)}</h3><dl class="answers">${rows.map((row) => item(row, changed))}</dl>`)}</details></section>`;
}

function item(row: RequirementOutcome, changed: ReadonlySet<string>): Markup {
  const { id, text, answers: responses = [] } = row;
  const lines = responses.map(
    ({ title, answer: response }) =>
      html`${title !== text && html`<dd class="s">${title}</dd>`}<dd>${responseMarkup(response)}</dd>`,
  );
  return html`<div id="answer-${id}"><dt><a href="#${id}">${id}</a> ${requirementText(row)}${changed.has(id) && html` <strong class="warned">${t('changed')}</strong>`}</dt>${lines}</div>`;
}

/** Returns a recorded response in words; cases with the same response are grouped. */
function responseMarkup(response: unknown): Markup {
  const lines = responseLines(isCases(response) ? response : { '': response }).map((line) =>
    inWords(line.replace(/^- /, '')),
  );
  return lines.length === 1 ? (lines[0] ?? html``) : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function inWords(line: string): Markup {
  return html`${line.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

function drift({ drift: found }: Conformance): Markup {
  if (found === null) return html`<p>${t('drift.none')}</p>`;
  const { ledger, same, changed, new: fresh, gone } = found;
  const counts = { ledger, same, changed: changed.length, fresh: fresh.length, gone: gone.length };
  const lines = comparisonLines(found);
  return html`<p>${t('drift.count', counts)}</p>${lines.length > 0 && html`<pre tabindex="0" role="region" aria-label="drift">${lines.join('\n')}</pre>`}`;
}

type Fields = Readonly<Record<string, unknown>>;

const MOST_CASES = 40;
const EMPTY = 'an empty text';
const types: readonly unknown[] = ['string', 'number', 'boolean', 'object', 'null'];

/** Returns true if a response holds one response per case; a reply has a status, a shape only types. */
export function isCases(response: unknown): response is Fields {
  return isObject(response) && !('status' in response) && !isShape(response);
}

/** Returns the responses of cases as lines with code in backticks; cases with the same response are grouped. */
export function responseLines(responses: Fields): string[] {
  return byWords(responses).map(([text, cases]) => {
    const [[name] = [''], ...others] = cases;
    if (name === '' && others.length === 0) return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    return others.length === 0 ? `- ${name || EMPTY}: ${text}` : `- ${text}: ${list(cases)}`;
  });
}

function words(response: unknown): string {
  if (isReply(response)) return reply(response);
  if (isObject(response) && Object.values(response).some(isReply)) return inCases(response);
  if (isEmpty(response)) return 'none';
  return `\`${typeof response === 'string' ? response : JSON.stringify(response)}\``;
}

/** Returns a reply in words, `rejected with 400 bad_request`, with the other recorded values. */
function reply({ status, code, ...others }: Fields): string {
  const other = code === undefined ? `status ${JSON.stringify(status)}` : rejection(status, code);
  const what = status === 'success' ? 'success' : other;
  return [what, ...Object.entries(others).map(([name, value]) => `${name || EMPTY} ${words(value)}`)].join(', ');
}

function rejection(status: unknown, code: unknown): string {
  return `rejected with ${String(status)} ${code === null ? 'and no listed code' : `\`${String(code)}\``}`;
}

function inCases(responses: Fields): string {
  return byWords(responses)
    .map(([text, cases]) => `${text} (${list(cases)})`)
    .join('; ');
}

function byWords(responses: Fields) {
  return [...groupByKey(Object.entries(responses), ([, response]) => words(response))];
}

function list(cases: readonly (readonly [string, unknown])[]): string {
  const more = cases.length > MOST_CASES ? ` and ${cases.length - MOST_CASES} more` : '';
  const shown = cases.slice(0, MOST_CASES).map(([name]) => name || EMPTY);
  return `${shown.join(', ')}${more}`;
}

function isReply(response: unknown): response is Fields {
  return isObject(response) && 'status' in response && !isShape(response);
}

function isShape(response: unknown): boolean {
  if (Array.isArray(response)) return response.every(isShape);
  return isObject(response) ? Object.values(response).every(isShape) : types.includes(response);
}
