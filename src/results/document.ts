import { getDescriptions, REQUIREMENT } from '#api/covers';
import { groupByKey } from '#api/group-by-key';
import { type Endpoint, endpoints } from '#api/operations';
import { register, sets } from '#api/register';
import type { RegisteredRequirement } from '#api/requirement';
import { states } from '#api/states';
import { listDistinct } from '#api/values/json';
import { REPEATED_CREDENTIAL_REQUIREMENT } from '#assertions/repeated-credentials';
import preferences from '#factories/preferences/counts.json' with { type: 'json' };
import { redact } from '#redaction/redact';
import { type ChannelLines, getOutage, readChannel } from '#run/channels';
import { registerDigest } from '#run/digest';
import { findExclusion } from '#run/judging';
import { getSuite } from '#run/process/program';
import { getBuild, listReportedSettings } from '#run/reported-settings';
import type { RunContext } from '#run/run-context';
import { summarizeGuard } from '#safety/guard';
import { describePartialRun, getConditions, getReplay } from './conditions.ts';
import type { Decision, Run } from './decision.ts';
import { type FinishedTest, getTestOutcome, getUnrunOutcome, listRepeatedCredentials } from './finished-test.ts';
import { readEarlierRuns } from './history/history.ts';
import { failRecurring, getWindow, type WindowVerdict, withProofs } from './history/rolling.ts';
import { getDrift } from './ledger/comparison.ts';
import { getLedgerFile, getObservations, getResponses, getResponseTimes, readLedger } from './ledger/responses.ts';
import {
  completeEndpoints,
  describeNotRun,
  hasAllTests,
  type Selected,
  type Selection,
  summarizeSelection,
} from './selection.ts';
import {
  computeVerdict,
  countOutcomes,
  hasExercisedTests,
  judgeRequirement,
  type RequirementOutcome,
  type TestOutcome,
} from './verdict.ts';
import { judgeWaivers } from './waivers.ts';

type RunHeader = Readonly<ReturnType<typeof buildRunHeader>>;
type RunDetails = Readonly<ReturnType<typeof collectRunDetails>>;

/** The content of `reports/conformance.json`, as conformance.schema.json describes it. */
export interface Conformance extends RunHeader, RunDetails, Omit<Run, 'target' | keyof RunDetails> {
  readonly ended: string;
  readonly certify?: boolean;
  readonly decision: Decision;
  readonly window?: WindowVerdict;
  readonly preferences: typeof preferences;
}

/** The result of a run before it is decided whether it is green. */
export type UndecidedResult = Omit<Conformance, 'decision'>;

/** Returns the result of a run; errors of the suite, an unselected test or a missing shard forbid CONFORMANT. */
export function buildConformance(
  run: RunContext,
  results: readonly FinishedTest[],
  errors: readonly string[],
  selection: Selection,
): UndecidedResult {
  const leftOut = describeNotRun(selection);
  const unrun = selection.selected.filter(({ results: tries }) => tries.length === 0);
  const all: readonly PlannedTest[] = [...results, ...unrun.map((test) => ({ test }))];
  const byRequirement = all.flatMap((row) =>
    getDescriptions(row.test.annotations, REQUIREMENT).map((id) => ({ ...row, id })),
  );
  const ofRow = groupByKey(byRequirement, ({ id }) => id);
  const judged = register.map((row) =>
    judgeRequirement(row, getTests(row, ofRow.get(row.id) ?? [], results, run.settings.STRICT), {
      tests: selection.expected.of[row.id] ?? 0,
      leftOut,
    }),
  );
  return buildDocument(run, judged, errors, { ...selection, selected: summarizeSelection(selection) });
}

function buildRunHeader(run: RunContext) {
  const { settings, started, subject } = run;
  const { SEED, RUN_ID, TARGET, BASE_URL, WITHOUT, PRODUCT } = settings;
  const { name, version, vendor, contact } = PRODUCT;
  return {
    $schema: './conformance.schema.json',
    run: RUN_ID,
    suite: getSuite(registerDigest(subject)),
    target: { name: TARGET, baseUrl: BASE_URL },
    product: { name, version, build: getBuild(settings), vendor, contact },
    seed: SEED,
    settings: listReportedSettings(run),
    without: WITHOUT,
    started,
  };
}

export interface JudgedSelection extends Pick<Selection, 'expected' | 'part' | 'endedAt'> {
  readonly selected: Selected;
}

/** Builds the document of a run whose requirements are judged. */
export function buildDocument(
  run: RunContext,
  judged: readonly RequirementOutcome[],
  errors: readonly string[],
  selection: JudgedSelection,
): UndecidedResult {
  const requirements = judgeOverNights(judged, run);
  return {
    ...buildRunHeader(run),
    ...describeExtent(run, selection),
    ...judgeRun(requirements, run, errors, selection),
    preferences,
    errors: errors.map(redact),
    guard: summarizeGuard(),
    unreachable: getOutage(),
    ...collectRunDetails(requirements, selection, run),
    requirements,
  };
}

