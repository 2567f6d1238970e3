import type { RequirementOutcome } from '../../suite/results/verdict.ts';

/** Whether a state that the target cannot provide is what left a requirement out. */
export function isStateRefused({ cause }: RequirementOutcome): boolean {
  return cause?.kind === 'state refused';
}

/** One sentence where what answers for provider states knows none, in place of one for each; undefined where it knows some. */
export function deadStates(requirements: readonly RequirementOutcome[]): string | undefined {
  const musts = requirements.filter(({ level }) => level === 'must');
  const refused = musts.flatMap(({ cause }) => (cause?.kind === 'state refused' ? [cause.status] : []));
  if (refused.length === 0 || musts.some(({ outcome }) => outcome !== 'not exercised')) return undefined;
  const statuses = [...new Set(refused)].sort().join(' or ');
  return `Every provider state is answered ${statuses}: correct PROVIDER_STATES_URL, or let it provide the states of docs/targets.md.`;
}
