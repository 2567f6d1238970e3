import { html, type Markup } from './markup.ts';
import { t } from './texts.ts';

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
<label>${t('search')} <input type="search" name="find" autocomplete="off"></label>${selects}
<button type="reset">${t('Show all')}</button>
<button type="button" id="next">${t('Next failure')}</button>
<output id="shown"></output></form>`;
}

function select(name: string, options: readonly string[]): Markup {
  return html`<label>${t(name)} <select name="${name}"><option value="" data-t="all">all</option>
${options.map((option) => html`<option value="${option}" data-t="${option}">${option}</option>`)}</select></label>`;
}
