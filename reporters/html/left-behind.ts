import type { LeftBehind } from '../../suite/results/left-behind-file.ts';
import { html, type Markup } from './markup.ts';
import { label, t } from './texts.ts';

const columns = ['operation', 'id', 'tag', 'when', 'requirement', 'test'] as const;

/** What the run left behind, a row each. */
export function leftBehind(rows: LeftBehind | undefined): Markup | undefined {
  if (rows === undefined) return undefined;
  const table = html`<details><summary>${t('{count} resources', { count: rows.length })}</summary><div class="scroll" tabindex="0" role="region" ${label('What the run left behind, table')}><table><thead><tr>${columns.map((name) => html`<th scope="col">${t(name)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((name) => html`<td>${row[name] ?? t('unknown')}</td>`)}</tr>`)}</tbody></table></div></details>`;
  return html`<section aria-labelledby="left-behind"><h2 id="left-behind">${t('What the run left behind')}</h2>
${rows.length === 0 ? html`<p>${t('Nothing.')}</p>` : table}</section>`;
}
