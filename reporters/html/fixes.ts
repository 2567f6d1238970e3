import { stripVTControlCharacters } from 'node:util';
import { groupByKey } from '#api/group-by-key';
import { describeProblem, type Fact, type MessageId, type MessageValues } from '#api/messages';
import { cut } from '#api/text';
import { listFailures, type RunRecord } from '#results/history/history';
import type { RequirementOutcome } from '#results/verdict';
import { rerunCommand } from '../words/run-words.ts';
import { type Exchanged, type Numbered, type Page, testKey } from './shown.ts';
import {
  endpointName,
  getTitle,
  html,
  label,
  link,
  type Markup,
  requirementText,
  sectionName,
  sentence,
  t,
} from './texts.ts';

const most = { facts: 4, cases: 12, exchanges: 3, withExchanges: 40, letters: 3_000, short: 80 } as const;
const aboutSecurity = /secret|token|credential|another|hostile|inject/i;

/** Returns the list of fixes, one entry per defect, in the order that unblocks most. */
export function fixList(page: Page, runs: readonly RunRecord[]): Markup | undefined {
  if (page.fixes.length === 0) return undefined;
  return html`<section aria-labelledby="fixes"><h2 id="fixes">${t('fixes.heading')} <small>${t('fixes.order', { count: page.fixes.length })}</small></h2>
<div class="fixes">${page.fixes.map((fix) => entry(fix, page, runs))}</div></section>`;
}

/** Returns the recommendations that the target does not follow, those about security first. */
export function warnings(page: Page, runs: readonly RunRecord[]): Markup | undefined {
  if (page.warned.length === 0) return undefined;
  const secure = page.warned.filter(({ requirements }) => requirements.some(({ text }) => aboutSecurity.test(text)));
  const others = page.warned.filter((each) => !secure.includes(each));
  return html`<section aria-labelledby="warnings"><h2 id="warnings">${t('warnings.heading')} <small>${t('warnings.note', { count: page.warned.length, secure: secure.length })}</small></h2>
<div class="fixes warns">${[...secure, ...others].map((each) => entry(each, page, runs))}</div></section>`;
}

function entry(fix: Numbered, page: Page, runs: readonly RunRecord[]): Markup {
  const { anchor, number, endpoint, requirements, hidden, outcome, facts } = fix;
  const [first] = requirements;
  if (!first) return html``;
  const required = hidden.filter(({ level }) => level === 'must').length;
  const isWarning = outcome === 'warned';
  const isRequirement = fix.kind === 'other'; // the title says all of it
  const title = isRequirement ? requirementText(first) : t(...getTitle(fix));
  const about = !isRequirement && html` · ${requirementText(first)}`;
  const ids = html`${requirements.slice(0, 4).map(({ id }) => html`${id} `)}${requirements.length > 4 && html`+${requirements.length - 4}`}`;
  const effect = (words: Markup) => html`<span class="eff">${words}</span>`;
  const unblocks = hidden.length > 0 && effect(t('fix.unblocks', { count: hidden.length, required }));
  const unstable = outcome === 'unstable' && effect(t('fix.unstable'));
  return html`<details class="fix" id="${anchor}"${number === 1 && !isWarning && html` open`}><summary><span class="n">${isWarning ? '!' : number}</span>
<span class="tt"><b>${title}</b> <small>${endpointName(endpoint)}${about}</small></span>
${differenceInShort(facts[0], isRequirement || facts[0]?.expected === '')}
<span class="m"><span>${sectionName(first.section)} · ${ids}</span>${unblocks}${unstable}</span></summary>
<div class="x">${statement(first)}${sideBySide(fix, page)}${tabs(fix, page)}${details(fix, runs)}</div></details>`;
}

function differenceInShort(fact: Fact | undefined, isInTitle: boolean): Markup | undefined {
  if (!fact) return html`<span class="wg"></span>`;
  const expected =
    !isInTitle && html`<span><i>${t('expected')}</i> <code>${sentence(cut(fact.expected, most.short))}</code></span> `;
  return html`<span class="wg">${expected}<span><i>${t('actual')}</i> <code class="came">${sentence(cut(fact.actual, most.short))}</code></span></span>`;
}

function statement({ id, level, section, text, because }: RequirementOutcome): Markup {
  return html`<p class="q">${level === 'must' ? t('fix.reference') : t('fix.recommendation')} “${because ?? text}” <a href="#${id}">${sectionName(section)}, ${id}</a></p>`;
}

function sideBySide(fix: Numbered, page: Page): Markup {
  const { facts, anchor } = fix;
  const shown = facts.slice(0, most.facts);
  const alike = groupByKey(shown, ({ place, expected }) => JSON.stringify([place, expected]));
  const differing = [...alike.values()].flatMap(([first]) => first ?? []);
  const first = getExchanges(fix, page)[0];
  const [{ method = '', path = '', status = 0 } = {}] = fix.breach.kind === 'breach' ? fix.breach.exchanges : [];
  const line = ({ place }: Fact, value: Markup) =>
    html`${place !== 'test' && html`<span class="k">${sentence(place)}:</span> `}${value}\n`;
  const expected = html`${differing.map((fact) => line(fact, html`<ins>${sentence(fact.expected || fix.requirements[0]?.text || '')}</ins>`))}`;
  const actual = html`${shown.map((fact) => line(fact, html`<del>${fact.actual}</del>`))}${first && response(first.text, shown)}`;
  return html`<div class="two"><div><h3>${t('expected')}</h3>${region('fix.expectedOf', { name: anchor }, expected)}</div>
<div><h3>${t('actual')} <small>${path === '' ? '' : `${method} ${path} → ${status}`}</small></h3>${region('fix.actualOf', { name: anchor }, actual)}</div></div>`;
}

