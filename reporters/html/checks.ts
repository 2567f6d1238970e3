import { stripVTControlCharacters } from 'node:util';
import { describeViolation, type MessageId } from '#api/messages';
import { levels } from '#api/requirement';
import { cut } from '#api/text';
import { type Industry, industries, industryRows } from '#factories/preferences/industry';
import { outcomes, precedence, type RequirementOutcome, type TestOutcome } from '#results/verdict';
import type { Page } from './shown.ts';
import {
  badge,
  createTable,
  endpointName,
  heads,
  html,
  type Markup,
  named,
  requirementText,
  sectionName,
  sentence,
  signs,
  t,
} from './texts.ts';

/** Returns every check with search and filters, the passed ones separately. */
export function allChecks({ document, fixes, warned }: Page): Markup {
  const { requirements } = document;
  const entries = [...warned, ...fixes].toReversed(); // the first entry of a requirement counts
  const anchors = new Map(entries.flatMap(({ anchor, requirements: rows }) => rows.map(({ id }) => [id, anchor])));
  const isPassed = ({ outcome }: RequirementOutcome) => outcome === 'passed' || outcome === 'answered';
  const passed = requirements.filter(isPassed);
  const others = requirements.filter((row) => !isPassed(row));
  const found = outcomes.filter((word) => requirements.some(({ outcome }) => outcome === word));
  const endpoints = [...new Set(requirements.map(({ endpoint }) => endpoint))];
  const counts = {
    all: requirements.length,
    ...Object.fromEntries(levels.map((level) => [level, requirements.filter((row) => row.level === level).length])),
  };
  return html`<section class="more" aria-labelledby="checks"><details><summary><h2 id="checks">${t('nav.checks', { count: requirements.length })}</h2> <small>${t('checks.count', counts)}</small></summary>
${filters({ endpoint: endpoints, level: levels, outcome: found })}
${others.length > 0 && checkTable(others, anchors)}
<details class="passed-checks"><summary>${t('checks.passed', { count: passed.length })}</summary>${checkTable(passed, anchors)}</details></details></section>`;
}

/** Returns filters over all rows with `data-endpoint`, `data-level` and `data-outcome`, which the script shows. */
function filters(choices: Readonly<Record<'endpoint' | 'level' | 'outcome', readonly string[]>>): Markup {
  const select = ([name, options]: [
    string,
    readonly string[],
  ]) => html`<label>${named('filter', name)} <select name="${name}"><option value="" data-t="filter.all">all</option>
${options.map((option) => html`<option value="${option}" data-t="${name === 'endpoint' ? 'operation' : name}.${option}">${option}</option>`)}</select></label>`;
  return html`<form id="filters" class="filters" hidden><label>${t('filter.search')} <input type="search" name="find" autocomplete="off"></label>${Object.entries(choices).map(select)}
<button type="reset">${t('filter.reset')}</button> <output id="shown"></output></form>`;
}

function checkTable(rows: readonly RequirementOutcome[], anchors: ReadonlyMap<string, string>): Markup {
  const head = heads('filter', ['id', 'requirement', 'endpoint', 'outcome']);
  return html`<table class="requirements"><thead><tr>${head}</tr></thead>
<tbody>${rows.map((row) => tableRow(row, anchors.get(row.id)))}</tbody></table>`;
}

function tableRow(row: RequirementOutcome, anchor: string | undefined): Markup {
  const { id, endpoint, level, section, outcome } = row;
  return html`<tr id="${id}" data-endpoint="${endpoint}" data-level="${level}" data-outcome="${outcome}">
<th scope="row">${id}</th><td><p>${requirementText(row)} <small>${t(`level.${level}`)}, ${sectionName(section)}</small></p>${describeNotChecked(row)}${anchor !== undefined && html`<p><a href="#${anchor}">${t('checks.entry')}</a></p>`}${getTests(row)}</td>
<td class="wide">${endpointName(endpoint)}</td><td>${badge(outcome)}</td></tr>`;
}

/** Returns the reasons why a requirement is outside the verdict or not passed, and the run that proved it last. */
function describeNotChecked({ aside, outcome, proven, ...row }: RequirementOutcome): Markup {
  const words = outcome === 'answered' ? '' : shortReason(row);
  return html`${aside && html`<p class="s">${t('checks.aside')} ${sentence(aside.words)}</p>`}${words !== '' && html`<p class="s">${sentence(words)}</p>`}${proven && html`<p class="s">${t('checks.proven', { date: proven.started.slice(0, 10), run: proven.run })}</p>`}`;
}

