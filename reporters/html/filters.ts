import { html, type Markup } from './markup.ts';

/**
 * Filters over all rows with `data-endpoint`, `data-level` and `data-outcome`; `of` names what a row is. Shown by the
 * script alone: without it they would do nothing.
 */
export function filters(
  choices: Readonly<Record<'endpoint' | 'level' | 'outcome', readonly string[]>>,
  of: string,
): Markup {
  const selects = Object.entries(choices).map(([name, options]) => select(name, options));
  return html`<form id="filters" class="filters" data-of="${of}" hidden>
<label>search <input type="search" name="find" autocomplete="off"></label>${selects}
<button type="reset">Show all</button>
<button type="button" id="next">Next failure</button>
<output id="shown"></output></form>`;
}

function select(name: string, options: readonly string[]): Markup {
  return html`<label>${name} <select name="${name}"><option value="">all</option>
${options.map((option) => html`<option>${option}</option>`)}</select></label>`;
}
