import { groupByKey } from '#api/group-by-key';
import { endpoints, isEndpoint, operations } from '#api/operations';
import { groupCauses } from '#results/cause-groups';
import type { Conformance } from '#results/document';
import { listFailures, type RunRecord } from '#results/history/history';
import { toHistoryRecord } from '#results/history/record';
import type { Outcome, RequirementOutcome } from '#results/verdict';
import type { CreatedResources } from '#safety/created-resources';
import { allChecks, industriesAndValues } from './checks.ts';
import { fixList, warnings } from './fixes.ts';
import { frame } from './frame.ts';
import { missing } from './missing.ts';
import { openQuestions } from './responses.ts';
import type { Numbered, Page, Shown } from './shown.ts';
import {
  createTable,
  endpointName,
  heads,
  html,
  label,
  link,
  type Markup,
  named,
  sentence,
  signs,
  t,
} from './texts.ts';
import { bar, productName, verdictCard } from './verdict.ts';

/** Returns the conformance page: the verdict and what to do, what to fix, and every check behind it. */
export function page(document: Conformance, shown: Shown): string {
  const groups = groupCauses(document.requirements);
  const numbered = (outcomes: readonly string[], prefix: string): Numbered[] =>
    groups
      .filter(({ outcome }) => outcomes.includes(outcome))
      .map((group, index) => ({ ...group, number: index + 1, anchor: `${prefix}-${index + 1}` }));
  const fixes = numbered(['failed', 'unstable'], 'fix');
  const parts: Page = { document, shown, fixes, warned: numbered(['warned'], 'warning') };
  const runs = [...shown.earlier, toHistoryRecord(document, [])];
  const { verdict } = document;
  const product = productName(document);
  return frame(
    {
      title: { id: 'title', values: { verdict, fixes: fixes.length, product } },
      bar: bar(parts),
      main: html`${verdictCard(parts)}${suiteErrors(document)}${fixList(parts, runs)}${missing(document)}${warnings(parts, runs)}
${operationTiles(document)}${waivers(document)}<div class="rest">${listChanges(runs)}${industriesAndValues(parts)}
${allChecks(parts)}${openQuestions(document)}${createdResources(shown.left)}${about(document)}</div>`,
      sheet: `${verdict} · ${product}`,
    },
    shown.language,
  );
}

/** Returns the new, fixed and still failing requirements since the previous run, with its build and date. */
function listChanges(runs: readonly RunRecord[]): Markup | undefined {
  const [before, now] = runs.slice(-2);
  if (!before || !now) return undefined;
  const failing = listFailures(runs);
  const rows = {
    new: failing.filter(({ first }) => first === now).map(({ id }) => link(id)),
    fixed: (before.outcomes.failed ?? []).filter((id) => now.outcomes.passed?.includes(id)).map(link),
    still: failing
      .filter(({ first }) => first !== now)
      .map(({ id, first }) => html`${link(id)} <small>${t('changes.since', { run: nameRun(first) })}</small> `),
  };
  const list = Object.entries(rows).map(
    ([name, found]) =>
      html`<div><dt>${named('changes', name)}</dt><dd>${found.length === 0 ? t('none') : found}</dd></div>`,
  );
  return html`<section aria-labelledby="changes"><h2 id="changes">${t('changes.heading')} <small>${t('changes.before', { run: nameRun(before) })}</small></h2>
<div class="card"><dl class="changes">${list}</dl></div></section>`;
}

function nameRun({ build, started }: RunRecord): string {
  return `${build === '' ? '' : `${build}, `}${started.slice(0, 16).replace('T', ' ')}`;
}

/** Returns the register as one picture: an operation a line, a required check a tile. */
function operationTiles({ requirements }: Conformance): Markup {
  const all = [...endpoints, 'service', 'client'];
  const byOperation = all.map((name) => [name, requirements.filter(({ endpoint }) => endpoint === name)] as const);
  const rows = byOperation.filter(([, found]) => found.some(({ level }) => level === 'must')).map(operation);
  return html`<section aria-labelledby="operations"><h2 id="operations">${t('nav.operations')} <small>${t('operations.key')}</small></h2>
<div class="ops">${rows}</div></section>`;
}

function operation([name, rows]: readonly [string, readonly RequirementOutcome[]]): Markup {
  const required = rows.filter(({ level }) => level === 'must');
  const place = isEndpoint(name) && `${operations[name].method} /${operations[name].path}`;
  return html`<div class="op"><div class="on"><b>${endpointName(name)}</b>${place && html`<code>${place}</code>`}</div>
<div class="tiles" role="group" ${label('operations.tiles', { name })}>${required.map(tile)}</div>
<div class="oc">${countTiles(rows, required)}</div></div>`;
}

