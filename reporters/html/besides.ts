import type { Conformance } from '#results/document';
import type { Change, LoneAnswer } from '#results/ledger/comparison';
import type { LeftBehind } from '#safety/left-behind';
import { html, type Markup } from './markup.ts';
import { label, t } from './texts.ts';

/** Errors of the suite itself, which forbid the word conformant. */
export function suiteErrors({ errors }: Conformance): Markup | undefined {
  if (errors.length === 0) return undefined;
  return html`<section aria-labelledby="errors"><h2 id="errors">${t('Errors of the suite')}</h2>
${errors.map((error) => html`<pre tabindex="0" ${label('An error of the suite')}>${error}</pre>`)}</section>`;
}

/** The known breaches that are tolerated until a date. */
export function waivers({ waivers: rows }: Conformance): Markup | undefined {
  if (rows.length === 0) return undefined;
  const row = (
    waiver: Conformance['waivers'][number],
  ) => html`<tr><th scope="row"><a href="#${waiver.requirement}">${waiver.requirement}</a></th>
<td>${waiver.problem === undefined ? waiver.reason : t(waiver.problem)}</td><td>${waiver.owner}</td><td>${waiver.expires}</td><td>${link(waiver.link)}</td><td>${t(waiver.outcome)}</td></tr>`;
  return html`<section aria-labelledby="waivers"><h2 id="waivers">${t('Waivers')}</h2>
<p>${t('Breaches that are known and tolerated until a date. They are not passed.')}</p>
<div class="scroll" tabindex="0" role="region" ${label('Waivers, table')}><table><thead><tr><th scope="col">${t('Requirement')}</th><th scope="col">${t('Reason')}</th><th scope="col">${t('Owner')}</th>
<th scope="col">${t('Until')}</th><th scope="col">${t('Where')}</th><th scope="col">${t('In this run')}</th></tr></thead><tbody>${rows.map(row)}</tbody></table></div></section>`;
}

/** Only a link of the web is made one: a file of waivers is written by hand. */
function link(url: string): Markup {
  return /^https?:\/\//.test(url) ? html`<a href="${url}">${url}</a>` : html`${url}`;
}

/** What the target answers otherwise than what was accepted of it. */
export function drift({ drift: found }: Conformance): Markup {
  if (found === null)
    return html`<p>${t('No earlier answers of this target are accepted, so nothing is compared.')}</p>`;
  const { ledger, same, changed, new: fresh, gone, otherDepth } = found;
  const counts = { ledger, same, changed: changed.length, fresh: fresh.length, gone: gone.length };
  const depth = otherDepth && t('They were accepted at another depth: only what both asked is compared.');
  return html`<p>${t('Compared with {ledger}: {same} the same, {changed} changed, {fresh} new, {gone} gone.', counts)} ${depth}</p>
<ul class="drift">${changed.map(changeItem)}${fresh.map((answer) => loneItem('new', answer))}${gone.map((answer) => loneItem('gone', answer))}</ul>`;
}

function changeItem({ of, title, at, old, new: now }: Change): Markup {
  return html`<li><b>${t('changed')}</b> ${of} ${title} ${at.join(' / ')}: <code>${short(old)}</code> → <code>${short(now)}</code></li>`;
}

function loneItem(word: string, { of, title, answer }: LoneAnswer): Markup {
  return html`<li><b>${t(word)}</b> ${of} ${title}: <code>${short(answer)}</code></li>`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? '–';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** The provider states that could not be ended: what the next run may find in its way. */
export function failedTeardowns({ failedTeardowns: rows = [] }: Conformance): Markup | undefined {
  if (rows.length === 0) return undefined;
  return html`<section aria-labelledby="teardowns"><h2 id="teardowns">${t('Provider states that could not be ended')}</h2>
<p>${t('No test fails of it. Look at what they left behind before the next run.')}</p>
<ul>${rows.map(({ state, why }) => html`<li>${state}: ${t(why)}</li>`)}</ul></section>`;
}

const columns = ['operation', 'id', 'tag', 'when', 'requirement', 'test'] as const;

/** What the run left behind, a row each. */
export function leftBehind(rows: LeftBehind | undefined): Markup | undefined {
  if (rows === undefined) return undefined;
  const table = html`<details><summary>${t('{count} resources', { count: rows.length })}</summary><div class="scroll" tabindex="0" role="region" ${label('What the run left behind, table')}><table><thead><tr>${columns.map((name) => html`<th scope="col">${t(name)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((name) => html`<td>${row[name] ?? t('unknown')}</td>`)}</tr>`)}</tbody></table></div></details>`;
  return html`<section aria-labelledby="left-behind"><h2 id="left-behind">${t('What the run left behind')}</h2>
${rows.length === 0 ? html`<p>${t('Nothing.')}</p>` : table}</section>`;
}
