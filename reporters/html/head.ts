import { endpoints } from '#api/operations';
import { industries } from '#factories/preferences/industry';
import { partWords, verdictWords } from '#results/conditions';
import type { Conformance } from '#results/document';
import type { Said } from '#results/said';
import { type Counts, countsOf, sum } from '#results/verdict';
import { threeNumbersOf } from '../words/count-words.ts';
import { html, type Markup } from './markup.ts';
import { endpointName, joined, label, t } from './texts.ts';

const signs = { green: '✓', amber: '!', red: '✗' } as const;

/** What was decided at one glance, its three numbers, and what was run against what. */
export function head(document: Conformance): Markup {
  const { decision, counts, target } = document;
  const { all, passed, failed, notExercised } = threeNumbersOf(counts.must);
  return html`<header class="verdict ${decision.tone}">
<p class="of">${t('Conformance of')} <strong>${target.name}</strong></p>
<h1><span class="sign" aria-hidden="true">${signs[decision.tone]}</span> ${t(document.verdict)}</h1>
<p class="decision">${joined(decisionParts(document))}</p>
<ul class="numbers">
<li><b>${t('{passed} of {all}', { passed, all })}</b> ${t('musts passed')}</li>
<li><b>${failed}</b> ${t('failed')}${aside(counts.must.unstable, 'unstable')}${aside(counts.must.waived, 'waived')}</li>
<li><b>${notExercised}</b> ${t('not exercised')}${aside(counts.must.inconclusive, 'inconclusive')}</li>
</ul>
${part(document)}${replayed(document)}<p>${meaning(document)}</p>
</header>
${facts(document)}`;
}

/** The decision as it stands in the result, part by part. */
function decisionParts({ decision, verdict, conditions, counts: { must } }: Conformance): Said[] {
  const { tone, reasons } = decision;
  const all = { text: '{passed} of {all} musts passed', values: { passed: must.passed, all: sum(must) } };
  const why: readonly Said[] = reasons.length === 0 ? [all] : reasons;
  const between = (text: Said, index: number): Said[] => (index === 0 ? [text] : [{ text: '; ' }, text]);
  const conditionsOf = saidOf(verdictWords({ verdict, conditions }), verdict);
  return [
    { text: tone.toUpperCase() },
    { text: ': ' },
    ...conditionsOf,
    { text: ': ' },
    ...why.flatMap(between),
  ];
}

/** The verdict, and the conditions under which it holds where there are any. */
function saidOf(words: string, verdict: string): Said[] {
  const [, conditions] = words.slice(verdict.length).split(' under ');
  return [
    { text: verdict },
    ...(conditions === undefined ? [] : [{ text: ' under {conditions}', values: { conditions } }]),
  ];
}

function aside(count: number, word: string): Markup | undefined {
  return count === 0 ? undefined : html`, ${t(`{count} of them ${word}`, { count })}`;
}

/** A part of a run says so beside its verdict. */
function part(document: Conformance): Markup | undefined {
  const words = partWords(document);
  if (words === undefined) return undefined;
  return html`<p><strong>${t('A part of a run:')}</strong> ${t(words)}.</p>
`;
}

/** What was judged again, without the service. */
function replayed({ replay }: Conformance): Markup | undefined {
  if (!replay) return undefined;
  return html`<p><strong>${t('A replay:')}</strong> ${t('nothing was sent. What is judged was recorded by run {run} on {day}, with suite {version}. Requests that are not in the recording: {unrecorded}.', { run: replay.run, day: replay.recorded.slice(0, 10), version: replay.suite.version, unrecorded: replay.unrecorded })}</p>
`;
}

