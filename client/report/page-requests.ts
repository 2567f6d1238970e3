import { html, type Markup } from '#reporters/html/markup';
import { label, t } from '#reporters/html/texts';
import type { RecordedRequest } from '../record/record.ts';
import type { Finding } from '../result/findings.ts';
import type { SdkResult } from '../result/result.ts';

/** A page has no more breaches and no more requests than these; sdk.json has them all. */
const MOST_BREACHES = 100;
const MOST_REQUESTS = 500;
const LONGEST = 4_000;

/** Returns what broke the contract, each once, beside the first request that did. */
export function breaches({ findings, requests }: SdkResult): Markup | undefined {
  const broken = findings.filter(({ level }) => level === 'breach');
  if (broken.length === 0) return undefined;
  const byNumber = new Map(requests.map((request) => [request.number, request]));
  const shown = broken.slice(0, MOST_BREACHES);
  return html`<section aria-labelledby="breaches"><h2 id="breaches">${t('Breaches')}</h2>
<p>${t('Breaches: {count}. Each is told once.', { count: broken.length })} ${more(broken.length - shown.length)}</p>
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

/** Every request of the command by its number, with what it broke; they add up to the operations above. */
export function numbered({ requests }: SdkResult): Markup {
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

/** A request as it was sent, its answer behind it; the record holds no secret. */
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
