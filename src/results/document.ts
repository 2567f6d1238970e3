import type { TestCase, TestResult } from '@playwright/test/reporter';
import type { Capability } from '#api/capabilities';
import { REQUIREMENT } from '#api/covers';
import type { RegisteredRequirement } from '#api/requirement';
import type { preferenceCounts } from '#factories/preferences/counts';
import preferences from '#factories/preferences/counts.json' with { type: 'json' };
import { unreachable } from '#http/circuit-breaker';
import { redact } from '#redaction/redact';
import { buildOf } from '#run/build';
import { context, settings } from '#run/context';
import { asideOf } from '#run/judging-set';
import type { Part } from '#run/part';
import { type Suite, suiteOf } from '#run/process/program';
import type { Settings } from '#run/settings/settings';
import { tellingSettings } from '#run/telling-settings';
import { type Guarding, guarding } from '#safety/guard';
import { type Besides, besidesOf } from './besides.ts';
import { type Conditions, conditionsOf, partWords, type Replayed, replayedIn } from './conditions.ts';
import type { Decision } from './decision.ts';
import { earlierRuns } from './history/history.ts';
import { overNights } from './history/over-nights.ts';
import { type WindowVerdict, windowOf, withProofs } from './history/rolling.ts';
import { outcomeOf, type TestOutcome, unrunOutcome } from './outcome.ts';
import { type Selected, type Selection, selectedOf, unrunOf, whyLeftOut } from './selection.ts';
import {
  type Counts,
  countsOf,
  isExercised,
  judge,
  type RequirementOutcome,
  type Verdict,
  verdictOf,
} from './verdict.ts';

/** What `reports/conformance.json` holds; conformance.schema.json beside it describes it. */
export interface Conformance extends Besides {
  readonly $schema: string;
  /** RUN_ID: by which its line in the history is found. */
  readonly run: string;
  readonly suite: Suite;
  readonly target: { readonly name: string; readonly baseUrl: string };
  /** What is tested and by whom it is made, as far as it was said. */
  readonly product: Product;
  readonly seed: number;
  /** What was set of what changes a test, so that it can be run again; empty where it may hold a password. */
  readonly settings: Readonly<Record<string, string>>;
  /** What the target is said to be without: WITHOUT. */
  readonly without: readonly Capability[];
  readonly started: string;
  readonly ended: string;
  /** Of a run that was killed, or goes on: that it did not end. */
  readonly unfinished?: string;
  /** The machines of a shared run that this result stands on; a whole run on one machine has none. */
  readonly shards?: Part;
  /** Of a replay: what was replayed. Nothing was sent. */
  readonly replay?: Replayed;
  /** Set where the run was one for certification: CERTIFY. */
  readonly certify?: boolean;
  /** What the exit code says, and why. */
  readonly decision: Decision;
  /** What of the suite the run selected, and what it was started with. */
  readonly selection: Selected;
  /** The settings under which the verdict holds: those that change what a must asks. */
  readonly conditions: Conditions;
  readonly verdict: Verdict;
  /** What is said over the nights that PER names, in words of its own. */
  readonly window?: WindowVerdict;
  readonly exercised: boolean;
  readonly counts: Counts;
  /** How many preferences there are of each kind, whatever the run selected. */
  readonly preferences: ReturnType<typeof preferenceCounts>;
  readonly errors: readonly string[];
  readonly guard: Guarding;
  /** Why the run stopped asking its target, which it could not reach; null where it could. */
  readonly unreachable: string | null;
  readonly requirements: readonly RequirementOutcome[];
}

/** What is tested, for someone who was not there; what nobody said is empty. */
interface Product {
  readonly name: string;
  readonly version: string;
  readonly build: string;
  readonly vendor: string;
  readonly contact: string;
}

/** What the settings say of what is tested. */
function productOf({ PRODUCT: { name, version, vendor, contact } }: Settings): Product {
  return { name, version, build: buildOf(), vendor, contact };
}

/** The result of a run of which it is not yet decided whether it is green. */
export type Undecided = Omit<Conformance, 'decision'>;

