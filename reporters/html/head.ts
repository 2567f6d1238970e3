import { endpoints } from '../../suite/core/operations.ts';
import type { Conformance } from '../../suite/results/document.ts';
import { outcomes } from '../../suite/results/outcome.ts';
import { isPartial, partialWords } from '../../suite/run/part.ts';
import { endpointName } from './endpoint-name.ts';
import { html, type Markup } from './markup.ts';
import { badge } from './outcome-badge.ts';

const signs = { CONFORMANT: '✓', 'NON-CONFORMANT': '✗', INCOMPLETE: '…' } as const;

/** The verdict at one glance, its three numbers, and what was run against what. */
export function head(document: Conformance): Markup {
  const kind = kindOf(document);
  const { must, should } = document.counts;
  const all = Object.values(must).reduce((sum, count) => sum + count, 0);
  const open = must['not exercised'] + must.inconclusive;
  return html`<header class="verdict ${kind.toLowerCase()}">
<p class="of">Conformance of <strong>${document.target.name}</strong></p>
<h1><span class="sign" aria-hidden="true">${signs[kind]}</span> ${document.verdict}</h1>
<ul class="numbers">
<li><b>${must.passed} of ${all}</b> musts passed</li>
<li><b>${open}</b> not exercised or inconclusive</li>
<li><b>${must.waived + should.waived}</b> waived</li>
</ul>
${part(document)}<p>${meaning(document, must.failed, should.warned)}</p>
</header>
${facts(document)}`;
}

/** The verdict without the number of its waivers. */
export function kindOf({ verdict }: Pick<Conformance, 'verdict'>): keyof typeof signs {
  if (verdict === 'NON-CONFORMANT' || verdict === 'INCOMPLETE') return verdict;
  return 'CONFORMANT';
}

/** A part of a run says so beside its verdict. */
function part({ shards }: Conformance): Markup | undefined {
  if (!isPartial(shards)) return undefined;
  return html`<p><strong>A part of a run:</strong> ${partialWords(shards)}.</p>
`;
}

function meaning(document: Conformance, failed: number, warned: number): string {
  const warnings = warned > 0 ? ` Warnings: ${warned}.` : '';
  if (failed > 0)
    return `What the reference states is broken in ${plural(failed, 'requirement')}.${warnings}`;
  if (kindOf(document) === 'CONFORMANT')
    return `Every requirement that the reference states was exercised, and none is broken${document.verdict === 'CONFORMANT' ? '' : ' but those that are waived'}.${warnings}`;
  return `Nothing that was exercised is broken, but not everything was: this says nothing of the rest.${warnings}`;
}

function facts({ target, suite, seed, without, depth, started, ended }: Conformance): Markup {
  const rows = [
    ['Base URL', target.baseUrl || 'none'],
    ['From', instant(started)],
    ['To', instant(ended)],
    ['Suite', `${suite.name} ${suite.version}`],
    ['Seed', String(seed)],
    ...(without.length > 0 ? [['Without', without.join(', ')] as const] : []),
    ['Depth', depth],
  ] as const;
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** How many requirements of each endpoint came to each outcome. */
export function overview({ requirements }: Conformance): Markup {
  const found = outcomes.filter((word) => requirements.some(({ outcome }) => outcome === word));
  const shown = [...endpoints, 'service'].filter((name) => requirements.some((row) => row.endpoint === name));
  const row = (
    name: string,
  ) => html`<tr><th scope="row"><a href="#endpoint-${name}">${endpointName(name)}</a></th>
${found.map((word) => cell(requirements.filter((row) => row.endpoint === name && row.outcome === word).length))}</tr>`;
  return html`<section aria-labelledby="overview"><h2 id="overview">Overview</h2><div class="scroll" tabindex="0" role="region" aria-label="Overview, table"><table class="counts">
<thead><tr><th scope="col">Operation</th>${found.map((word) => html`<th scope="col">${badge(word)}</th>`)}</tr></thead>
<tbody>${shown.map(row)}</tbody></table></div></section>`;
}

function cell(count: number): Markup {
  return html`<td>${count === 0 ? html`<span class="none">0</span>` : count}</td>`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function instant(text: string): string {
  return text.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
}
