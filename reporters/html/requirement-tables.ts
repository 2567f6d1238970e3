import { grouped } from '../../suite/core/grouped.ts';
import { levels } from '../../suite/core/requirement.ts';
import { outcomes } from '../../suite/results/outcome.ts';
import type { RequirementOutcome } from '../../suite/results/verdict.ts';
import { endpointName } from './endpoint-name.ts';
import { filters } from './filters.ts';
import { html, type Markup } from './markup.ts';
import { requirementRow } from './requirement-row.ts';
import { t } from './texts.ts';

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
