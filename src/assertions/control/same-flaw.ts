import type { Problem, ProblemKind } from '#api/cause';
import { type Exchange, getField, isSuccess } from '#api/exchange';
import { formProblems, jsonProblems } from '../form.ts';
import { type Controls, controls } from './controls.ts';

/**
 * The requirement that the answer to the control request breaks by its form, where nothing else is wrong with a success:
 * one fault has one cause. `member` is what a fact is about.
 */
export async function sameFlaw(
  exchange: Exchange,
  problems: readonly Problem[],
  member?: string,
): Promise<string | undefined> {
  const { answer }: Controls = controls[exchange.endpoint];
  if (!answer || problems.length === 0 || !isSuccess(exchange.status)) return undefined;
  const baseline = await exchange.baseline?.();
  if (!baseline || !isSuccess(baseline.status)) return undefined;
  const flaws = formProblems(baseline);
  const isShared = (problem: Problem) =>
    flaws.some((flaw) => isSame(flaw, problem)) || (problem.kind === 'fact' && isMoot([exchange, baseline], member));
  if (flaws.length === 0 || !problems.every(isShared)) return undefined;
  return flaws.some(({ kind }) => kind !== 'schema') ? answer.json : answer.members;
}

/**
 * The requirement that the answer to the negative control breaks by being no JSON, where nothing else is wrong with a refusal, of
 * which a code cannot be read then.
 */
export async function sameRefusalFlaw(exchange: Exchange, problems: readonly Problem[]): Promise<string | undefined> {
  const moot: readonly ProblemKind[] = ['json', 'media type', 'code', 'label'];
  if (isSuccess(exchange.status) || problems.length === 0) return undefined;
  if (!problems.every(({ kind }) => moot.includes(kind))) return undefined;
  const other = await otherRefusal(exchange);
  const flaws = other ? jsonProblems(other) : [];
  const hasFlaw = (kind: ProblemKind) => flaws.some((flaw) => flaw.kind === kind);
  const isShared = ({ kind }: Problem) => hasFlaw(kind === 'media type' ? kind : 'json');
  return problems.every(isShared) ? controls[exchange.endpoint].refusal : undefined;
}

/** The answer to the negative control, with which a refusal is compared; undefined where it has no body, as it may. */
export async function otherRefusal(exchange: Exchange): Promise<Exchange | undefined> {
  const refused = await exchange.refusal?.().catch(() => undefined);
  return refused?.text === '' ? undefined : refused;
}

/** Returns true if a fact about a member says nothing: neither answer has it. */
function isMoot(both: readonly Exchange[], member?: string): boolean {
  const lacks = ({ json }: Exchange) => member !== undefined && (getField(json, member) ?? null) === null;
  return both.every(({ json }) => json === undefined) || both.every(lacks);
}

function isSame(one: Problem, other: Problem): boolean {
  if (one.kind === 'fact' && other.kind === 'fact') return one.wanted === other.wanted;
  if (one.kind !== 'schema' || other.kind !== 'schema') return one.kind === other.kind;
  return one.pointer === other.pointer && one.rule === other.rule && one.wanted === other.wanted;
}
