import { groupByKey } from '#api/group-by-key';
import { filters } from '#reporters/html/checks';
import type { Language } from '#reporters/html/frame';
import { frame } from '#reporters/html/frame';
import { badge, html, label, type Markup, t } from '#reporters/html/texts';
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
      title: { id: '{verdict}: SDK gate', values: { verdict: result.verdict } },
      bar: html`<b>${result.verdict}</b> <span>${t('bar.fixes', { count: result.findings.filter(isBreach).length })}</span>`,
      main: html`${sections.flatMap((section) => section(result) ?? [])}`,
      footer: html`<p>${t('A passed rule was violated by no request of the command; other requests may violate it. A warned rule has notes only. A waived breach is in the baseline too.')} ${t('Requests and the messages of the checks are shown as they are.')}</p>`,
      sheet: result.verdict,
    },
    language,
  );
}

function head({ verdict, command, coverage, reasons, requests, rounds, findings, ...run }: SdkResult): Markup {
  const counts = Object.entries(coverage).map(
    ([what, { met, never }], index) =>
      html`${index > 0 && ' · '}<span>${t('{passed} of {all}', { passed: met.length, all: met.length + never.length })} ${t(`${what} covered`)}</span>`,
  );
  const breaches = findings.filter(isBreach);
  const bad = new Set(breaches.flatMap((finding) => finding.requests)).size;
  const survived = rounds.filter((round) => round.survived).length;
  const [kind, sign] = verdict === 'PASSED' ? ['green', '✓'] : ['red', '✗'];
  const facts = {
    ...{ Interception: run.way, Strict: t(run.strict ? 'yes' : 'no'), From: run.started, To: run.ended },
    Suite: `${run.suite.name} ${run.suite.version}`,
  };
  return html`<header class="verdict ${kind}"><p class="of">${t('SDK gate of')} <strong>${command.join(' ')}</strong></p>
<h1><span class="sign" aria-hidden="true">${sign}</span> ${t(verdict)}</h1>
<p class="numbers"><span><b>${breaches.length}</b> ${t('sdk.defects')}</span></p>
<p>${t('sdk.requests', { bad, requests: requests.length })} ${t('sdk.replies', { survived, given: rounds.length })}</p>
<p class="s">${counts}</p>
<p>${reasons.length === 0 ? t('Every request follows the contract, and the command succeeded.') : reasons.map((reason) => html`${t(reason)} `)}</p></header>
<dl class="facts">${Object.entries(facts).map(([name, value]) => html`<div><dt>${t(name)}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function columns(...names: readonly string[]): Markup {
  return html`<thead><tr>${names.map((name) => html`<th scope="col">${t(name)}</th>`)}</tr></thead>`;
}

function scrolling(name: string, table: Markup): Markup {
  return html`<div class="scroll" tabindex="0" role="region" ${label(name)}>${table}</div>`;
}

function operations({ operations: rows, requests, findings }: SdkResult): Markup {
  const elsewhere = findings.filter(({ endpoint }) => endpoint === null);
  const sentElsewhere = requests.filter(({ endpoint }) => endpoint === null).length;
  const given = rows.reduce((sum, { replies }) => sum + replies.given, 0);
  const survived = rows.reduce((sum, { replies }) => sum + replies.survived, 0);
  const row = (name: Markup, sent: number, breaches: number, notes: number, replies: Markup | string) =>
    html`<tr><th scope="row">${name}</th><td>${sent}</td><td>${breaches}</td><td>${notes}</td><td>${replies}</td></tr>`;
  const sum = (name: string, sent: number, found: readonly Finding[], replies: Markup | string) => {
    const breaches = found.filter(isBreach).length;
    return row(t(name), sent, breaches, found.length - breaches, replies);
  };
  const own = rows.map(({ endpoint, requests: sent, breaches, notes, replies }) => {
    const link = html`<a href="#endpoint-${endpoint}">${endpoint}</a>`;
    return row(link, sent, breaches, notes, t('{survived} of {given}', replies));
  });
  const sums = html`${sum('no operation', sentElsewhere, elsewhere, '')}${sum('All', requests.length, findings, t('{survived} of {given}', { survived, given }))}`;
  return html`<section aria-labelledby="operations"><h2 id="operations">${t('Operations')}</h2>${scrolling(
    'Operations, table',
    html`<table class="counts">${columns('Operation', 'Requests', 'Breaches', 'Notes', 'Replies survived')}<tbody>${own}</tbody><tfoot>${sums}</tfoot></table>`,
  )}</section>`;
}

function rules(result: SdkResult): Markup {
  const rows = judgeRules(result);
  const byEndpoint = [...groupByKey(rows, ({ endpoint }) => endpoint)];
  const found = outcomes.filter((word) => rows.some(({ outcome }) => outcome === word));
  const choices = { endpoint: byEndpoint.map(([name]) => name), level: ['breach', 'note'], outcome: found };
  return html`<section aria-labelledby="rules"><h2 id="rules">${t('Rules')}</h2>${filters(choices)}
${byEndpoint.map(
  ([
    endpoint,
    own,
  ]) => html`<section class="endpoint" aria-labelledby="endpoint-${endpoint}"><h3 id="endpoint-${endpoint}">${endpoint}</h3>
<table class="requirements"><thead><tr><th scope="col">${t('Rule')}</th><th scope="col">${t('Requirement')}</th>
<th scope="col" class="wide">${t('Level')}</th><th scope="col">${t('Outcome')}</th></tr></thead><tbody>${own.map(rule)}</tbody></table></section>`,
)}</section>`;
}

function rule({ endpoint, rule, about, level, outcome, findings }: RuleResult): Markup {
  const unfolding =
    findings.length > 0 &&
    html`<details data-outcome="${outcome}"><summary>${t('{count} found', { count: findings.length })} <span class="unseen">${t('by {rule}', { rule })}</span></summary>
<ul class="tests">${findings.map(item)}</ul></details>`;
  return html`<tr data-endpoint="${endpoint}" data-level="${level}" data-outcome="${outcome}"><th scope="row">${rule}</th>
<td><p>${t(about)} <span class="narrow">${t(level)}</span></p>${unfolding}</td><td class="wide">${t(level)}</td><td>${badge(outcome)}</td></tr>`;
}

function item({ level, known, place, text, section, count, example }: Finding): Markup {
  const times = count === 1 ? html`${example}` : t('{count} requests, the first {example}', { count, example });
  return html`<li><b>${known && html`${t('known')} `}${t(level)}</b> <code>${place}</code> ${t(text)} <small>(${section}) ${times}</small></li>`;
}

/** Returns requests that are none of the six operations, and those to other hosts. */
function others({ findings, refused, gone }: SdkResult): Markup | undefined {
  const others = findings.filter(({ endpoint }) => endpoint === null);
  if (others.length + refused.length + gone.length === 0) return undefined;
  return html`<section aria-labelledby="others"><h2 id="others">${t('Also observed')}</h2><ul>${others.map(item)}
${refused.map(({ request, count }) => html`<li><b>${t('blocked')}</b> ${request} <small>${t('{count} times', { count })}</small></li>`)}
${gone.map((id) => html`<li><b>${t('no longer found since the baseline')}</b> ${id}</li>`)}</ul></section>`;
}

function rounds({ rounds: rows, coverage }: SdkResult): Markup {
  const row = (round: SdkResult['rounds'][number]) =>
    html`<tr><th scope="row">${t(round.name)}</th><td>${badge(round.survived ? 'passed' : 'failed')}</td><td>${t(describeEnding(round))}</td></tr>`;
  const list = (names: readonly string[]) => (names.length === 0 ? t('none') : names.join(', '));
  const shares = Object.entries(coverage).map(
    ([what, { met, never }]) =>
      html`<dt><b>${t(what)}</b></dt><dd>${t('covered:')} ${list(met)}</dd><dd>${t('not covered:')} ${list(never)}</dd>`,
  );
  return html`<section aria-labelledby="rounds"><h2 id="rounds">${t('Replies')}</h2>${scrolling(
    'Replies, table',
    html`<table>${columns('Replies', 'Survived', 'Ended with')}<tbody>${rows.map(row)}</tbody></table>`,
  )}</section>
<section aria-labelledby="met"><h2 id="met">${t('Coverage')}</h2><dl>${shares}</dl></section>`;
}

function breaches({ findings, requests }: SdkResult): Markup | undefined {
  const all = findings.filter(isBreach);
  if (all.length === 0) return undefined;
  const byNumber = new Map(requests.map((request) => [request.number, request]));
  const shown = all.slice(0, MOST_BREACHES);
  return html`<section aria-labelledby="breaches"><h2 id="breaches">${t('Breaches')}</h2>
<p>${t('fixes.order', { count: all.length })} ${more(all.length - shown.length)}</p>
${shown.map((finding, at) => breach(finding, at + 1, byNumber.get(finding.requests[0] ?? 0)))}</section>`;
}

function breach(finding: Finding, at: number, request: RecordedRequest | undefined): Markup {
  const { known, endpoint, place, text, section, rule, requests } = finding;
  const links = requests.slice(0, MOST_REQUESTS).map((number) => html`<a href="#request-${number}">#${number}</a> `);
  return html`<article class="cause" id="breach-${at}" aria-labelledby="breach-title-${at}">
<h3 id="breach-title-${at}">${known && html`${t('known')}: `}${endpoint ?? t('no operation')}: ${place} ${t(text)}</h3>
<p>${rule}, ${t('section {section}', { section })}. ${t('Requests:')} ${links}</p>
${request && html`<pre tabindex="0" role="region" ${label('The first request of breach {at}', { at })}>${requestText(request)}</pre>`}</article>`;
}

/** Returns every request of the command by its number; they add up to the operations above. */
function requests({ requests: all }: SdkResult): Markup {
  const shown = all.slice(0, MOST_REQUESTS);
  const row = (request: RecordedRequest) => {
    const { number, endpoint, method, target, status, round, findings } = request;
    const broken = findings.filter(isBreach).length;
    return html`<tr id="request-${number}"><th scope="row">#${number}</th><td>${endpoint ?? t('no operation')}</td><td><details><summary>${method} ${target}</summary><pre tabindex="0" role="region" ${label('Request {number}', { number })}>${requestText(request)}</pre></details></td>
<td>${status}</td><td>${t(round)}</td><td>${broken}</td><td>${findings.length - broken}</td></tr>`;
  };
  const names = ['Request', 'Operation', 'Sent', 'Status', 'Round', 'Breaches', 'Notes'];
  return html`<section aria-labelledby="requests"><h2 id="requests">${t('Requests')}</h2>
<p>${t('Requests: {count}, in the order of their arrival.', { count: all.length })} ${more(all.length - shown.length)}</p>
${scrolling('Requests, table', html`<table class="counts sent">${columns(...names)}<tbody>${shown.map(row)}</tbody></table>`)}</section>`;
}

/** Returns a request as it was sent, with its response; a record holds no secret. */
export function requestText({ method, target, protocol, headers, body, status, answer }: RecordedRequest): string {
  const sent = [`${method} ${target} ${protocol}`, ...headers.map(([name, value]) => `${name}: ${value}`), '', body];
  const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
  return [...sent, '', `→ ${status}`, answer].map(cut).join('\n').trim();
}

function more(count: number): Markup | undefined {
  return count > 0 ? t('and {more} more: see sdk.json', { more: count }) : undefined;
}
