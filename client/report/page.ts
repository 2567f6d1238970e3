import { groupByKey } from '#api/group-by-key';
import { filters } from '#reporters/html/checks';
import { frame } from '#reporters/html/frame';
import type { Language } from '#reporters/html/languages';
import { html, type Markup } from '#reporters/html/markup';
import { badge, label, t } from '#reporters/html/texts';
import { describeEnding } from '../record/gate-run.ts';
import type { RecordedRequest } from '../record/record.ts';
import type { Share } from '../result/coverage.ts';
import type { Finding } from '../result/findings.ts';
import type { SdkResult } from '../result/result.ts';
import { judgeRules, type RuleOutcome, type RuleResult } from '../result/rules.ts';

const outcomes: readonly RuleOutcome[] = ['passed', 'failed', 'warned', 'waived', 'not exercised'];

/** Returns the result of the gate on the page of a conformance run: the verdict, the operations, every rule, what was met. */
export function page(result: SdkResult, language: Language): string {
  return frame(
    {
      title: { id: '{verdict}: SDK gate', values: { verdict: result.verdict } },
      bar: html`<b>${result.verdict}</b> <span>${t('bar.fixes', { count: defectsOf(result).length })}</span>`,
      main: html`${head(result)}${breaches(result)}${operations(result)}${rules(judgeRules(result))}${others(result)}${rounds(result)}${numbered(result)}`,
      footer: html`<p>${t('A rule that is passed was broken by no request that the command sent: it says nothing of the requests that it could send. A warned rule has notes alone. A waived breach is one that the baseline has too.')} ${t('What was sent, and what is wrong with it in the words of the check, is told as it is.')}</p>`,
      sheet: result.verdict,
    },
    language,
  );
}

function head(result: SdkResult): Markup {
  const { verdict, command, coverage, reasons, requests, rounds: given } = result;
  const kind = verdict === 'PASSED' ? 'green' : 'red';
  const counts = Object.entries(coverage).map(
    ([what, { met, never }]) =>
      html`<span>${t('{passed} of {all}', { passed: met.length, all: met.length + never.length })} ${t(`${what} met`)}</span> `,
  );
  const defects = defectsOf(result);
  const bad = new Set(defects.flatMap((finding) => finding.requests)).size;
  const survived = given.filter((round) => round.survived).length;
  return html`<header class="verdict ${kind}"><p class="of">${t('SDK gate of')} <strong>${command.join(' ')}</strong></p>
<h1><span class="sign" aria-hidden="true">${verdict === 'PASSED' ? '✓' : '✗'}</span> ${t(verdict)}</h1>
<p class="numbers"><span><b>${defects.length}</b> ${t('sdk.defects')}</span></p>
<p>${t('sdk.requests', { bad, requests: requests.length })} ${t('sdk.replies', { survived, given: given.length })}</p>
<p class="s">${counts}</p>
<p>${reasons.length === 0 ? t('Every request that was sent holds the contract, and the command succeeded.') : reasons.map((reason) => html`${t(reason)} `)}</p></header>${facts(result)}`;
}