/** Returns the status, the media type and the body of an exchange as it was attached, with the wrong fields marked. */
function response(text: string, facts: readonly Fact[]): Markup | undefined {
  const [, status, rest = ''] = /\n\n(\d{3}) in [^\n]*\n?(.*)$/s.exec(plain(text)) ?? [];
  if (status === undefined) return undefined;
  const [head = '', ...body] = rest.split('\n\n');
  const fields = facts.map(({ place }) => `"${place.split(/[/.]/).at(-1)}":`);
  const isWrong = (line: string) => fields.some((name) => line.trim().startsWith(name));
  const type = head.split('\n').filter((line) => /^content-type:/i.test(line));
  const lines = cut(body.join('\n\n'), most.letters).split('\n');
  return html`\nHTTP ${status}\n${type.map((line) => html`${line}\n`)}\n${lines.map((line) => (isWrong(line) ? html`<del>${line}</del>\n` : html`${line}\n`))}`;
}

function tabs(fix: Numbered, page: Page): Markup {
  const { anchor, requirements } = fix;
  const exchanges = getExchanges(fix, page);
  const hasRequest = fix.reproduce.length > 0;
  const request = block(`${anchor}-request`, fix.reproduce.join('\n'), 'fix.requestOf');
  const check = block(`${anchor}-check`, rerunCommand(requirements.slice(0, most.cases), page.document), 'fix.checkOf');
  const all = exchanges.slice(0, most.exchanges).map(({ name, text }, index) => {
    const values = { name: anchor, number: index + 1 };
    return html`<h4>${name}</h4>${region('fix.exchangeOf', values, cut(plain(text), most.letters))}`;
  });
  return html`<div class="tabs">${hasRequest && html`<details open><summary>${t('fix.request')}</summary>${request}</details>`}
<details${!hasRequest && html` open`}><summary>${t('fix.check')}</summary>${check}</details>
${all.length > 0 && html`<details><summary>${t('fix.exchanges', { count: exchanges.length })}</summary>${all}</details>`}</div>`;
}

function block(id: string, text: string, name: MessageId): Markup {
  const copy = html`<button type="button" data-copy="${id}" hidden>${t('copy')}</button>`;
  return html`<div class="cmd">${copy}<pre id="${id}" tabindex="0" role="region" ${label(name, { name: id })}>${text}</pre></div>`;
}

function region(name: MessageId, values: MessageValues, text: string | Markup): Markup {
  return html`<pre tabindex="0" role="region" ${label(name, values)}>${text}</pre>`;
}

function getExchanges({ tests, breach, number }: Numbered, { shown }: Page): readonly Exchanged[] {
  if (number > most.withExchanges) return [];
  const attached = tests.flatMap((test) => shown.evidence.get(testKey(test)) ?? []);
  const [exchange] = breach.kind === 'breach' ? breach.exchanges : [];
  const [problem] = exchange?.problems ?? [];
  const words = problem ? describeProblem(problem) : '';
  const rank = ({ name, text }: Exchanged) =>
    (words !== '' && text.includes(words) ? 0 : 2) + (exchange && name.endsWith(`→ ${exchange.status}`) ? 0 : 1);
  return attached.toSorted((one, other) => rank(one) - rank(other));
}

/** Returns the run since which a defect fails, the other places where it shows, and the checks that it blocks. */
function details({ cases, tests, requirements, hidden, facts }: Numbered, runs: readonly RunRecord[]): Markup {
  const ids = new Set(requirements.map(({ id }) => id));
  const since = listFailures(runs).filter(({ id, first }) => ids.has(id) && first !== runs.at(-1));
  const titles = [...new Set(cases.length > 0 ? cases : tests.map(({ title: name }) => name))];
  const [oldest] = since.map(({ first }) => first).sort((one, other) => (one.started < other.started ? -1 : 1));
  const more = titles.length - most.cases;
  const first = oldest && html`${t('fix.since', { build: oldest.build || '–', day: oldest.started.slice(0, 10) })} `;
  const seen = html`${titles.slice(0, most.cases).join(' · ')}${more > 0 && html` ${t('more', { count: more })}`}`;
  const count = facts.length > most.facts && html` ${t('fix.facts', { count: facts.length })}`;
  return html`<p class="s">${first}${t('fix.seen')} ${seen}.${count}</p>
<p class="s">${t('fix.violates')} ${requirements.map(({ id }) => link(id))}${hidden.length > 0 && html`${t('fix.blocks')} ${hidden.map(({ id }) => link(id))}`}</p>`;
}

function plain(text: string): string {
  return stripVTControlCharacters(text).trim();
}
