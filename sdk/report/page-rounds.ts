import { html, type Markup } from '../../reporters/html/markup.ts';
import { badge } from '../../reporters/html/outcome-badge.ts';
import type { Met } from '../result/coverage.ts';
import type { SdkResult } from '../result/result.ts';
import { ending } from './ending.ts';

/** What the command was answered and whether it ended well, and what of the contract it never met. */
export function rounds({ rounds: rows, coverage }: SdkResult): Markup {
  const row = ({ name, survived, code, timedOut }: SdkResult['rounds'][number]) =>
    html`<tr><th scope="row">${name}</th><td>${badge(survived ? 'passed' : 'failed')}</td>
<td>${ending({ code, timedOut })}</td></tr>`;
  return html`<section aria-labelledby="rounds"><h2 id="rounds">Replies</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Replies, table"><table><thead><tr><th scope="col">The command was answered</th>
<th scope="col">Survived</th><th scope="col">It ended with</th></tr></thead><tbody>${rows.map(row)}</tbody></table></div></section>
<section aria-labelledby="met"><h2 id="met">What was met</h2><dl>${Object.entries(coverage).map(met)}</dl></section>`;
}

function met([what, { met: seen, never }]: [string, Met]): Markup {
  return html`<dt><b>${what}</b></dt><dd>met: ${seen.join(', ') || 'none'}</dd><dd>never: ${never.join(', ') || 'none'}</dd>`;
}