function meaning({ verdict, counts: { must } }: Conformance): Markup {
  if (verdict === 'NON-CONFORMANT')
    return t('What the reference states is broken. Requirements: {count}.', { count: must.failed });
  if (verdict === 'INCOMPLETE' && must.unstable > 0)
    return t('Failed once and not when run again alone, which is neither broken nor passed: {count}.', {
      count: must.unstable,
    });
  if (verdict === 'INCOMPLETE')
    return t('Nothing that was exercised is broken, but not everything was: this says nothing of the rest.');
  return verdict === 'CONFORMANT'
    ? t('Every requirement that the reference states was exercised, and none is broken.')
    : t(
        'Every requirement that the reference states was exercised, and none is broken but those that are waived.',
      );
}

/** What a run was of, in the order in which the head lists it; what says nothing is left out. */
const factsOf: readonly (readonly [string, (document: Conformance) => string | Markup | undefined])[] = [
  ['Product', ({ product }) => `${product.name} ${product.version}`.trim()],
  ['Build', ({ product }) => product.build],
  ['Vendor', ({ product }) => product.vendor],
  ['Contact', ({ product }) => product.contact],
  ['Base URL', ({ target }) => target.baseUrl || t('none')],
  ['From', ({ started }) => instant(started)],
  ['To', ({ ended }) => instant(ended)],
  ['Suite', ({ suite }) => `${suite.name} ${suite.version}`],
  ['Commit', ({ suite }) => suite.commit.slice(0, 12) || t('unknown')],
  ['Register', ({ suite, set }) => t('{digest}, set {set}', { digest: suite.register.slice(0, 12), set })],
  ['Window', ({ window }) => window && t(window.words)],
  ['Seed', ({ seed }) => String(seed)],
  ['Without', ({ without }) => without.join(', ')],
  [
    'Scope',
    ({ depth }) => t('{operations} operations, {industries} industries, depth {depth}', scope(depth)),
  ],
];

function scope(depth: string) {
  return { operations: endpoints.length, industries: industries.length, depth };
}

function facts(document: Conformance): Markup {
  const rows = factsOf.flatMap(([name, say]) => {
    const value = say(document);
    return value ? [html`<div><dt>${t(name)}</dt><dd>${value}</dd></div>`] : [];
  });
  return html`<dl class="facts">${rows}</dl>
<p class="limits">${t('What this does not prove: anything that the reference leaves open, load, availability, and what the target does another day.')}</p>`;
}

/** The columns of the overview: of the musts the three numbers of the head, and what else was found. */
const columns: readonly [string, (counts: Counts) => number][] = [
  ['Musts passed', ({ must }) => threeNumbersOf(must).passed],
  ['Musts failed', ({ must }) => threeNumbersOf(must).failed],
  ['Musts not exercised', ({ must }) => threeNumbersOf(must).notExercised],
  ['Shoulds broken', ({ should }) => threeNumbersOf(should).failed + should.warned],
  ['Questions answered', ({ question }) => question.answered],
];

/** How the requirements of each operation came out, and what they add up to. */
export function overview({ requirements, counts }: Conformance): Markup {
  const shown = [...endpoints, 'service', 'client'].filter((name) =>
    requirements.some((row) => row.endpoint === name),
  );
  const row = (
    name: string,
  ) => html`<tr><th scope="row"><a href="#endpoint-${name}">${t(endpointName(name))}</a></th>
${cells(countsOf(requirements.filter(({ endpoint }) => endpoint === name)))}</tr>`;
  return html`<section aria-labelledby="overview"><h2 id="overview">${t('Overview')}</h2><div class="scroll" tabindex="0" role="region" ${label('Overview, table')}><table class="counts">
<thead><tr><th scope="col">${t('Operation')}</th>${columns.map(([name]) => html`<th scope="col">${t(name)}</th>`)}</tr></thead>
<tbody>${shown.map(row)}</tbody><tfoot><tr><th scope="row">${t('All')}</th>${cells(counts)}</tr></tfoot></table></div></section>`;
}

function cells(counts: Counts): readonly Markup[] {
  return columns.map(([, count]) => cell(count(counts)));
}

function cell(count: number): Markup {
  return html`<td>${count === 0 ? html`<span class="none">0</span>` : count}</td>`;
}

function instant(text: string): string {
  return text.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
}