function facts({ way, strict, started, ended, suite }: SdkResult): Markup {
  const rows = {
    Way: way,
    Strict: t(strict ? 'yes' : 'no'),
    From: started,
    To: ended,
    Suite: `${suite.name} ${suite.version}`,
  };
  return html`<dl class="facts">${Object.entries(rows).map(([name, value]) => html`<div><dt>${t(name)}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function operations(result: SdkResult): Markup {
  const { operations: rows } = result;
  const row = ({ endpoint, requests, breaches, notes, replies }: SdkResult['operations'][number]) =>
    html`<tr><th scope="row"><a href="#endpoint-${endpoint}">${endpoint}</a></th><td>${requests}</td><td>${breaches}</td><td>${notes}</td>
<td>${t('{survived} of {given}', replies)}</td></tr>`;
  return html`<section aria-labelledby="operations"><h2 id="operations">${t('Operations')}</h2>
<div class="scroll" tabindex="0" role="region" ${label('Operations, table')}><table class="counts"><thead><tr><th scope="col">${t('Operation')}</th>
<th scope="col">${t('Requests')}</th><th scope="col">${t('Breaches')}</th><th scope="col">${t('Notes')}</th><th scope="col">${t('Replies survived')}</th></tr></thead>
<tbody>${rows.map(row)}</tbody><tfoot>${sums(result)}</tfoot></table></div></section>`;
}

/** Returns what was sent to other paths, and the sums. */
function sums({ operations: rows, requests, findings }: SdkResult): Markup {
  const others = findings.filter(({ endpoint }) => endpoint === null);
  const given = rows.reduce((sum, { replies }) => sum + replies.given, 0);
  const survived = rows.reduce((sum, { replies }) => sum + replies.survived, 0);
  const sentElsewhere = requests.filter(({ endpoint }) => endpoint === null);
  return html`${sum('no operation', sentElsewhere.length, others, '')}${sum('All', requests.length, findings, t('{survived} of {given}', { survived, given }))}`;
}

function sum(name: string, sent: number, found: readonly Finding[], replies: string | Markup): Markup {
  const count = (wanted: Finding['level']) => found.filter(({ level }) => level === wanted).length;
  return html`<tr><th scope="row">${t(name)}</th><td>${sent}</td><td>${count('breach')}</td><td>${count('note')}</td><td>${replies}</td></tr>`;
}

function rules(rows: readonly RuleResult[]): Markup {
  const byEndpoint = [...groupByKey(rows, ({ endpoint }) => endpoint)];
  const found = outcomes.filter((word) => rows.some(({ outcome }) => outcome === word));
  const choices = { endpoint: byEndpoint.map(([name]) => name), level: ['breach', 'note'], outcome: found };
  return html`<section aria-labelledby="rules"><h2 id="rules">${t('Rules')}</h2>${filters(choices)}
${byEndpoint.map(([endpoint, own]) => table(endpoint, own))}</section>`;
}

function table(endpoint: string, rows: readonly RuleResult[]): Markup {
  return html`<section class="endpoint" aria-labelledby="endpoint-${endpoint}"><h3 id="endpoint-${endpoint}">${endpoint}</h3>
<table class="requirements"><thead><tr><th scope="col">${t('Rule')}</th><th scope="col">${t('What every request does')}</th>
<th scope="col" class="wide">${t('Level')}</th><th scope="col">${t('Outcome')}</th></tr></thead><tbody>${rows.map(ruleRow)}</tbody></table></section>`;
}

function ruleRow({ endpoint, rule, about, level, outcome, findings }: RuleResult): Markup {
  const unfolding =
    findings.length > 0 &&
    html`<details data-outcome="${outcome}"><summary>${t('{count} found', { count: findings.length })} <span class="unseen">${t('by {rule}', { rule })}</span></summary>
<ul class="tests">${findings.map(findingItem)}</ul></details>`;
  return html`<tr data-endpoint="${endpoint}" data-level="${level}" data-outcome="${outcome}"><th scope="row">${rule}</th>
<td><p>${t(about)} <span class="narrow">${t(level)}</span></p>${unfolding}</td><td class="wide">${t(level)}</td><td>${badge(outcome)}</td></tr>`;
}

function findingItem({ level, known, place, text, section, count, example }: Finding): Markup {
  const times = count === 1 ? html`${example}` : t('{count} requests, the first {example}', { count, example });
  return html`<li><b>${known && html`${t('known')} `}${t(level)}</b> <code>${place}</code> ${t(text)} <small>(${section}) ${times}</small></li>`;
}

/** Returns requests that are none of the six operations, and those to other hosts. */
function others({ findings, refused, gone }: SdkResult): Markup | undefined {
  const others = findings.filter(({ endpoint }) => endpoint === null);
  if (others.length + refused.length + gone.length === 0) return undefined;
  return html`<section aria-labelledby="others"><h2 id="others">${t('Also observed')}</h2><ul>${others.map(findingItem)}
${refused.map(({ request, count }) => html`<li><b>${t('refused')}</b> ${request} <small>${t('{count} times', { count })}</small></li>`)}
${gone.map((id) => html`<li><b>${t('gone since the baseline')}</b> ${id}</li>`)}</ul></section>`;
}

/** Returns what the command was answered and whether it ended well, and what of the contract it never met. */
function rounds({ rounds: rows, coverage }: SdkResult): Markup {
  const row = ({ name, survived, code, timedOut }: SdkResult['rounds'][number]) =>
    html`<tr><th scope="row">${t(name)}</th><td>${badge(survived ? 'passed' : 'failed')}</td>
<td>${t(describeEnding({ code, timedOut }))}</td></tr>`;
  return html`<section aria-labelledby="rounds"><h2 id="rounds">${t('Replies')}</h2>
<div class="scroll" tabindex="0" role="region" ${label('Replies, table')}><table><thead><tr><th scope="col">${t('The command was answered')}</th>
<th scope="col">${t('Survived')}</th><th scope="col">${t('It ended with')}</th></tr></thead><tbody>${rows.map(row)}</tbody></table></div></section>
<section aria-labelledby="met"><h2 id="met">${t('What was met')}</h2><dl>${Object.entries(coverage).map(met)}</dl></section>`;
}

function met([what, { met: seen, never }]: [string, Share]): Markup {
  const list = (names: readonly string[]) => (names.length === 0 ? t('none') : names.join(', '));
  return html`<dt><b>${t(what)}</b></dt><dd>${t('met:')} ${list(seen)}</dd><dd>${t('never:')} ${list(never)}</dd>`;
}

/** Limits the breaches on a page; sdk.json has them all. */
const MOST_BREACHES = 100;
const MOST_REQUESTS = 500;
const LONGEST = 4_000;

/** Returns the findings that violate the contract. */
function defectsOf({ findings }: SdkResult): Finding[] {
  return findings.filter(({ level }) => level === 'breach');
}

/** Returns what broke the contract, each once, beside the first request that did. */
function breaches(result: SdkResult): Markup | undefined {
  const { requests } = result;
  const broken = defectsOf(result);
  if (broken.length === 0) return undefined;
  const byNumber = new Map(requests.map((request) => [request.number, request]));
  const shown = broken.slice(0, MOST_BREACHES);
  return html`<section aria-labelledby="breaches"><h2 id="breaches">${t('Breaches')}</h2>
<p>${t('fixes.order', { count: broken.length })} ${more(broken.length - shown.length)}</p>
${shown.map((finding, at) => breach(finding, at + 1, byNumber.get(finding.requests[0] ?? 0)))}</section>`;
}

function breach(finding: Finding, at: number, request: RecordedRequest | undefined): Markup {
  const { known, endpoint, place, text, section, rule, requests } = finding;
  return html`<article class="cause" id="breach-${at}" aria-labelledby="breach-title-${at}">
<h3 id="breach-title-${at}">${known && html`${t('known')}: `}${endpoint ?? t('no operation')}: ${place} ${t(text)}</h3>
<p>${rule}, ${t('section {section}', { section })}. ${t('Requests:')} ${requests.slice(0, MOST_REQUESTS).map(requestLink)}</p>
${request && html`<pre tabindex="0" role="region" ${label('The first request of breach {at}', { at })}>${textOf(request)}</pre>`}</article>`;
}

function requestLink(number: number): Markup {
  return html`<a href="#request-${number}">#${number}</a> `;
}

/** Returns every request of the command by its number, with what it broke; they add up to the operations above. */
function numbered({ requests }: SdkResult): Markup {
  const shown = requests.slice(0, MOST_REQUESTS);
  const row = (request: RecordedRequest) => {
    const { number, endpoint, method, target, status, round, findings } = request;
    const broken = findings.filter(({ level }) => level === 'breach').length;
    return html`<tr id="request-${number}"><th scope="row">#${number}</th><td>${endpoint ?? t('no operation')}</td><td><details><summary>${method} ${target}</summary><pre tabindex="0" role="region" ${label('Request {number}', { number })}>${textOf(request)}</pre></details></td>
<td>${status}</td><td>${t(round)}</td><td>${broken}</td><td>${findings.length - broken}</td></tr>`;
  };
  return html`<section aria-labelledby="requests"><h2 id="requests">${t('Requests')}</h2>
<p>${t('Requests: {count}, in the order of their arrival.', { count: requests.length })} ${more(requests.length - shown.length)}</p>
<div class="scroll" tabindex="0" role="region" ${label('Requests, table')}><table class="counts sent"><thead><tr><th scope="col">${t('Request')}</th><th scope="col">${t('Operation')}</th><th scope="col">${t('What was sent')}</th>
<th scope="col">${t('Answered')}</th><th scope="col">${t('Round')}</th><th scope="col">${t('Breaches')}</th><th scope="col">${t('Notes')}</th></tr></thead><tbody>${shown.map(row)}</tbody></table></div></section>`;
}

/** Returns a request as it was sent, its answer behind it; the record holds no secret. */
function textOf({ method, target, headers, body, status, answer }: RecordedRequest): string {
  const sent = [`${method} ${target}`, ...headers.map(([name, value]) => `${name}: ${value}`), '', body];
  return [...sent, '', `→ ${status}`, answer].map(cut).join('\n').trim();
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function more(count: number): Markup | undefined {
  return count > 0 ? t('and {more} more: see sdk.json', { more: count }) : undefined;
}
