import { grouped } from '../grouped.ts';
import type { RequirementOutcome } from '../verdict.ts';

/** What of the suite a run had: its command line, and how many tests it selected and ended. */
export interface Selection {
  readonly argv: readonly string[];
  readonly selected: number;
  readonly ended: number;
}

/** The options of Playwright that leave out tests by their titles or at random; --project leaves out whole operations. */
const narrowing = /^(?:-[gG]|--(?:grep|grep-invert|shard|last-failed|only-changed|test-list))/;

/** The operations of which a run asked everything and was answered. */
export function completeEndpoints(
  requirements: readonly RequirementOutcome[],
  { argv, selected, ended }: Selection,
): string[] {
  if (argv.some((argument) => narrowing.test(argument)) || ended < selected) return [];
  const byEndpoint = grouped(
    requirements.filter((row) => row.unasked === undefined),
    ({ endpoint }) => endpoint,
  );
  return [...byEndpoint].filter(([, rows]) => rows.every(isSettled)).map(([endpoint]) => endpoint);
}

/** Whether a run had every test of a requirement: of its whole operation, or by its tag. */
export function selectsAll(complete: readonly string[], { argv }: Selection) {
  return ({ endpoint, id }: RequirementOutcome): boolean =>
    complete.includes(endpoint) || argv.some((argument) => argument.endsWith(`@${id}`));
}

function isSettled({ tests }: RequirementOutcome): boolean {
  return tests.length > 0 && tests.every(({ outcome }) => outcome !== 'inconclusive');
}