/**
 * The document of a run: every row of the register with what its tests came to. Errors of the suite forbid a
 * CONFORMANT, and so does a test that was not selected or a machine that is missing.
 */
export function conformanceOf(
  register: readonly RegisteredRequirement[],
  results: readonly FinishedTest[],
  errors: readonly string[],
  selection: Selection,
): Undecided {
  const leftOut = whyLeftOut(selection);
  const unrun = unrunOf(selection);
  const judged = register.map((row) =>
    judge(row, testsOf(row, results, unrun), { tests: selection.wanted.of[row.id] ?? 0, leftOut }),
  );
  return documentOf(register, judged, errors, { ...selection, selected: selectedOf(selection) });
}

/** What a result says of its run from the beginning on; `digest` is that of the register. */
export function beginningOf(digest: string) {
  const { SEED, RUN_ID, TARGET, BASE_URL, WITHOUT } = settings();
  return {
    $schema: './conformance.schema.json',
    run: RUN_ID,
    suite: suiteOf(digest),
    target: { name: TARGET, baseUrl: BASE_URL },
    product: productOf(settings()),
    seed: SEED,
    settings: tellingSettings(),
    without: WITHOUT,
    started: context().started,
  };
}

/** What of its suite a result stands on. */
export interface Standing extends Pick<Selection, 'wanted' | 'register' | 'part' | 'endedAt'> {
  readonly selected: Selected;
}

/** The document of a run whose requirements are judged. */
export function documentOf(
  register: readonly RegisteredRequirement[],
  judged: readonly RequirementOutcome[],
  errors: readonly string[],
  standing: Standing,
): Undecided {
  const { part, selected, endedAt } = standing;
  const { RUN_ID, TARGET, CERTIFY } = settings();
  const settled = overNights(judged, earlierRuns(TARGET, RUN_ID), context().started).map(withAside);
  const requirements = withProofs(settled, RUN_ID);
  const window = windowOf(requirements);
  const verdict = verdictOf(requirements);
  const isWhole = errors.length === 0 && partWords({ shards: part, selection: selected }) === undefined;
  return {
    ...beginningOf(standing.register),
    ended: endedAt ?? new Date().toISOString(),
    ...(part ? { shards: part } : {}),
    ...replayedIn(context()),
    ...(CERTIFY ? { certify: CERTIFY } : {}),
    selection: { ...selected, argv: selected.argv.map(redact) },
    conditions: conditionsOf(settings(), context().subject),
    verdict: verdict.startsWith('CONFORMANT') && !isWhole ? 'INCOMPLETE' : verdict,
    ...(window && errors.length === 0 ? { window } : {}),
    exercised: isExercised(requirements),
    counts: countsOf(requirements),
    preferences,
    errors: errors.map(redact),
    guard: guarding(),
    unreachable: unreachable(),
    ...besidesOf(register, requirements, standing, TARGET),
    requirements,
  };
}

/** A row with why it is not in the verdict, where it is not. */
function withAside(row: RequirementOutcome): RequirementOutcome {
  const aside = asideOf(row.id);
  return aside ? { ...row, aside } : row;
}

/** A test with its result. */
export interface FinishedTest {
  readonly test: TestCase;
  readonly result: TestResult;
}

function testsOf(
  { id, level }: RegisteredRequirement,
  results: readonly FinishedTest[],
  unrun: readonly TestCase[],
): TestOutcome[] {
  const covers = ({ annotations }: TestCase) =>
    annotations.some(({ type, description }) => type === REQUIREMENT && description === id);
  const outcomes = [
    ...results.filter(({ test }) => covers(test)).map((row) => outcomeOf(row.test, row.result, level)),
    ...unrun.filter(covers).map(unrunOutcome),
  ];
  return outcomes.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
}

/** Tests end in any order, and their requirement reads the same. */
function placeOf({ file, line, title }: TestOutcome): string {
  return `${file}:${String(line).padStart(5, '0')} ${title}`;
}
