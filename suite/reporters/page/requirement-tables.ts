import { grouped } from '../../grouped.ts';
import { outcomes } from '../../outcome.ts';
import { levels } from '../../requirement.ts';
import type { RequirementOutcome } from '../../verdict.ts';
import { endpointName } from './endpoint-name.ts';
import type { EvidenceByTest } from './evidence.ts';
import { html, type Markup } from './markup.ts';
import { requirementRow } from './requirement-row.ts';

/** Every requirement, a table an endpoint, with the filters above. */
export function requirementTables(
  requirements: readonly RequirementOutcome[],
  evidence: EvidenceByTest,
): Markup {
  const byEndpoint = [...grouped(requirements, ({ endpoint }) => endpoint)];
  return html`<section aria-labelledby="requirements"><h2 id="requirements">Requirements</h2>
${filters(
  byEndpoint.map(([endpoint]) => endpoint),
  requirements,
)}
${byEndpoint.map(([endpoint, rows]) => table(endpoint, rows, evidence))}</section>`;
}

function table(endpoint: string, rows: readonly RequirementOutcome[], evidence: EvidenceByTest): Markup {
  return html`<section class="endpoint" aria-labelledby="endpoint-${endpoint}"><h3 id="endpoint-${endpoint}">${endpointName(endpoint)}</h3>
<table class="requirements"><thead><tr><th scope="col">Id</th><th scope="col">Requirement</th>
<th scope="col" class="wide">Level</th><th scope="col" class="wide">Reference</th><th scope="col">Outcome</th></tr></thead>
<tbody>${rows.map((row) => requirementRow(row, evidence))}</tbody></table></section>`;
}

/** Shown by the script alone: without it they would do nothing. */
function filters(endpoints: readonly string[], requirements: readonly RequirementOutcome[]): Markup {
  const found = outcomes.filter((word) => requirements.some(({ outcome }) => outcome === word));
  return html`<form id="filters" class="filters" hidden>${select('endpoint', endpoints)}${select('level', levels)}${select('outcome', found)}
<button type="reset">Show all</button>
<output id="shown">${requirements.length} requirements</output></form>`;
}

function select(name: string, options: readonly string[]): Markup {
  return html`<label>${name} <select name="${name}"><option value="">all</option>
${options.map((option) => html`<option>${option}</option>`)}</select></label>`;
}