/** Returns the reason of an outcome in short: the description of a violation, else the first line of the reason. */
export function shortReason({ reason = '', cause }: Pick<TestOutcome, 'reason' | 'cause'>): string {
  const [first = ''] = stripVTControlCharacters(reason).trim().split('\n');
  return cut(cause?.kind === 'breach' ? describeViolation(cause) : first, 300);
}

const MOST_TESTS = 20;

function getTests({ id, outcome, tests }: RequirementOutcome): Markup | undefined {
  if (outcome === 'answered') return html`<p><a href="#answer-${id}">${t('checks.answer')}</a></p>`;
  if (tests.length === 0) return undefined;
  const more = tests.length - MOST_TESTS;
  const item = (test: TestOutcome) =>
    html`<li><span aria-hidden="true">${signs[test.outcome]}</span> ${test.title} <small>${test.file}:${test.line}</small></li>`;
  return html`<details><summary>${t('checks.tests', { count: tests.length })} <span class="unseen">${id}</span></summary>
<ul class="tests">${tests.slice(0, MOST_TESTS).map(item)}${more > 0 && html`<li>${t('more', { count: more })}</li>`}</ul></details>`;
}

interface Row {
  readonly industry: Industry;
  readonly tests: readonly (readonly [RequirementOutcome, TestOutcome])[];
}

const bad = new Set(['failed', 'unstable', 'warned', 'waived']);

/** Returns the thirteen industries: rows with a failing value open, the others folded. */
export function industriesAndValues({ document, fixes, warned }: Page): Markup | undefined {
  const rows = industries.map((industry): Row => ({ industry, tests: listTests(industry, document.requirements) }));
  if (rows.every(({ tests }) => tests.length === 0)) return undefined;
  const failing = rows.filter(({ tests }) => tests.some(([, { outcome }]) => bad.has(outcome)));
  const others = rows.filter((row) => !failing.includes(row));
  const getAnchor = (test: TestOutcome) => [...fixes, ...warned].find(({ tests }) => tests.includes(test))?.anchor;
  return html`<section aria-labelledby="industries"><h2 id="industries">${t('nav.industries')} <small>${t('industries.count', { failing: failing.length, all: rows.length })}</small></h2>
${failing.length > 0 && toTable(failing, getAnchor, 'industries.failing')}
<details class="card"><summary>${t('industries.others', { count: others.length })}</summary>${toTable(others, getAnchor, 'industries.table')}</details></section>`;
}

function listTests(industry: Industry, requirements: readonly RequirementOutcome[]): Row['tests'] {
  return requirements
    .filter(({ level }) => level !== 'question')
    .flatMap((row) => row.tests.filter((test) => test.industry === industry).map((test) => [row, test] as const));
}

function toTable(rows: readonly Row[], anchorOf: (test: TestOutcome) => string | undefined, name: MessageId): Markup {
  const columns = heads('industries', ['industry', 'outcome', 'values', 'data']);
  const body = rows.map(({ industry, tests }) => {
    const failing = tests.filter(([, { outcome }]) => bad.has(outcome));
    return html`<tr><th scope="row">${industryRows[industry].name}</th><td>${badge(precedence.must.find((word) => tests.some(([, { outcome }]) => outcome === word)) ?? 'not exercised')}</td>
<td>${failing.map(([row, test]) => failingLine(row, test, anchorOf(test)))}</td><td class="adds">${getData(industry)}</td></tr>`;
  });
  return createTable(columns, body, name);
}

function failingLine({ id }: RequirementOutcome, { cause, title }: TestOutcome, anchor: string | undefined): Markup {
  const breach = cause?.kind === 'waived' || cause?.kind === 'unstable' ? cause.breach : cause;
  const cases = breach?.kind === 'breach' && breach.cases ? breach.cases.join(', ') : title;
  return html`<div><a href="#${anchor ?? id}">${id}</a> ${cases}</div>`;
}

function getData(industry: Industry): string | Markup {
  const { item_adds, shipments, payer_leaves_out } = industryRows[industry];
  const words = [...item_adds, ...shipments, ...payer_leaves_out.map((field) => `no payer ${field}`)];
  return words.join(', ') || t('none');
}
