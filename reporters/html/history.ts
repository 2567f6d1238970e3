import type { Conformance } from '#results/document';
import type { RunRecord } from '#results/history/history';
import { sinceWhen } from '#results/history/over-nights';
import { recordOf } from '#results/history/record';
import type { Outcome } from '#results/outcome';
import { html, type Markup } from './markup.ts';
import { label, t, titled } from './texts.ts';

const WIDTH = 720;
const HEIGHT = 120;

/** What changed since the last run, and the runs drawn: musts by outcome, and how long each operation took. */
export function history(document: Conformance, earlier: readonly RunRecord[]): Markup | undefined {
  if (earlier.length === 0) return undefined;
  const now = recordOf(document, []);
  const runs = [...earlier, now];
  return html`<section aria-labelledby="history"><h2 id="history">${t('What changed')}</h2>
${changes(runs)}
<h3>${t('Musts run by run')}</h3>
${mustsDrawn(runs)}
<details><summary>${t('The same as a table')}</summary>${runsTable(runs)}</details>
<h3>${t('Answer times run by run')}</h3>
<div class="sparks">${Object.keys(now.times).map((endpoint) => timesDrawn(endpoint, runs))}</div></section>`;
}

function changes(runs: readonly RunRecord[]): Markup {
  const [before, now] = runs.slice(-2);
  const broken = sinceWhen(runs);
  const fresh = broken.filter(({ first }) => first === now).map(({ id }) => html`${link(id)} `);
  const still = broken.filter(({ first }) => first !== now);
  const fixed = (before?.outcomes.failed ?? []).filter((id) => now?.outcomes.passed?.includes(id));
  return html`<dl class="changes">
<div><dt>${t('New since the last run')}</dt><dd>${fresh.length === 0 ? t('nothing') : fresh}</dd></div>
<div><dt>${t('Failing')}</dt><dd>${still.length === 0 ? t('nothing that failed before') : still.map(({ id, first }) => html`${link(id)} ${t('since {day}', { day: day(first) })} `)}</dd></div>
<div><dt>${t('Fixed since the last run')}</dt><dd>${fixed.length === 0 ? t('nothing') : fixed.map((id) => html`${link(id)} `)}</dd></div></dl>`;
}

function link(id: string): Markup {
  return html`<a class="id" href="#${id}">${id}</a>`;
}

/** From the ground up: what holds, what is not known, what is broken. */
const layers: readonly { readonly of: readonly Outcome[]; readonly tone: string }[] = [
  { of: ['passed'], tone: 'passed' },
  { of: ['waived'], tone: 'waived' },
  { of: ['not exercised', 'inconclusive'], tone: 'not-exercised' },
  { of: ['unstable'], tone: 'unstable' },
  { of: ['failed'], tone: 'failed' },
];

function mustsDrawn(runs: readonly RunRecord[]): Markup {
  const step = Math.min(WIDTH / runs.length, 40);
  const bars = runs.map((run, index) => bar(run, index * step, step * 0.8));
  return html`<svg class="drawn" viewBox="0 0 ${WIDTH} ${HEIGHT + 16}" role="img" ${label('Musts by outcome in {count} runs; a triangle marks a run with changed answers', { count: runs.length })}>${bars}</svg>
<p class="limits"><span class="key passed">${t('passed')}</span> <span class="key failed">${t('failed')}</span> <span class="key unstable">${t('unstable')}</span> <span class="key waived">${t('waived')}</span> <span class="key not-exercised">${t('not exercised')}</span> ▲ ${t('answers changed')}</p>`;
}

function bar(run: RunRecord, x: number, width: number): Markup {
  const count = (words: readonly Outcome[]) => words.reduce((sum, word) => sum + (run.musts[word] ?? 0), 0);
  const all = count(layers.flatMap(({ of }) => of)) || 1;
  let top = HEIGHT + 16;
  const parts = layers.map(({ of, tone }) => {
    const height = (count(of) / all) * HEIGHT;
    top -= height;
    return html`<rect class="${tone}" x="${x.toFixed(1)}" y="${top.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}"/>`;
  });
  const drift =
    driftOf(run) > 0 &&
    html`<text x="${(x + width / 2).toFixed(1)}" y="11" text-anchor="middle" font-size="11">▲</text>`;
  return html`<g>${wordsOf(run)}${parts}${drift}</g>`;
}

function driftOf({ drift }: RunRecord): number {
  return drift === null ? 0 : drift.changed + drift.new + drift.gone;
}

/** What a bar says to who points at it. */
function wordsOf(run: RunRecord): Markup {
  const { passed = 0, failed = 0 } = run.musts;
  const values = { day: day(run), verdict: run.verdict, passed, failed, drift: driftOf(run) };
  return titled('{day}: {verdict}, musts passed {passed}, failed {failed}, answers changed {drift}', values);
}

function runsTable(runs: readonly RunRecord[]): Markup {
  const row = (run: RunRecord) =>
    html`<tr><th scope="row">${day(run)}</th><td>${run.build || run.suite}</td><td>${t(run.verdict)}</td><td>${run.musts.passed ?? 0}</td><td>${run.musts.failed ?? 0}</td><td>${driftOf(run)}</td></tr>`;
  return html`<div class="scroll" tabindex="0" role="region" ${label('Runs, table')}><table class="counts"><thead><tr><th scope="col">${t('Run')}</th><th scope="col">${t('Build')}</th><th scope="col">${t('Verdict')}</th>
<th scope="col">${t('Musts passed')}</th><th scope="col">${t('Musts failed')}</th><th scope="col">${t('Answers changed')}</th></tr></thead><tbody>${runs.toReversed().map(row)}</tbody></table></div>`;
}

/** The slowest answer and, in bold, the median one of an operation, run by run. */
function timesDrawn(endpoint: string, runs: readonly RunRecord[]): Markup {
  const times = runs.map((run) => run.times[endpoint]);
  const slowest = times.map((each) => each?.slowest ?? 0);
  const median = times.map((each) => each?.median ?? 0);
  const most = Math.max(...slowest, 1);
  return html`<figure><svg class="drawn" viewBox="0 0 220 60" role="img" ${label('{endpoint}: median {median} ms, slowest {slowest} ms in the last of {count} runs', { endpoint, median: median.at(-1) ?? 0, slowest: slowest.at(-1) ?? 0, count: runs.length })}>
<polyline class="slowest" points="${points(slowest, most)}"/><polyline class="median" points="${points(median, most)}"/></svg>
<figcaption>${endpoint} <small>${t('median {median} ms, slowest {slowest} ms', { median: median.at(-1) ?? 0, slowest: slowest.at(-1) ?? 0 })}</small></figcaption></figure>`;
}

function points(values: readonly number[], most: number): string {
  const step = 216 / Math.max(values.length - 1, 1);
  return values
    .map((value, at) => `${(2 + at * step).toFixed(1)},${(56 - (value / most) * 52).toFixed(1)}`)
    .join(' ');
}

function day({ started }: RunRecord): string {
  return started.slice(0, 16).replace('T', ' ');
}
