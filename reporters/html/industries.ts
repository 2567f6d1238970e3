import { type Industry, industries, industryRows } from '#factories/preferences/industry';
import type { TestOutcome } from '#results/outcome';
import type { RequirementOutcome } from '#results/verdict';
import { worstOf } from './checks.ts';
import { html, type Markup } from './markup.ts';
import type { Page } from './shown.ts';
import { badge, t, table } from './texts.ts';

interface Row {
  readonly industry: Industry;
  readonly tests: readonly (readonly [RequirementOutcome, TestOutcome])[];
}

const bad = new Set(['failed', 'unstable', 'warned', 'waived']);

/** Returns the thirteen industries: rows with a failing value open, the others folded. */
export function industriesAndValues({ document, fixes, warned }: Page): Markup | undefined {
  const rows = industries.map((industry): Row => ({ industry, tests: testsOf(industry, document.requirements) }));
  if (rows.every(({ tests }) => tests.length === 0)) return undefined;
  const failing = rows.filter(({ tests }) => tests.some(([, { outcome }]) => bad.has(outcome)));
  const others = rows.filter((row) => !failing.includes(row));
  const anchorOf = (test: TestOutcome) => [...fixes, ...warned].find(({ tests }) => tests.includes(test))?.anchor;
  return html`<section aria-labelledby="industries"><h2 id="industries">${t('nav.industries')} <small>${t('industries.count', { failing: failing.length, all: rows.length })}</small></h2>
${failing.length > 0 && tableOf(failing, anchorOf, 'industries.failing')}
<details class="card"><summary>${t('industries.others', { count: others.length })}</summary>${tableOf(others, anchorOf, 'industries.table')}</details></section>`;
}

function testsOf(industry: Industry, requirements: readonly RequirementOutcome[]): Row['tests'] {
  return requirements
    .filter(({ level }) => level !== 'question')
    .flatMap((row) => row.tests.filter((test) => test.industry === industry).map((test) => [row, test] as const));
}

function tableOf(rows: readonly Row[], anchorOf: (test: TestOutcome) => string | undefined, name: string): Markup {
  const columns = ['industry', 'outcome', 'values', 'data'].map((column) => `industries.${column}`);
  const body = rows.map(({ industry, tests }) => {
    const failing = tests.filter(([, { outcome }]) => bad.has(outcome));
    return html`<tr><th scope="row">${industryRows[industry].name}</th><td>${badge(worstOf(tests.map(([, { outcome }]) => outcome)))}</td>
<td>${failing.map(([row, test]) => failingLine(row, test, anchorOf(test)))}</td><td class="adds">${dataOf(industry)}</td></tr>`;
  });
  return table(columns, body, name);
}

function failingLine({ id }: RequirementOutcome, { cause, title }: TestOutcome, anchor: string | undefined): Markup {
  const breach = cause?.kind === 'waived' || cause?.kind === 'unstable' ? cause.breach : cause;
  const cases = breach?.kind === 'breach' && breach.cases ? breach.cases.join(', ') : title;
  return html`<div><a href="#${anchor ?? id}">${id}</a> ${cases}</div>`;
}

function dataOf(industry: Industry): string | Markup {
  const { item_adds, shipments, payer_leaves_out } = industryRows[industry];
  const words = [...item_adds, ...shipments, ...payer_leaves_out.map((field) => `no payer ${field}`)];
  return words.join(', ') || t('none');
}
