import { stripVTControlCharacters } from 'node:util';
import { problemRow } from '#api/cause-words';
import { industryRows, isIndustry } from '#factories/preferences/industry';
import { type CauseGroup, causeGroups } from '#results/cause-groups';
import type { Conformance } from '#results/document';
import type { RequirementOutcome } from '#results/verdict';
import { curlIn } from '../words/cause-lines.ts';
import { rerunCommand } from '../words/rerun-words.ts';
import { type EvidenceByTest, type Exchanged, testKey } from './evidence.ts';
import { html, type Markup } from './markup.ts';
import { badge } from './outcome-badge.ts';
import { label, t } from './texts.ts';

/** Of one exchange no more than this is shown: the page stays one that can be opened and printed. */
const LONGEST = 6_000;
const EXCHANGES = 3;
const TITLES = 12;

/** What is to be mended, each once, with what it broke and the exchange that shows it. */
export function causes(document: Conformance, evidence: EvidenceByTest): Markup | undefined {
  const groups = causeGroups(document.requirements);
  if (groups.length === 0) return undefined;
  return html`<section aria-labelledby="causes"><h2 id="causes">${t('Causes')}</h2>
<p>${t('Causes: {causes}. Requirements: {requirements}. Each is told once, the worst first.', countsOf(groups))}</p>
${groups.map((group, index) => cause(group, index + 1, document, evidence))}</section>`;
}

/** The number of the cause that a requirement is broken by. */
export function causeNumbers({ requirements }: Conformance): ReadonlyMap<string, number> {
  const numbered = causeGroups(requirements).flatMap((group, index) =>
    group.requirements.map(({ id }) => [id, index + 1] as const),
  );
  return new Map(numbered.toReversed()); // of several the worst one
}

/** The number of the cause that a test shows, by the test's key. */
export function causesOfTests({ requirements }: Conformance): ReadonlyMap<string, number> {
  const numbered = causeGroups(requirements).flatMap(({ tests }, index) =>
    tests.map((test) => [testKey(test), index + 1] as const),
  );
  return new Map(numbered.toReversed());
}

function cause(group: CauseGroup, number: number, document: Conformance, evidence: EvidenceByTest): Markup {
  const { endpoint, title, outcome, requirements, tests, hidden } = group;
  const shown = tests
    .map((test) => evidence.get(testKey(test))?.exchanges ?? [])
    .find(({ length }) => length > 0);
  return html`<article class="cause" id="cause-${number}" aria-labelledby="cause-title-${number}">
<h3 id="cause-title-${number}">${badge(outcome)} ${endpoint}: ${t(plain(title))}</h3>
<p>${t('Requirements: {requirements}. Tests: {tests}.', { requirements: requirements.length, tests: tests.length })} ${links(requirements)}</p>
${hidden.length > 0 && html`<p>${t('Not judged because of it:')} ${links(hidden)}</p>`}
${table(group)}${statement(requirements[0])}${hits(group, evidence)}
${commands(group, document)}
${exchanges(shown ?? [], number)}</article>`;
}

/** What there is to be mended, and what it broke, each counted once. */
function countsOf(groups: readonly CauseGroup[]) {
  const ids = new Set(groups.flatMap(({ requirements }) => requirements.map(({ id }) => id)));
  return { causes: groups.length, requirements: ids.size };
}

function links(rows: readonly RequirementOutcome[]): readonly Markup[] {
  return rows.map(({ id }) => html`<a class="id" href="#${id}">${id}</a> `);
}

function table({ breach }: CauseGroup): Markup | undefined {
  const problems = breach.kind === 'breach' ? (breach.exchanges[0]?.problems ?? []) : [];
  if (problems.length === 0) return undefined;
  const row = ([member, wanted, got]: readonly string[]) =>
    html`<tr><th scope="row">${t(plain(member ?? ''))}</th><td>${t(plain(wanted ?? ''))}</td><td>${t(plain(got ?? ''))}</td></tr>`;
  return html`<div class="scroll" tabindex="0" role="region" ${label('What is wanted and what came, table')}><table class="wanted"><thead><tr><th scope="col">${t('Member')}</th><th scope="col">${t('Wanted')}</th><th scope="col">${t('Got')}</th></tr></thead>
<tbody>${problems.map((problem) => row(problemRow(problem)))}</tbody></table></div>`;
}

/** What the reference says, in the suite's own words. */
function statement(row: RequirementOutcome | undefined): Markup | undefined {
  if (!row) return undefined;
  const { id, level, section, text } = row;
  return html`<p>${level === 'must' ? t('The reference says, section {section}:', { section }) : t('Any client relies on it, section {section}:', { section })} ${t(text)} <a href="#${id}">${id}</a></p>`;
}

/** Which industries, fields and cases are hit. */
function hits({ tests }: CauseGroup, evidence: EvidenceByTest): Markup | undefined {
  const industries = tests.map((test) => evidence.get(testKey(test))?.industry ?? '').filter(isIndustry);
  const named = [...new Set(industries)].map((industry) => industryRows[industry].name);
  const titles = [...new Set(tests.map(({ title }) => title))];
  const more = titles.length - TITLES;
  return html`${named.length > 0 && html`<p>${t('Industries:')} ${named.join(', ')}.</p>`}<p class="hits">${t('Seen by:')} ${titles.slice(0, TITLES).join('; ')}${more > 0 && html` ${t('and {more} more', { more })}`}.</p>`;
}

function commands({ requirements, tests }: CauseGroup, document: Conformance): Markup {
  const curl = curlIn(tests[0]?.reason ?? '').join('\n');
  return html`${command('rerun', rerunCommand(requirements.slice(0, TITLES), document))}${curl !== '' && command('curl', curl)}`;
}

/** Copied by the script of the page; without it the command is there to be marked. */
function command(name: string, text: string): Markup {
  return html`<p class="command"><button type="button" data-copy hidden>${t(`Copy ${name}`)}</button> <code>${text}</code></p>`;
}

function exchanges(shown: readonly Exchanged[], number: number): Markup | undefined {
  if (shown.length === 0) return undefined;
  const blocks = shown.slice(0, EXCHANGES).map(({ name, text }) => {
    const whole = plain(text);
    const cut = whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole;
    return html`<h4>${t(name)}</h4><pre tabindex="0" role="region" ${label('{name}, cause {number}', { name, number })}>${cut}</pre>`;
  });
  return html`<details><summary>${t('The exchange')} <span class="unseen">${t('of cause {number}', { number })}</span></summary>${blocks}</details>`;
}

function plain(text: string): string {
  return stripVTControlCharacters(text).trim();
}
