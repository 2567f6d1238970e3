import { groupByKey } from '#api/group-by-key';
import type { MessageId } from '#api/messages';
import { filters } from '#reporters/html/checks';
import type { Language } from '#reporters/html/frame';
import { frame } from '#reporters/html/frame';
import { badge, createTable, heads, html, label, type Markup, named, sentence, t } from '#reporters/html/texts';
import { type Finding, isBreach } from '../result/findings.ts';
import { describeEnding, type RecordedRequest } from '../result/record.ts';
import { judgeRules, type RuleOutcome, type RuleResult, type SdkResult } from '../result/result.ts';

const outcomes: readonly RuleOutcome[] = ['passed', 'failed', 'warned', 'waived', 'not exercised'];

/** Limits the page; sdk.json has everything. */
const MOST_BREACHES = 100;
const MOST_REQUESTS = 500;
const LONGEST = 4_000;

export function page(result: SdkResult, language: Language): string {
  const sections = [head, breaches, operations, rules, others, rounds, requests];
  return frame(
    {
      title: { id: 'sdk.title', values: { verdict: result.verdict } },
      bar: html`<b>${result.verdict}</b> <span>${t('bar.fixes', { count: result.findings.filter(isBreach).length })}</span>`,
      main: html`${sections.flatMap((section) => section(result) ?? [])}`,
      footer: html`<p>${t('sdk.limits')} ${t('sdk.as-sent')}</p>`,
      sheet: result.verdict,
    },
    language,
  );
}

