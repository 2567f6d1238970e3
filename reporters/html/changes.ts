import type { RunRecord } from '#results/history/history';
import { sinceWhen } from '#results/history/over-nights';
import { html, type Markup } from './markup.ts';
import { label, link, t } from './texts.ts';

/** So many earlier runs are listed; the history has all. */
const MOST = 30;

/** Returns what is new, fixed and still failing since the run before, with its build and date. */
export function changes(runs: readonly RunRecord[]): Markup | undefined {
  const [before, now] = runs.slice(-2);
  if (!before || !now) return undefined;
  const failing = sinceWhen(runs);
  const rows = {
    new: failing.filter(({ first }) => first === now).map(({ id }) => link(id)),
    fixed: (before.outcomes.failed ?? []).filter((id) => now.outcomes.passed?.includes(id)).map(link),
    still: failing
      .filter(({ first }) => first !== now)
      .map(({ id, first }) => html`${link(id)} <small>${t('changes.since', { run: named(first) })}</small> `),
  };
  const list = Object.entries(rows).map(
    ([name, found]) =>
      html`<div><dt>${t(`changes.${name}`)}</dt><dd>${found.length === 0 ? t('none') : found}</dd></div>`,
  );
  return html`<section aria-labelledby="changes"><h2 id="changes">${t('changes.heading')} <small>${t('changes.before', { run: named(before) })}</small></h2>
<div class="card"><dl class="changes">${list}</dl><details><summary>${t('changes.runs', { count: runs.length - 1 })}</summary>${table(runs)}</details></div></section>`;
}

function named({ build, started }: RunRecord): string {
  return `${build === '' ? '' : `${build}, `}${started.slice(0, 16).replace('T', ' ')}`;
}

function table(runs: readonly RunRecord[]): Markup {
  const head = ['run', 'build', 'verdict', 'passed', 'failed'].map(
    (name) => html`<th scope="col">${t(`changes.${name}`)}</th>`,
  );
  const row = (run: RunRecord) =>
    html`<tr><th scope="row">${run.started.slice(0, 16).replace('T', ' ')}</th><td>${run.build || '–'}</td><td>${run.verdict}</td><td>${run.musts.passed ?? 0}</td><td>${run.musts.failed ?? 0}</td></tr>`;
  return html`<div class="scroll" tabindex="0" role="region" ${label('changes.table')}><table><thead><tr>${head}</tr></thead><tbody>${runs.slice(-MOST).toReversed().map(row)}</tbody></table></div>`;
}
