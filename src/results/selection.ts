import type { TestCase } from '@playwright/test/reporter';
import { groupByKey } from '#api/group-by-key';
import type { TestCounts } from '#api/register';
import { describeMissingShards, isPartial, type ShardSelection } from '#run/partial-run';
import { removeShardOption } from '#run/process/command-line';
import { countTests, NOT_SELECTED, type RequirementOutcome, type TestOutcome } from './verdict.ts';

export interface Selection {
  readonly argv: readonly string[];
  readonly selected: readonly TestCase[];
  readonly expected: TestCounts;
  readonly part?: ShardSelection | undefined;
  readonly endedAt?: string | undefined;
}

export interface Selected {
  readonly argv: readonly string[];
  readonly tests: number;
  readonly of: number;
}

/** Returns the selection of a run as its result shows it. */
export function summarizeSelection({ argv, selected, expected }: Selection): Selected {
  const places = selected.map(({ location, title }) => `${location.file} ${title}`);
  return { argv: removeShardOption(argv), tests: new Set(places).size, of: expected.tests };
}

/** Returns the operations for which the run asked everything and got responses. */
export function completeEndpoints(
  requirements: readonly RequirementOutcome[],
  { part, expected }: Pick<Selection, 'part' | 'expected'>,
): string[] {
  if (isPartial(part)) return [];
  const asked = requirements.filter((row) => row.unasked === undefined);
  const byEndpoint = groupByKey(asked, ({ endpoint }) => endpoint);
  // What budgets, the guard and a recording left out, the target might have responded to.
  const isSettled = ({ outcome, cause }: TestOutcome) =>
    outcome !== 'inconclusive' && !['budget', 'guard', 'not recorded'].includes(cause?.kind ?? '');
  const isComplete = (row: RequirementOutcome) => hasAllTests(expected)(row) && row.tests.every(isSettled);
  return [...byEndpoint].filter(([, rows]) => rows.every(isComplete)).map(([endpoint]) => endpoint);
}

/** Returns true if a run had every test of a requirement. */
export function hasAllTests({ of }: TestCounts) {
  return ({ id, tests }: Pick<RequirementOutcome, 'id' | 'tests'>): boolean => countTests(tests) >= (of[id] ?? 1);
}

/** Returns the reason why tests of a requirement were not run that are in the suite. */
export function describeNotRun({ part }: Pick<Selection, 'part'>): string {
  return isPartial(part) ? describeMissingShards(part) : NOT_SELECTED;
}
