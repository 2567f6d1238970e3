import { isNotSelected, type RequirementOutcome } from '#results/verdict';
import { wrap } from './wrap.ts';

/** Returns the reason why musts were left out, each reason once with the ids that it stands for. */
export function leftOut(requirements: readonly RequirementOutcome[], said: string | null): string[] {
  const byReason = new Map<string, string[]>();
  const dead = deadStates(requirements);
  const selected = requirements.filter((row) => !isNotSelected(row) && !(dead && isStateRefused(row)));
  for (const { level, outcome, reason = '', id } of selected)
    if (level === 'must' && reason !== said && (outcome === 'not exercised' || outcome === 'inconclusive'))
      byReason.set(`${outcome}: ${reason}`, [...(byReason.get(`${outcome}: ${reason}`) ?? []), id]);
  const lines = [...byReason].map(([reason, ids]) => [...wrap(ids.join(' ')), ...linesOf(reason), ''].join('\n'));
  return dead ? [`${dead}\n`, ...lines] : lines;
}

/** Holds what is no longer than this keeps its line. */
const LONGEST = 198;

function linesOf(reason: string): string[] {
  return reason.length > LONGEST ? wrap(reason, '  ') : [`  ${reason}`];
}

/** Returns true if a state that the target cannot provide is what left a requirement out. */
function isStateRefused({ cause }: RequirementOutcome): boolean {
  return cause?.kind === 'state refused';
}

/** One sentence where what answers for provider states knows none, in place of one for each; undefined where it knows some. */
function deadStates(requirements: readonly RequirementOutcome[]): string | undefined {
  const musts = requirements.filter(({ level }) => level === 'must');
  const refused = musts.flatMap(({ cause }) => (cause?.kind === 'state refused' ? [cause.status] : []));
  if (refused.length === 0 || musts.some(({ outcome }) => outcome !== 'not exercised')) return undefined;
  const statuses = [...new Set(refused)].sort().join(' or ');
  return `Every provider state is answered ${statuses}: correct PROVIDER_STATES_URL, or let it provide the states of docs/provider-states.md.`;
}
