import type { Suite, TestCase } from '@playwright/test/reporter';
import { REQUIREMENT } from '../core/covers.ts';
import { grouped } from '../core/grouped.ts';
import { isPartial, type Part, partialWords } from '../run/part.ts';
import type { TestOutcome } from './outcome.ts';
import type { RequirementOutcome } from './verdict.ts';

/** What of the suite a run had: its command line, and how many tests it selected and ended. */
export interface Selection {
  readonly argv: readonly string[];
  readonly selected: number;
  readonly ended: number;
  /** How many tests of each requirement there are before a shard or --last-failed leaves some out. */
  readonly wanted: Readonly<Record<string, number>>;
  /** What was selected and did not run, because the run was interrupted. */
  readonly unrun: readonly TestCase[];
  readonly part?: Part | undefined;
  /** When the last machine of a shared run ended; else it is now. */
  readonly endedAt?: string | undefined;
}

/** The options of Playwright that leave out tests by their titles or at random; --project leaves out whole operations. */
const narrowing = /^(?:-[gG]|--(?:grep|grep-invert|shard|last-failed|only-changed|test-list))/;

/** The operations of which a run asked everything and was answered. */
export function completeEndpoints(
  requirements: readonly RequirementOutcome[],
  { argv, selected, ended, part }: Selection,
): string[] {
  if (isPartial(part)) return [];
  if (argv.some((argument) => narrowing.test(argument)) || ended < selected) return [];
  const byEndpoint = grouped(
    requirements.filter((row) => row.unasked === undefined),
    ({ endpoint }) => endpoint,
  );
  return [...byEndpoint].filter(([, rows]) => rows.every(isSettled)).map(([endpoint]) => endpoint);
}

/** Whether a run had every test of a requirement: of its whole operation, or by its tag. */
export function selectsAll(complete: readonly string[], { argv, wanted }: Selection) {
  return ({ endpoint, id, tests }: RequirementOutcome): boolean =>
    complete.includes(endpoint) ||
    (tests.length >= (wanted[id] ?? 0) && argv.some((argument) => argument.endsWith(`@${id}`)));
}

function isSettled({ tests }: RequirementOutcome): boolean {
  return tests.length > 0 && tests.every((test) => test.outcome !== 'inconclusive' && !isLeftOut(test));
}

/** Whether the run itself did not ask, where the target might have answered. */
function isLeftOut({ outcome, cause }: TestOutcome): boolean {
  return outcome === 'not exercised' && (cause?.kind === 'budget' || cause?.kind === 'guard');
}

/** Whether the run only lists its tests. */
export function onlyLists(): boolean {
  return process.argv.includes('--list');
}

/** How many tests of each requirement a suite has. */
export function wantedOf(suite: Suite): Record<string, number> {
  const ids = suite
    .allTests()
    .flatMap(({ annotations }) => annotations)
    .flatMap(({ type, description }) => (type === REQUIREMENT && description ? [description] : []));
  return Object.fromEntries([...grouped(ids, (id) => id)].map(([id, tests]) => [id, tests.length]));
}

/** Why tests of a requirement were not run that are in the suite. */
export function whyLeftOut({ part, selected, ended }: Selection): string {
  if (isPartial(part)) return partialWords(part);
  return ended < selected ? 'the run ended before it' : 'the run did not select it';
}

/** A command line without what differs between the machines of one run: the subcommand, the shard and the workers. */
export function withoutShard(argv: readonly string[]): string[] {
  const isOption = (word = '') => /^(?:--shard|--workers|-j)$/.test(word);
  return argv
    .slice(argv[0] === 'test' ? 1 : 0)
    .filter(
      (word, index, words) => !/^(?:--shard|--workers|-j)(?:=|$)/.test(word) && !isOption(words[index - 1]),
    );
}
