import { endpoints, isEndpoint, operations } from '#api/operations';
import type { Conformance } from '#results/document';
import type { Outcome } from '#results/outcome';
import type { RequirementOutcome } from '#results/verdict';
import { html, type Markup } from './markup.ts';
import { endpointName, label, signs, t } from './texts.ts';

/** Returns the register as one picture: an operation a line, a required check a tile. */
export function operationTiles({ requirements }: Conformance): Markup {
  const shown = [...endpoints, 'service', 'client'].filter((name) =>
    requirements.some(({ endpoint, level }) => endpoint === name && level === 'must'),
  );
  const rows = shown.map((name) =>
    operation(
      name,
      requirements.filter(({ endpoint }) => endpoint === name),
    ),
  );
  return html`<section aria-labelledby="operations"><h2 id="operations">${t('nav.operations')} <small>${t('operations.key')}</small></h2>
<div class="ops">${rows}</div></section>`;
}

function operation(name: string, rows: readonly RequirementOutcome[]): Markup {
  const required = rows.filter(({ level }) => level === 'must');
  const place = isEndpoint(name) && `${operations[name].method} /${operations[name].path}`;
  return html`<div class="op"><div class="on"><b>${endpointName(name)}</b>${place && html`<code>${place}</code>`}</div>
<div class="tiles" role="group" ${label('operations.tiles', { name })}>${required.map(tile)}</div>
<div class="oc">${counted(rows, required)}</div></div>`;
}

function tile({ id, outcome, cause, text }: RequirementOutcome): Markup {
  const word = cause?.kind === 'failed control' ? 'blocked' : outcome;
  const sign = word === 'passed' ? '' : signs[outcome];
  return html`<a class="t ${outcome.replace(' ', '-')}" href="#${id}" title="${id} ${word}: ${text}"><span class="unseen">${id} ${t(word)}</span>${sign}</a>`;
}

/** The outcomes of the required checks in words, and the warnings behind them. */
function counted(rows: readonly RequirementOutcome[], required: readonly RequirementOutcome[]): Markup {
  const count = (word: Outcome) => required.filter(({ outcome }) => outcome === word).length;
  const words: readonly Outcome[] = ['failed', 'unstable', 'waived', 'inconclusive', 'not exercised'];
  const warned = rows.filter(
    ({ outcome, level }) => level === 'should' && (outcome === 'warned' || outcome === 'failed'),
  );
  return html`<b>${t('operations.passed', { passed: count('passed'), all: required.length })}</b>${words
    .filter((word) => count(word) > 0)
    .map(
      (word) => html`, <span class="${word.replace(' ', '-')}">${count(word)} ${t(word)}</span>`,
    )}${warned.length > 0 && html`, <span class="warned">${t('bar.warnings', { count: warned.length })}</span>`}`;
}
