import type { MessageId } from '#api/messages';
import { endpoints } from '#api/operations';
import type { Conditions } from '#results/conditions';
import type { ReasonKind } from '#results/decision';
import type { Conformance } from '#results/document';
import { isSteady } from '#results/ledger/comparison';
import { countLevel, listBlockedMusts, type RequirementOutcome } from '#results/verdict';
import { PROGRAM } from '#run/process/program';
import { getRunCommand, rerunCommand } from '../words/run-words.ts';
import { listMissingStates } from './missing.ts';
import type { Page } from './shown.ts';
import { html, label, type Markup, named, sentence, t } from './texts.ts';

const signs = { green: '✓', amber: '!', red: '✗' } as const;

/** A hyphen at which no line ends, for dates. */
const NO_BREAK = '\u2011';

/** Returns the bar that stays: the verdict, the product, the number of fixes, and the sections. */
export function bar({ document, fixes, warned }: Page): Markup {
  const { decision, verdict, requirements, counts, unreachable } = document;
  const warnings = counts.should.warned + counts.should.failed;
  const links = [
    fixes.length > 0 && 'fixes',
    unreachable === null && listMissingStates(document).length > 0 && 'missing',
    warned.length > 0 && 'warnings',
    'operations',
    'industries',
    'checks',
    'questions',
  ] as const;
  return html`<a class="pill ${decision.tone}" href="#main"><span aria-hidden="true">${signs[decision.tone]}</span> ${verdict}</a>
<span>${productName(document)}</span> <span class="counts"><b>${t('bar.fixes', { count: fixes.length })}</b>, ${t('bar.warnings', { count: warnings })}</span>
<nav ${label('bar.sections')}>${links.map((name) => (name ? html`<a href="#${name}">${t(`nav.${name}`, name === 'checks' ? { count: requirements.length } : {})}</a>` : html``))}</nav>`;
}

/** Returns the product and its version, or the name of the target. */
export function productName({ product, target }: Conformance): string {
  return product.name === '' ? target.name : `${product.name} ${product.version}`.trim();
}

/** Returns the first screen: the verdict in one sentence and one bar, what to do now, and the facts of the run. */
export function verdictCard(page: Page): Markup {
  const { document } = page;
  const { decision, target, product, verdict } = document;
  return html`<section class="hero verdict ${decision.tone}" aria-labelledby="verdict"><div class="in"><div>
<p class="of">${t('verdict.of')} <strong>${productName(document)}</strong>${product.name !== '' && html` (${target.name})`}${product.build !== '' && html`, ${t('verdict.build')} ${product.build}`}</p>
<h1 id="verdict">${verdict}</h1>
<p class="lead">${lead(page)}</p>
${resultBar(document)}${notices(document)}</div>
<div class="next"><h2>${t('next.heading')}</h2><ol>${nextSteps(page).map((step) => html`<li>${step}</li>`)}</ol></div></div>
${facts(document)}</section>`;
}

function lead({ document, fixes }: Page): Markup {
  const { verdict, counts, unreachable, unfinished } = document;
  const { failed, unstable, waived } = counts.must;
  const all = countLevel(counts.must);
  const open = counts.must['not exercised'] + counts.must.inconclusive;
  if (unreachable !== null) return sentence(unreachable);
  if (unfinished !== undefined) return sentence(unfinished);
  if (verdict === 'NON-CONFORMANT') {
    const hidden = listBlockedMusts(document.requirements).length;
    return t(hidden > 0 ? 'lead.failedBlocked' : 'lead.failed', { fixes: fixes.length, failed, all, hidden });
  }
  if (verdict === 'INCOMPLETE')
    return unstable > 0 ? t('lead.unstable', { unstable }) : t('lead.incomplete', { open, all });
  return waived > 0 ? t('lead.waived', { passed: counts.must.passed, all, waived }) : t('lead.conformant', { all });
}

function resultBar(document: Conformance): Markup {
  const { must, should } = document.counts;
  const open = must['not exercised'] + must.inconclusive;
  const hidden = listBlockedMusts(document.requirements).length;
  const parts = [
    ...(['passed', 'failed', 'unstable', 'waived'] as const).map((name) => ({ name, count: must[name], filter: name })),
    { name: 'blocked', count: hidden, filter: 'inconclusive' },
    { name: 'open', count: open - hidden, filter: 'open' },
  ].filter(({ name, count }) => ['passed', 'failed', 'open'].includes(name) || count > 0);
  const link = (name: string, count: number, filter: string) =>
    html`<a class="${name}" href="#checks" data-filter="${filter}"><b>${count}</b> ${named('count', name)}</a>`;
  return html`<div class="results" aria-hidden="true">${parts.filter(({ count }) => count > 0).map(({ name, count }) => html`<i class="${name}" style="flex:${count}"></i>`)}</div>
<p class="numbers">${parts.map(({ name, count, filter }) => link(name, count, `level=must&outcome=${filter}`))}
${link('warned', should.warned + should.failed, `level=should&outcome=${should.failed > 0 ? 'failed' : 'warned'}`)}</p>`;
}

