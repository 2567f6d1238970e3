import type { Cause } from '#api/cause';
import type { Level, RegisteredRequirement } from '#api/requirement';

export interface RequirementOutcome extends RegisteredRequirement {
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly cause?: Cause;
  readonly answers?: readonly { readonly title: string; readonly answer: unknown }[];
  readonly tests: readonly TestOutcome[];
  /** The reason why it is outside the verdict although it was tested. */
  readonly aside?: { readonly kind: 'outside'; readonly words: string };
  /** The earlier run that proved it last, where this one did not. */
  readonly proven?: { readonly run: string; readonly started: string };
}

export type Verdict = 'CONFORMANT' | `CONFORMANT with ${string}` | 'NON-CONFORMANT' | 'INCOMPLETE';

export type Counts = Readonly<Record<Level, Readonly<Record<Outcome, number>>>>;

/** The worst first: a requirement is what the worst of its tests is. A waiver hides no test of a should that warns. */
export const precedence: Readonly<Record<Level, readonly Outcome[]>> = {
  must: ['failed', 'unstable', 'waived', 'warned', 'inconclusive', 'not exercised', 'passed'],
  should: ['failed', 'unstable', 'warned', 'waived', 'inconclusive', 'not exercised', 'passed'],
  question: ['answered', 'inconclusive', 'not exercised'],
};

/** Returns an outcome as reports name it; conformance.json keeps `answered`. */
export function nameOutcome(outcome: Outcome): string {
  return outcome === 'answered' ? 'recorded' : outcome;
}

/** The reason why a requirement is not exercised, or not with all its tests, in a partial run. */
export const NOT_SELECTED = 'the run did not select it';

/** Returns true if the selection of the run is what left a requirement out. */
export function isNotSelected({ reason = '' }: Pick<RequirementOutcome, 'reason'>): boolean {
  return reason.endsWith(NOT_SELECTED);
}

/** Returns the outcome of a requirement by its tests; it never passes if it has fewer than in a whole run. */
export function judgeRequirement(
  row: RegisteredRequirement,
  tests: readonly TestOutcome[],
  { tests: expected, leftOut } = { tests: 0, leftOut: NOT_SELECTED },
): RequirementOutcome {
  const outcome = precedence[row.level].find((word) => tests.some((test) => test.outcome === word));
  if (outcome === undefined) return { ...row, ...toNotExercised(row.unasked ?? leftOut), tests };
  const had = countTests(tests);
  if (outcome === 'passed' && had < expected)
    return { ...row, ...toNotExercised(`only ${had} of ${expected} tests: ${leftOut}`), tests };
  const { reason, cause } = tests.find((test) => test.outcome === outcome) ?? {};
  const responses = listResponses(tests);
  return {
    ...row,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(cause === undefined ? {} : { cause }),
    ...(responses.length > 0 ? { answers: responses } : {}),
    tests,
  };
}

function listResponses(tests: readonly TestOutcome[]): NonNullable<RequirementOutcome['answers']> {
  return tests
    .filter((test) => test.answer !== undefined)
    .map(({ title, answer: response }) => ({ title, answer: response }))
    .sort((one, other) => (one.title < other.title ? -1 : 1));
}

function toNotExercised(words: string): Pick<RequirementOutcome, 'outcome' | 'reason' | 'cause'> {
  return { outcome: 'not exercised', reason: words, cause: { kind: 'left out', words } };
}

/** Returns the rows that are in the verdict. */
export function listJudgedRows(requirements: readonly RequirementOutcome[]): RequirementOutcome[] {
  return requirements.filter(({ aside }) => aside === undefined);
}

/** Returns the verdict: failed musts, then musts that were not exercised, then waivers decide. */
export function computeVerdict(requirements: readonly RequirementOutcome[]): Verdict {
  const musts = listJudgedRows(requirements).filter(({ level }) => level === 'must');
  if (musts.some((row) => row.outcome === 'failed' || isBlockedByFailure(row, requirements))) return 'NON-CONFORMANT';
  const isMet = ({ outcome }: RequirementOutcome) => outcome === 'passed' || outcome === 'waived';
  if (musts.length === 0 || !musts.every(isMet)) return 'INCOMPLETE';
  const waived = listJudgedRows(requirements).filter(({ outcome }) => outcome === 'waived').length;
  return waived === 0 ? 'CONFORMANT' : `CONFORMANT with ${waived} waiver${waived === 1 ? '' : 's'}`;
}

