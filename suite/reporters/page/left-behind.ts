import { html, type Markup } from './markup.ts';

/** What a run created and could not delete, as reports/left-behind.json lists it. */
export type LeftBehind = readonly Readonly<Record<string, unknown>>[];

/** What the run left behind, a row each, with a column for every member. */
export function leftBehind(rows: LeftBehind | undefined): Markup | undefined {
  if (rows === undefined) return undefined;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const table = html`<details><summary>${rows.length} resources</summary><div class="scroll" tabindex="0" role="region" aria-label="What the run left behind, table"><table><thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${names.map((name) => html`<td>${cell(row[name])}</td>`)}</tr>`)}</tbody></table></div></details>`;
  return html`<section aria-labelledby="left-behind"><h2 id="left-behind">What the run left behind</h2>
${rows.length === 0 ? html`<p>Nothing.</p>` : table}</section>`;
}

function cell(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