const head: ReadonlySet<ReasonKind> = new Set(['breach', 'incomplete', 'warned', 'outage', 'unfinished']);

function notices(document: Conformance): Markup {
  const { decision, conditions, settings, window } = document;
  const rows = [
    ...decision.reasons.filter(({ kind }) => !head.has(kind)).map(({ words }) => sentence(words)),
    ...(window ? [sentence(window.words)] : []),
    ...settingsLine('notice.conditions', conditions),
    ...settingsLine('notice.settings', settings, Object.keys({ ...conditions, ...target })),
  ];
  return html`${rows.length > 0 && html`<ul class="notices">${rows.map((row) => html`<li>${row}</li>`)}</ul>`}`;
}

const target = { TARGET: '', BASE_URL: '', PROVIDER_STATES_URL: '' };

function settingsLine(id: MessageId, values: Conditions, known: readonly string[] = []): Markup[] {
  const shown = Object.entries(values).filter(([name]) => !known.includes(name));
  const words = shown.map(([name, value]) => (value === '' ? name : `${name}=${value}`));
  return words.length === 0 ? [] : [html`${t(id)} <code>${words.join(', ')}</code>`];
}

/** Returns three lines: what to fix or provide first, how to check that, and how to run everything. */
function nextSteps(page: Page): Markup[] {
  const { document, fixes } = page;
  const everything = html`${t('next.all')} ${copied('run-all', getRunCommand(document))}`;
  const [first] = fixes;
  const [state] = listMissingStates(document);
  if (document.unreachable !== null) return [t('next.reach'), everything];
  const check = (rows: readonly RequirementOutcome[]) =>
    html`${t('next.check', { id: rows[0]?.id ?? '' })} ${copied('run-one', rerunCommand(rows.slice(0, 1), document))}`;
  if (first) return [firstFixes(page), check(first.requirements), everything];
  if (state) {
    const provide = t('next.provide', { state: state.state, checks: state.unlocks.length });
    return [linkTo('missing', provide), check(state.unlocks), everything];
  }
  return [...remainingSteps(page), everything];
}

/** Returns what is left to do if nothing has to be fixed or provided. */
function remainingSteps({ document, warned: { length: count } }: Page): Markup[] {
  const done = document.verdict.startsWith('CONFORMANT')
    ? html`${t('next.statement')} <code>${PROGRAM} statement</code>`
    : t('next.open');
  const waived = document.waivers
    .filter(({ outcome }) => outcome === 'applied')
    .map(({ requirement: id, expires, owner }) => {
      return linkTo('waivers', t('next.waived', { id, expires: expires.replaceAll('-', NO_BREAK), owner }));
    });
  const drifted = document.drift && !isSteady(document.drift) ? [linkTo('questions', t('next.drift'))] : [];
  const warned = count > 0 ? [linkTo('warnings', t('next.warnings', { count }))] : [];
  return [...waived, ...drifted, done, ...warned];
}

const linkTo = (section: string, words: Markup) => html`<a href="#${section}">${words}</a>`;

function firstFixes({ fixes }: Page): Markup {
  const unblocking = fixes.filter(({ hidden }) => hidden.length > 0).slice(0, 3);
  const hidden = new Set(unblocking.flatMap((fix) => fix.hidden));
  const first = unblocking.length > 0 ? unblocking : fixes.slice(0, 1);
  const links = first.map(({ anchor, number }) => html`<a href="#${anchor}">${number}</a> `);
  return html`${t('next.fix')} ${links}${hidden.size > 0 && html`– ${t('next.unblocks', { count: hidden.size })}`}`;
}

function copied(id: string, text: string): Markup {
  return html`<button type="button" data-copy="${id}" hidden>${t('copy')}</button><code class="line" id="${id}">${text.split(' ').map((word, at) => html`${at > 0 && ' '}<span>${word}</span>`)}</code>`;
}

function facts(document: Conformance): Markup {
  const { started, ended, requests, product, target, set, suite, seed, depth, without, run, certify } = document;
  const seconds = Math.round((Date.parse(ended) - Date.parse(started)) / 1000);
  const when = started.slice(0, 16).replace('T', ' ');
  const sent = Object.values(requests).reduce((total, count) => total + count, 0);
  const rows: readonly (readonly [string, string | Markup])[] = [
    ['ran', html`<b>${when} UTC</b>, ${seconds} s, <b>${t('fact.requests', { count: sent })}</b>`],
    ['vendor', product.vendor],
    ['contact', product.contact],
    ['url', target.baseUrl],
    ['set', set],
    ['suite', `${suite.version} ${suite.commit.slice(0, 7)}`],
    ['register', suite.register.slice(0, 12)],
    ['seed', String(seed)],
    ['depth', `${depth}, ${endpoints.length} operations`],
    ['without', without.join(', ')],
    ['mode', t(certify ? 'mode.certify' : 'mode.usual')],
    ['run', run],
  ];
  const shown = rows.filter(([, value]) => value !== '');
  return html`<p class="facts">${shown.map(([name, value]) => html`<span>${named('fact', name)} ${typeof value === 'string' ? html`<b>${value}</b>` : value}</span> `)}<a href="#about">${t('fact.limits')}</a></p>`;
}
