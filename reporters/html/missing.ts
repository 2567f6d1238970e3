import { type Cause, isSkipReason } from '#api/cause';
import { groupByKey } from '#api/group-by-key';
import { describeSkipReason } from '#api/messages';
import { type State, stateNames, states, toStateVariable } from '#api/states';
import type { Conformance } from '#results/document';
import { listJudgedRows, type RequirementOutcome } from '#results/verdict';
import { createTable, heads, html, link, type Markup, sentence, t } from './texts.ts';

const columns = heads('missing', ['state', 'variables', 'unlocks', 'how']);

/** Returns the states that are missing, the one first that unlocks most. */
export function listMissingStates({ requirements }: Conformance) {
  const rows = listOpen(requirements);
  return stateNames
    .map((state) => ({ state, unlocks: rows.filter(({ cause }) => getState(cause).includes(state)) }))
    .filter(({ unlocks }) => unlocks.length > 0)
    .map((found) => ({ ...found, why: found.unlocks[0] ? describeReason(found.unlocks[0]) : '' }))
    .sort((one, other) => musts(other.unlocks) - musts(one.unlocks) || other.unlocks.length - one.unlocks.length);
}

function listOpen(requirements: readonly RequirementOutcome[]): RequirementOutcome[] {
  return listJudgedRows(requirements).filter(
    ({ outcome, cause }) =>
      (outcome === 'not exercised' || outcome === 'inconclusive') && cause?.kind !== 'failed control',
  );
}

function getState(cause: Cause | undefined): State[] {
  return cause && 'state' in cause ? [cause.state] : [];
}

function describeReason({ cause, reason = '' }: RequirementOutcome): string {
  return cause && isSkipReason(cause) ? describeSkipReason(cause) : reason;
}

function musts(rows: readonly RequirementOutcome[]): number {
  return rows.filter(({ level }) => level === 'must').length;
}

/** Returns the checks that could not run: missing states with their variables and effects; then all others. */
export function missing(document: Conformance): Markup | undefined {
  if (document.unreachable !== null) return undefined;
  const needed = listMissingStates(document);
  const open = listOpen(document.requirements).filter(({ level }) => level !== 'question');
  const withoutState = open.filter(({ cause }) => getState(cause).length === 0);
  const others = [...groupByKey(withoutState, describeReason)];
  if (needed.length + others.length === 0) return undefined;
  return html`<section aria-labelledby="missing"><h2 id="missing">${t('missing.heading')} <small>${t('missing.order')}</small></h2>
${needed.length > 0 && createTable(columns, needed.map(row), 'missing.table')}
${others.length > 0 && html`<ul class="card">${others.map(([why, rows]) => html`<li>${sentence(why)}: ${rows.slice(0, 20).map(({ id }) => link(id))}${rows.length > 20 && t('more', { count: rows.length - 20 })}</li>`)}</ul>`}</section>`;
}

function row({ state, why, unlocks }: ReturnType<typeof listMissingStates>[number]): Markup {
  const broken = (name: string) => name.split(/(?<=_)/).map((part) => html`${part}<wbr>`);
  const variables = states[state].map((value) => html`<code>${broken(toStateVariable(state, value))}</code><br>`);
  const isUnset = unlocks[0]?.cause?.kind === 'state unset'; // the variables say it
  const ids = unlocks.slice(0, 12).map(({ id }) => link(id));
  return html`<tr><th scope="row">${state}</th><td class="variables">${variables}</td>
<td>${t('missing.checks', { count: unlocks.length, required: musts(unlocks) })}<br>${ids}${unlocks.length > 12 && t('more', { count: unlocks.length - 12 })}</td>
<td>${t(`state.${state}`)}${!isUnset && html` <small>${t('missing.reason')} ${sentence(why)}</small>`}</td></tr>`;
}