function tile({ id, outcome, cause, text }: RequirementOutcome): Markup {
  const word = cause?.kind === 'failed control' ? 'blocked' : outcome;
  const sign = word === 'passed' ? '' : signs[outcome];
  return html`<a class="t ${outcome.replace(' ', '-')}" href="#${id}" title="${id} ${word}: ${text}"><span class="unseen">${id} ${t(`outcome.${word}`)}</span>${sign}</a>`;
}

function countTiles(rows: readonly RequirementOutcome[], required: readonly RequirementOutcome[]): Markup {
  const count = (word: Outcome) => required.filter(({ outcome }) => outcome === word).length;
  const words: readonly Outcome[] = ['failed', 'unstable', 'waived', 'inconclusive', 'not exercised'];
  const isWarned = ({ outcome }: RequirementOutcome) => outcome === 'warned' || outcome === 'failed';
  const warned = rows.filter((row) => row.level === 'should' && isWarned(row));
  const shown = words.filter((word) => count(word) > 0);
  return html`<b>${t('operations.passed', { passed: count('passed'), all: required.length })}</b>${shown.map(
    (word) => html`, <span class="${word.replace(' ', '-')}">${count(word)} ${t(`outcome.${word}`)}</span>`,
  )}${warned.length > 0 && html`, <span class="warned">${t('bar.warnings', { count: warned.length })}</span>`}`;
}

const MOST_IDS = 50;

/** Returns the errors of the suite itself, which forbid the word conformant. */
function suiteErrors({ errors }: Conformance): Markup | undefined {
  if (errors.length === 0) return undefined;
  return html`<section aria-labelledby="errors"><h2 id="errors">${t('errors.heading')}</h2>
${errors.map((error) => html`<pre tabindex="0" role="region" ${label('errors.one')}>${error}</pre>`)}</section>`;
}

/** Returns the waivers: known failures that are tolerated until a date. */
function waivers({ waivers: rows }: Conformance): Markup | undefined {
  if (rows.length === 0) return undefined;
  const waived = rows.map(
    ({ requirement, problem, reason, owner, expires, link: url, outcome }) =>
      html`<tr><th scope="row">${link(requirement)}</th><td>${problem === undefined ? reason : sentence(problem)}</td><td>${owner}</td><td class="day">${expires}</td><td>${/^https?:\/\//.test(url) ? html`<a href="${url}">${url}</a>` : url}</td><td>${t(`waiver.${outcome}`)}</td></tr>`,
  );
  const columns = heads('waivers', ['requirement', 'reason', 'owner', 'until', 'link', 'state']);
  return html`<section aria-labelledby="waivers"><h2 id="waivers">${t('waivers.heading')} <small>${t('waivers.note')}</small></h2>
${createTable(columns, waived, 'waivers.table')}</section>`;
}

/** Returns the resources that the run created and could not delete. */
function createdResources(rows: CreatedResources | undefined): Markup | undefined {
  if (rows === undefined) return undefined;
  const byOperation = [...groupByKey(rows, ({ operation }) => operation)];
  const line = ([operation, found]: [string, CreatedResources]) =>
    html`<li><b>${operation}</b>: ${found.length} <small>${found.slice(0, MOST_IDS).map(({ id }) => html`${id ?? '–'} `)}${found.length > MOST_IDS && t('created.more', { count: found.length - MOST_IDS })}</small></li>`;
  return html`<section class="more" aria-labelledby="created"><details><summary><h2 id="created">${t('created.heading')}</h2> <small>${t('created.count', { count: rows.length })}</small></summary>
<ul>${byOperation.map(line)}</ul></details></section>`;
}

/** Returns the description of this run and the limits of its result. */
function about({ decision, failedTeardowns = [], replay }: Conformance): Markup {
  const teardowns = failedTeardowns.map(({ state, why }) => html`<li>${state}: ${sentence(why)}</li>`);
  return html`<section class="more" aria-labelledby="about"><details><summary><h2 id="about">${t('about.heading')}</h2></summary>
<p>${decision.words}</p>
${replay && html`<p>${t('about.replay', { run: replay.run, day: replay.recorded.slice(0, 10), version: replay.suite.version, unrecorded: replay.unrecorded })}</p>`}
<p>${t('about.levels')}</p><p>${t('about.limits')}</p>
${teardowns.length > 0 && html`<h3 id="teardowns">${t('about.teardowns')}</h3><ul>${teardowns}</ul>`}</details></section>`;
}