/** Returns true if a control failed whose requirement is in the verdict and not waived: a violation, run or not. */
function isBlockedByFailure({ cause }: RequirementOutcome, all: readonly RequirementOutcome[]): boolean {
  if (cause?.kind !== 'failed control') return false;
  const broken = all.find(({ id }) => id === cause.requirement);
  return broken?.outcome !== 'waived' && broken?.aside === undefined;
}

/** Returns the musts that are open because a control request failed. */
export function listBlockedMusts(requirements: readonly RequirementOutcome[]): RequirementOutcome[] {
  const musts = listJudgedRows(requirements).filter(({ level }) => level === 'must');
  return musts.filter(({ cause }) => cause?.kind === 'failed control');
}

/** Returns true if a control failed whose requirement no report shows as failed, or so many that most is unknown. */
export function hidesFailure(requirements: readonly RequirementOutcome[]): boolean {
  const open = listBlockedMusts(requirements);
  const musts = listJudgedRows(requirements).filter(({ level }) => level === 'must');
  const isMany = open.length > 0 && open.length * MANY_IN >= musts.length;
  return isMany || open.some((row) => isBlockedByFailure(row, requirements));
}

const MANY_IN = 10;

/** Returns true if the run has exercised any requirement, or some tests of one where it did not select the others. */
export function hasExercisedTests(requirements: readonly RequirementOutcome[]): boolean {
  const isKnown = ({ outcome }: Pick<TestOutcome, 'outcome'>) => !['not exercised', 'inconclusive'].includes(outcome);
  return requirements.some((row) => isKnown(row) || (isNotSelected(row) && row.tests.some(isKnown)));
}

/** Counts the requirements in the verdict by level and outcome. */
export function countOutcomes(requirements: readonly RequirementOutcome[]): Counts {
  const judged = listJudgedRows(requirements);
  const count = (level: Level) => {
    const rows = judged.filter((row) => row.level === level);
    const counts = outcomes.map((word) => [word, rows.filter(({ outcome }) => outcome === word).length]);
    return Object.fromEntries(counts) as Record<Outcome, number>; // fromEntries forgets which names it was given
  };
  return { must: count('must'), should: count('should'), question: count('question') };
}

/** Returns the number of requirements of a level. */
export function countLevel(counts: Counts['must']): number {
  return Object.values(counts).reduce((total, number) => total + number, 0);
}

export const outcomes = [
  'passed',
  'failed',
  'unstable',
  'warned',
  'answered',
  'waived',
  'not exercised',
  'inconclusive',
] as const;
export type Outcome = (typeof outcomes)[number];

export interface TestOutcome {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly industry?: string;
  /** A requirement whose scenarios show a failure of another one. */
  readonly scenarioOf?: string;
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly cause?: Cause;
  readonly answer?: unknown;
}

/** Returns the number of tests, each counted once, however often it ran. */
export function countTests(tests: readonly Pick<TestOutcome, 'file' | 'title'>[]): number {
  return new Set(tests.map(({ file, title }) => `${file} ${title}`)).size;
}

/** Returns the statuses of all provider states if none is available; undefined otherwise. */
export function findDeadStates(requirements: readonly RequirementOutcome[]): string | undefined {
  const musts = requirements.filter(({ level }) => level === 'must');
  const statuses = musts.flatMap(({ cause }) => (cause?.kind === 'state refused' ? [cause.status] : []));
  if (statuses.length === 0 || musts.some(({ outcome }) => outcome !== 'not exercised')) return undefined;
  return [...new Set(statuses)].sort().join(' or ');
}

/** Returns the reason why no test was exercised: that of all provider states, else of the first selected must. */
export function explainEmptyRun({ requirements }: { readonly requirements: readonly RequirementOutcome[] }): string {
  const statuses = findDeadStates(requirements);
  const musts = requirements.filter(({ level, reason }) => level === 'must' && reason);
  const first = musts.find((row) => !isNotSelected(row)) ?? musts[0];
  return statuses === undefined ? (first?.reason ?? 'no test ran') : `every provider state returned ${statuses}`;
}
