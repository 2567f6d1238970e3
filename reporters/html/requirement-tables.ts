import { grouped } from '#api/grouped';
import { levels } from '#api/requirement';
import { outcomes } from '#results/outcome';
import type { RequirementOutcome } from '#results/verdict';
import { html, type Markup } from './markup.ts';
import { requirementRow } from './requirement-row.ts';
import { endpointName, t } from './texts.ts';

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

/** Every requirement, a table an endpoint, with the filters above. */
export function requirementTables(
  requirements: readonly RequirementOutcome[],
  numbers: ReadonlyMap<string, number>,
): Markup {
  const found = outcomes.filter((word) => requirements.some(({ outcome }) => outcome === word));
  const byEndpoint = [...grouped(requirements, ({ endpoint }) => endpoint)];
  return html`<section aria-labelledby="requirements"><h2 id="requirements">${t('Requirements')}</h2>
${filters({ endpoint: byEndpoint.map(([endpoint]) => endpoint), level: levels, outcome: found }, 'requirements')}
${byEndpoint.map(([endpoint, rows]) => table(endpoint, rows, numbers))}</section>`;
}

function table(
  endpoint: string,
  rows: readonly RequirementOutcome[],
  numbers: ReadonlyMap<string, number>,
): Markup {
  return html`<section class="endpoint" aria-labelledby="endpoint-${endpoint}"><h3 id="endpoint-${endpoint}">${t(endpointName(endpoint))}</h3>
<table class="requirements"><thead><tr><th scope="col">${t('Id')}</th><th scope="col">${t('Requirement')}</th>
<th scope="col" class="wide">${t('Level')}</th><th scope="col" class="wide">${t('Reference')}</th><th scope="col">${t('Outcome')}</th></tr></thead>
<tbody>${rows.map((row) => requirementRow(row, numbers.get(row.id)))}</tbody></table></section>`;
}
