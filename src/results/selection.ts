import type { TestCase } from '@playwright/test/reporter';
import { grouped } from '#api/grouped';
import type { WantedTests } from '#api/register';
import { isPartial, type Part, partialWords } from '#run/part';
import { withoutShard } from '#run/process/command-line';
import { countTests, type TestOutcome } from './outcome.ts';
import { NOT_SELECTED, type RequirementOutcome } from './verdict.ts';

/** What of the suite a run had: its command line, and how many tests it selected and ended. */
export interface Selection {
  readonly argv: readonly string[];
  readonly selected: readonly TestCase[];
  readonly ended: number;
  /** What a whole run has, counted before any filter. */
  readonly wanted: WantedTests;
  /** The digest of the register that is judged by. */
  readonly register: string;
  readonly part?: Part | undefined;
  /** When the last machine of a shared run ended; else it is now. */
  readonly endedAt?: string | undefined;
}

/** What a result says of its selection. */
export interface Selected {
  /** What the run was started with. */
  readonly argv: readonly string[];
  /** How many different tests it selected, and how many there are. */
  readonly tests: number;
  readonly of: number;
}

/** What a result says of the selection of its run. */
export function selectedOf({ argv, selected, wanted }: Selection): Selected {
  const places = selected.map(({ location, title }) => `${location.file} ${title}`);
  return { argv: withoutShard(argv), tests: new Set(places).size, of: wanted.tests };
}

/** What was selected and did not run, because the run was interrupted. */
export function unrunOf({ selected }: Selection): TestCase[] {
  return selected.filter(({ results }) => results.length === 0);
}

/** The operations of which a run asked everything and was answered. */
export function completeEndpoints(
  requirements: readonly RequirementOutcome[],
  { part, wanted }: Pick<Selection, 'part' | 'wanted'>,
): string[] {
  if (isPartial(part)) return [];
  const byEndpoint = grouped(
    requirements.filter((row) => row.unasked === undefined),
    ({ endpoint }) => endpoint,
  );
  const isComplete = (row: RequirementOutcome) => hasAll(wanted)(row) && isSettled(row);
  return [...byEndpoint].filter(([, rows]) => rows.every(isComplete)).map(([endpoint]) => endpoint);
}

/** Whether a run had every test of a requirement. */
export function hasAll({ of }: WantedTests) {
  return ({ id, tests }: Pick<RequirementOutcome, 'id' | 'tests'>): boolean =>
    countTests(tests) >= (of[id] ?? 1);
}

function isSettled({ tests }: RequirementOutcome): boolean {
  return tests.every((test) => test.outcome !== 'inconclusive' && !isLeftOut(test));
}

/** Whether the run itself did not ask, where the target might have answered. */
function isLeftOut({ outcome, cause }: TestOutcome): boolean {
  return outcome === 'not exercised' && (cause?.kind === 'budget' || cause?.kind === 'guard');
}

/** Why tests of a requirement were not run that are in the suite. */
export function whyLeftOut({ part, selected, ended }: Selection): string {
  if (isPartial(part)) return partialWords(part);
  return ended < selected.length ? 'the run ended before it' : NOT_SELECTED;
}