function head({ verdict, command, coverage, reasons, requests, rounds, findings, ...run }: SdkResult): Markup {
  const counts = Object.entries(coverage).map(
    ([what, { met, never }], index) =>
      html`${index > 0 && ' · '}<span>${t('sdk.covered', { passed: met.length, all: met.length + never.length })} ${named('sdk.covered', what)}</span>`,
  );
  const breaches = findings.filter(isBreach);
  const bad = new Set(breaches.flatMap((finding) => finding.requests)).size;
  const survived = rounds.filter((round) => round.survived).length;
  const [kind, sign] = verdict === 'PASSED' ? ['green', '✓'] : ['red', '✗'];
  const facts = {
    ...{ Interception: run.way, Strict: t(run.strict ? 'yes' : 'no'), From: run.started, To: run.ended },
    Suite: `${run.suite.name} ${run.suite.version}`,
  };
  return html`<header class="verdict ${kind}"><p class="of">${t('sdk.of')} <strong>${command.join(' ')}</strong></p>
<h1><span class="sign" aria-hidden="true">${sign}</span> ${verdict}</h1>
<p class="numbers"><span><b>${breaches.length}</b> ${t('sdk.defects')}</span></p>
<p>${t('sdk.requests', { bad, requests: requests.length })} ${t('sdk.replies', { survived, given: rounds.length })}</p>
<p class="s">${counts}</p>
<p>${reasons.length === 0 ? t('sdk.clean') : reasons.map((reason) => html`${sentence(reason)} `)}</p></header>
<dl class="facts">${Object.entries(facts).map(([name, value]) => html`<div><dt>${named('sdk.fact', name)}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function columns(...names: readonly string[]): Markup {
  return html`<thead><tr>${heads('sdk.column', names)}</tr></thead>`;
}

function scrolling(name: MessageId, table: Markup): Markup {
  return html`<div class="scroll" tabindex="0" role="region" ${label(name)}>${table}</div>`;
}

function operations({ operations: rows, requests, findings }: SdkResult): Markup {
  const elsewhere = findings.filter(({ endpoint }) => endpoint === null);
  const sentElsewhere = requests.filter(({ endpoint }) => endpoint === null).length;
  const given = rows.reduce((sum, { replies }) => sum + replies.given, 0);
  const survived = rows.reduce((sum, { replies }) => sum + replies.survived, 0);
  const row = (name: Markup, sent: number, breaches: number, notes: number, replies: Markup | string) =>
    html`<tr><th scope="row">${name}</th><td>${sent}</td><td>${breaches}</td><td>${notes}</td><td>${replies}</td></tr>`;
  const sum = (name: MessageId, sent: number, found: readonly Finding[], replies: Markup | string) => {
    const breaches = found.filter(isBreach).length;
    return row(t(name), sent, breaches, found.length - breaches, replies);
  };
  const own = rows.map(({ endpoint, requests: sent, breaches, notes, replies }) => {
    const link = html`<a href="#endpoint-${endpoint}">${endpoint}</a>`;
    return row(link, sent, breaches, notes, t('sdk.survived', replies));
  });
  const sums = html`${sum('sdk.no-operation', sentElsewhere, elsewhere, '')}${sum('sdk.all', requests.length, findings, t('sdk.survived', { survived, given }))}`;
  return html`<section aria-labelledby="operations"><h2 id="operations">${t('sdk.operations')}</h2>${scrolling(
    'sdk.operations.table',
    html`<table class="counts">${columns('operation', 'requests', 'breaches', 'notes', 'survived')}<tbody>${own}</tbody><tfoot>${sums}</tfoot></table>`,
  )}</section>`;
}

function rules(result: SdkResult): Markup {
  const rows = judgeRules(result);
  const byEndpoint = [...groupByKey(rows, ({ endpoint }) => endpoint)];
  const found = outcomes.filter((word) => rows.some(({ outcome }) => outcome === word));
  const choices = { endpoint: byEndpoint.map(([name]) => name), level: ['breach', 'note'], outcome: found };
  return html`<section aria-labelledby="rules"><h2 id="rules">${t('sdk.rules')}</h2>${filters(choices)}
${byEndpoint.map(
  ([
    endpoint,
    own,
  ]) => html`<section class="endpoint" aria-labelledby="endpoint-${endpoint}"><h3 id="endpoint-${endpoint}">${endpoint}</h3>
<table class="requirements"><thead><tr><th scope="col">${t('sdk.column.rule')}</th><th scope="col">${t('sdk.column.requirement')}</th>
<th scope="col" class="wide">${t('sdk.column.level')}</th><th scope="col">${t('sdk.column.outcome')}</th></tr></thead><tbody>${own.map(rule)}</tbody></table></section>`,
)}</section>`;
}

function rule({ endpoint, rule, about, level, outcome, findings }: RuleResult): Markup {
  const unfolding =
    findings.length > 0 &&
    html`<details data-outcome="${outcome}"><summary>${t('sdk.rule.found', { count: findings.length })} <span class="unseen">${t('sdk.rule.by', { rule })}</span></summary>
<ul class="tests">${findings.map(item)}</ul></details>`;
  return html`<tr data-endpoint="${endpoint}" data-level="${level}" data-outcome="${outcome}"><th scope="row">${rule}</th>
<td><p>${sentence(about)} <span class="narrow">${t(`level.${level}`)}</span></p>${unfolding}</td><td class="wide">${t(`level.${level}`)}</td><td>${badge(outcome)}</td></tr>`;
}

function item({ level, known, place, text, section, count, example }: Finding): Markup {
  const times = count === 1 ? html`${example}` : t('sdk.finding.requests', { count, example });
  return html`<li><b>${known && html`${t('sdk.known')} `}${t(`level.${level}`)}</b> <code>${place}</code> ${sentence(text)} <small>(${section}) ${times}</small></li>`;
}

/** Returns requests that are none of the six operations, and those to other hosts. */
function others({ findings, refused, gone }: SdkResult): Markup | undefined {
  const others = findings.filter(({ endpoint }) => endpoint === null);
  if (others.length + refused.length + gone.length === 0) return undefined;
  return html`<section aria-labelledby="others"><h2 id="others">${t('sdk.others')}</h2><ul>${others.map(item)}
${refused.map(({ request, count }) => html`<li><b>${t('outcome.blocked')}</b> ${request} <small>${t('sdk.times', { count })}</small></li>`)}
${gone.map((id) => html`<li><b>${t('sdk.gone')}</b> ${id}</li>`)}</ul></section>`;
}

function rounds({ rounds: rows, coverage }: SdkResult): Markup {
  const row = (round: SdkResult['rounds'][number]) =>
    html`<tr><th scope="row">${named('sdk.round', round.name)}</th><td>${badge(round.survived ? 'passed' : 'failed')}</td><td>${sentence(describeEnding(round))}</td></tr>`;
  const list = (names: readonly string[]) => (names.length === 0 ? t('none') : names.join(', '));
  const shares = Object.entries(coverage).map(
    ([what, { met, never }]) =>
      html`<dt><b>${named('sdk.coverage', what)}</b></dt><dd>${t('sdk.coverage.met')} ${list(met)}</dd><dd>${t('sdk.coverage.never')} ${list(never)}</dd>`,
  );
  return html`<section aria-labelledby="rounds"><h2 id="rounds">${t('sdk.column.replies')}</h2>${createTable(heads('sdk.column', ['replies', 'passed', 'ending']), rows.map(row), 'sdk.replies.table')}</section>
<section aria-labelledby="met"><h2 id="met">${t('sdk.coverage')}</h2><dl>${shares}</dl></section>`;
}

function breaches({ findings, requests }: SdkResult): Markup | undefined {
  const all = findings.filter(isBreach);
  if (all.length === 0) return undefined;
  const byNumber = new Map(requests.map((request) => [request.number, request]));
  const shown = all.slice(0, MOST_BREACHES);
  return html`<section aria-labelledby="breaches"><h2 id="breaches">${t('sdk.column.breaches')}</h2>
<p>${t('fixes.order', { count: all.length })} ${more(all.length - shown.length)}</p>
${shown.map((finding, at) => breach(finding, at + 1, byNumber.get(finding.requests[0] ?? 0)))}</section>`;
}

function breach(finding: Finding, at: number, request: RecordedRequest | undefined): Markup {
  const { known, endpoint, place, text, section, rule, requests } = finding;
  const links = requests.slice(0, MOST_REQUESTS).map((number) => html`<a href="#request-${number}">#${number}</a> `);
  return html`<article class="cause" id="breach-${at}" aria-labelledby="breach-title-${at}">
<h3 id="breach-title-${at}">${known && html`${t('sdk.known')}: `}${endpoint ?? t('sdk.no-operation')}: ${place} ${sentence(text)}</h3>
<p>${rule}, ${t('sdk.section', { section })}. ${t('sdk.breach.requests')} ${links}</p>
${request && html`<pre tabindex="0" role="region" ${label('sdk.breach.first', { at })}>${requestText(request)}</pre>`}</article>`;
}

/** Returns every request of the command by its number; they add up to the operations above. */
function requests({ requests: all }: SdkResult): Markup {
  const shown = all.slice(0, MOST_REQUESTS);
  const row = (request: RecordedRequest) => {
    const { number, endpoint, method, target, status, round, findings } = request;
    const broken = findings.filter(isBreach).length;
    return html`<tr id="request-${number}"><th scope="row">#${number}</th><td>${endpoint ?? t('sdk.no-operation')}</td><td><details><summary>${method} ${target}</summary><pre tabindex="0" role="region" ${label('sdk.request', { number })}>${requestText(request)}</pre></details></td>
<td>${status}</td><td>${named('sdk.round', round)}</td><td>${broken}</td><td>${findings.length - broken}</td></tr>`;
  };
  const names = ['request', 'operation', 'sent', 'status', 'round', 'breaches', 'notes'];
  return html`<section aria-labelledby="requests"><h2 id="requests">${t('sdk.column.requests')}</h2>
<p>${t('sdk.requests.count', { count: all.length })} ${more(all.length - shown.length)}</p>
${scrolling('sdk.requests.table', html`<table class="counts sent">${columns(...names)}<tbody>${shown.map(row)}</tbody></table>`)}</section>`;
}

/** Returns a request as it was sent, with its response; a record holds no secret. */
export function requestText({ method, target, protocol, headers, body, status, answer }: RecordedRequest): string {
  const sent = [`${method} ${target} ${protocol}`, ...headers.map(([name, value]) => `${name}: ${value}`), '', body];
  const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
  return [...sent, '', `→ ${status}`, answer].map(cut).join('\n').trim();
}

function more(count: number): Markup | undefined {
  return count > 0 ? t('sdk.more', { more: count }) : undefined;
}
