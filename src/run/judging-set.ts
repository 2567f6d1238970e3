import { isEndpoint } from '#api/operations';
import { describeOutsideSet, newestSet, requirementOf } from '#api/register';
import { settings } from './context.ts';

/** Returns the set of requirements that judges this run. */
export function judgingSet(): string {
  return settings().REQUIREMENTS || newestSet();
}

/** Returns the reason why a row is outside the verdict of this run; undefined if it is not, which is the default. */
export function asideOf(id: string): { readonly kind: 'outside'; readonly words: string } | undefined {
  const words = describeOutsideSet(settings().REQUIREMENTS, id) ?? describeOtherOperation(requirementOf(id).endpoint);
  return words === undefined ? undefined : { kind: 'outside', words };
}

/** Returns true if the run judges an operation; what belongs to no operation is always judged. */
export function isJudgedOperation(endpoint: string): boolean {
  const { OPERATIONS } = settings();
  return OPERATIONS.length === 0 || !isEndpoint(endpoint) || OPERATIONS.includes(endpoint);
}

function describeOtherOperation(endpoint: string): string | undefined {
  return isJudgedOperation(endpoint) ? undefined : 'its operation is not in OPERATIONS';
}