/** Returns when the run ended, what it covers, and under which conditions. */
function describeExtent(run: RunContext, { part, selected, endedAt }: JudgedSelection) {
  const { CERTIFY } = run.settings;
  return {
    ended: endedAt ?? new Date().toISOString(),
    ...(part ? { shards: part } : {}),
    ...getReplay(run),
    ...(CERTIFY ? { certify: CERTIFY } : {}),
    selection: { ...selected, argv: selected.argv.map(redact) },
    conditions: getConditions(run.settings, run.subject),
  };
}

function judgeRun(
  requirements: readonly RequirementOutcome[],
  run: RunContext,
  errors: readonly string[],
  { part: shards, selected: selection }: JudgedSelection,
) {
  const verdict = computeVerdict(requirements);
  const window = errors.length === 0 ? getWindow(requirements, run) : undefined;
  const isWhole = errors.length === 0 && describePartialRun({ shards, selection }) === undefined;
  return {
    verdict: verdict.startsWith('CONFORMANT') && !isWhole ? 'INCOMPLETE' : verdict,
    ...(window ? { window } : {}),
    exercised: hasExercisedTests(requirements),
    counts: countOutcomes(requirements),
  } as const;
}

/** Returns the requirements by this run and earlier ones; those outside the verdict say why. */
function judgeOverNights(judged: readonly RequirementOutcome[], run: RunContext) {
  const earlier = readEarlierRuns(run);
  const rows = failRecurring(judged, earlier, run.started).map((row) => {
    const aside = findExclusion(row.id, run.settings);
    return aside ? { ...row, aside } : row;
  });
  return withProofs(rows, earlier);
}

/** A test that was selected, with its result if it was run. */
type PlannedTest = Pick<FinishedTest, 'test'> & Partial<FinishedTest>;

function getTests(
  { id, level }: RegisteredRequirement,
  tests: readonly PlannedTest[],
  all: readonly FinishedTest[],
  isStrict: boolean,
): TestOutcome[] {
  const outcomes = [
    ...tests.map(({ test, result }) => (result ? getTestOutcome(test, result, level) : getUnrunOutcome(test))),
    ...(id === REPEATED_CREDENTIAL_REQUIREMENT
      ? all.flatMap(({ test, result }) => listRepeatedCredentials(test, result, isStrict))
      : []),
  ];
  return outcomes.sort((one, other) => (getPlace(one) < getPlace(other) ? -1 : 1));
}

function getPlace({ file, line, title }: TestOutcome): string {
  return `${file}:${String(line).padStart(5, '0')} ${title}`;
}

/** Adds up what the workers recorded, and compares it with the waivers and the ledger of the target. */
function collectRunDetails(
  requirements: readonly RequirementOutcome[],
  selection: Pick<Selection, 'expected' | 'part'>,
  { settings, waivers }: RunContext,
) {
  const observations = readChannel('observed');
  const complete = completeEndpoints(requirements, selection);
  const { TARGET: name, DEPTH: depth } = settings;
  const found = { depth, complete, observed: getObservations(observations) };
  const ledger = readLedger(settings, name);
  const run = getResponses({ target: { name }, ...found, requirements });
  return {
    ...found,
    requests: countRequests(),
    states: listUsedStates(),
    ...listFailedTeardowns(),
    times: getResponseTimes(observations),
    set: settings.REQUIREMENTS || (sets.at(-1) ?? ''),
    waivers: judgeWaivers(waivers, requirements, hasAllTests(selection.expected)),
    drift: ledger ? { ledger: getLedgerFile(settings, name), ...getDrift(ledger, run) } : null,
  };
}

function countRequests(): Readonly<Record<string, number>> {
  const all = readChannel('requests');
  const getCount = (name: Endpoint) =>
    all.filter(({ endpoint }) => endpoint === name).reduce((total, { count }) => total + count, 0);
  return Object.fromEntries(endpoints.map((name) => [name, getCount(name)]));
}

function listUsedStates(): Readonly<Record<string, readonly string[]>> {
  const lines = readChannel('states');
  const getIds = (state: string) => [...new Set(lines.filter(([name]) => name === state).map(([, id]) => id))].sort();
  return Object.fromEntries(Object.keys(states).map((state) => [state, getIds(state)]));
}

/** Returns each way in which a state could not be ended once, by the names of the states. */
function listFailedTeardowns(): { readonly failedTeardowns?: readonly ChannelLines['failed teardowns'][] } {
  const lines = listDistinct(readChannel('failed teardowns'));
  return lines.length > 0 ? { failedTeardowns: lines } : {};
}
