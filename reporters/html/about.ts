import { groupByKey } from '#api/group-by-key';
import type { Conformance } from '#results/document';
import type { CreatedResources } from '#safety/journal';
import { html, type Markup } from './markup.ts';
import { label, t, table, link as toCheck } from './texts.ts';

const MOST = 50;

/** Returns the errors of the suite itself, which forbid the word conformant. */
export function suiteErrors({ errors }: Conformance): Markup | undefined {
  if (errors.length === 0) return undefined;
  return html`<section aria-labelledby="errors"><h2 id="errors">${t('errors.heading')}</h2>
${errors.map((error) => html`<pre tabindex="0" role="region" ${label('errors.one')}>${error}</pre>`)}</section>`;
}

/** Returns the waivers: known failures that are tolerated until a date. */
export function waivers({ waivers: rows }: Conformance): Markup | undefined {
  if (rows.length === 0) return undefined;
  const waived = rows.map(
    ({ requirement, problem, reason, owner, expires, link, outcome }) =>
      html`<tr><th scope="row">${toCheck(requirement)}</th><td>${problem === undefined ? reason : t(problem)}</td><td>${owner}</td><td class="day">${expires}</td><td>${linked(link)}</td><td>${t(outcome)}</td></tr>`,
  );
  const columns = ['requirement', 'reason', 'owner', 'until', 'link', 'state'].map((name) => `waivers.${name}`);
  return html`<section aria-labelledby="waivers"><h2 id="waivers">${t('waivers.heading')} <small>${t('waivers.note')}</small></h2>
${table(columns, waived, 'waivers.table')}</section>`;
}

function linked(url: string): Markup {
  return /^https?:\/\//.test(url) ? html`<a href="${url}">${url}</a>` : html`${url}`;
}

/** Returns the resources that the run created and could not delete. */
export function createdResources(rows: CreatedResources | undefined): Markup | undefined {
  if (rows === undefined) return undefined;
  const byOperation = [...groupByKey(rows, ({ operation }) => operation)];
  const line = ([operation, own]: [string, CreatedResources]) =>
    html`<li><b>${operation}</b>: ${own.length} <small>${own.slice(0, MOST).map(({ id }) => html`${id ?? '–'} `)}${own.length > MOST && t('created.more', { count: own.length - MOST })}</small></li>`;
  return html`<section class="more" aria-labelledby="created"><details><summary><h2 id="created">${t('created.heading')}</h2> <small>${t('created.count', { count: rows.length })}</small></summary>
<ul>${byOperation.map(line)}</ul></details></section>`;
}

/** Returns the description of this run and the limits of its result. */
export function about({ decision, failedTeardowns = [], replay }: Conformance): Markup {
  const teardowns = failedTeardowns.map(({ state, why }) => html`<li>${state}: ${t(why)}</li>`);
  return html`<section class="more" aria-labelledby="about"><details><summary><h2 id="about">${t('about.heading')}</h2></summary>
<p>${decision.words}</p>
${replay && html`<p>${t('about.replay', { run: replay.run, day: replay.recorded.slice(0, 10), version: replay.suite.version, unrecorded: replay.unrecorded })}</p>`}
<p>${t('about.levels')}</p><p>${t('about.limits')}</p>
${teardowns.length > 0 && html`<h3 id="teardowns">${t('about.teardowns')}</h3><ul>${teardowns}</ul>`}</details></section>`;
}
