import { groupByKey } from '#api/group-by-key';
import { type Endpoint, endpoints } from '#api/operations';
import { industries } from '#factories/preferences/industry';
import { redact } from '#redaction/redact';
import type { parseMinimum } from '#results/gate';
import type { Outcome } from '#results/verdict';
import packageFile from '../../package.json' with { type: 'json' };
import { listRequestFields } from '../contract/fields.ts';
import { checks, toLevel } from '../contract/judge.ts';
import { documentedErrors, nameError } from '../responses/sequences.ts';
import { type Finding, groupFindings, isBreach, sortByArrival } from './findings.ts';
import { describeEnding, type GateRun, type RecordedRequest, redactLog } from './record.ts';

/** Describes the parts of an earlier result that a run is compared with. */
export interface GateBaseline {
  readonly coverage: Pick<Coverage, 'operations' | 'fields'>;
  readonly findings: readonly Pick<Finding, 'id' | 'level' | 'endpoint'>[];
}

export interface GateTerms {
  readonly started: string;
  readonly ignoreExit: boolean;
  readonly interrupted: boolean;
  readonly minimum: MinimumCoverage;
  /** The operations that the SDK has; default: all. */
  readonly operations?: readonly Endpoint[] | undefined;
  readonly baseline?: GateBaseline | undefined;
}

interface Options {
  readonly way: string;
  readonly strict: boolean;
  readonly command: { readonly words: readonly string[] };
}

export type SdkResult = ReturnType<typeof buildResult>;

/** Returns the result of a gate without secrets: its verdict, and the reasons for it. */
export function buildResult({ way, strict, command }: Options, raw: GateRun, terms: GateTerms) {
  const run = redactLog(raw);
  const { started, baseline, interrupted } = terms;
  const before = baseline?.findings.filter(isBreach) ?? [];
  const findings = groupFindings(run, strict, new Set(before.map(({ id }) => id)));
  const coverage = measureCoverage(run.requests, terms.operations);
  const lost = baseline ? listLostCoverage(coverage, baseline.coverage) : [];
  const reasons = listReasons({ ...run, way }, findings, coverage, lost, terms);
  return {
    suite: { name: packageFile.name, version: packageFile.version },
    command: command.words.map(redact),
    way,
    strict,
    started,
    ended: new Date().toISOString(),
    ...judgeRun(reasons, interrupted),
    coverage,
    operations: endpoints.map((endpoint) => summarizeOperation(endpoint, run, findings)),
    findings,
    gone: listGone(before, findings, run),
    lost,
    rounds: run.rounds,
    requests: sortByArrival(run.requests),
    strays: sortByArrival(run.unparsed),
    refused: countEach(run.rejected),
    passed: countEach(run.passed),
    errors: run.errors,
  };
}

function judgeRun(reasons: readonly Reason[], interrupted: boolean) {
  const judge = (matter: Matter) => (reasons.some(([of]) => of === matter) ? ('failed' as const) : ('passed' as const));
  return {
    verdict: reasons.length > 0 ? ('FAILED' as const) : ('PASSED' as const),
    judged: {
      contract: judge('contract'),
      command: judge('command'),
      coverage: judge('coverage'),
      gate: judge('gate'),
    },
    interrupted,
    reasons: reasons.map(([, text]) => text),
  };
}

/** Returns the breaches of the baseline that the same operations no longer have. */
function listGone(before: GateBaseline['findings'], findings: readonly Finding[], { requests }: GateRun): string[] {
  const exercised = new Set(requests.map(({ endpoint }) => endpoint));
  const left = new Set(findings.map(({ id }) => id));
  return before.filter(({ id, endpoint }) => exercised.has(endpoint) && !left.has(id)).map(({ id }) => id);
}

function summarizeOperation(endpoint: Endpoint, run: GateRun, findings: readonly Finding[]) {
  const requests = run.requests.filter((request) => request.endpoint === endpoint);
  const found = findings.filter((finding) => finding.endpoint === endpoint);
  const breaches = found.filter(isBreach).length;
  const names = new Set(requests.map(({ round }) => round));
  const rounds = run.rounds.filter((round) => (round.endpoint ?? endpoint) === endpoint && names.has(round.name));
  const replies = { given: rounds.length, survived: rounds.filter(({ survived }) => survived).length };
  return { endpoint, requests: requests.length, breaches, notes: found.length - breaches, replies };
}

function listLostCoverage({ operations, fields }: Coverage, before: GateBaseline['coverage']): string[] {
  return [
    ...operations.never.filter((name) => before.operations.met.includes(name)),
    ...fields.never.filter((name) => before.fields.met.includes(name)),
  ];
}

function countEach(requests: readonly string[]) {
  return [...groupByKey(requests, (one) => one)].map(([request, { length }]) => ({ request, count: length }));
}

/** The requests, the exit code, the coverage, and the gate itself are judged separately. */
type Matter = 'contract' | 'command' | 'coverage' | 'gate';
type Reason = readonly [of: Matter, text: string];

/** Returns the reasons why a run failed; none if it passed. */
function listReasons(
  run: RunInMode,
  findings: readonly Finding[],
  coverage: Coverage,
  lost: readonly string[],
  { ignoreExit, interrupted, minimum }: GateTerms,
): Reason[] {
  const breaches = findings.filter((finding) => isBreach(finding) && !finding.known);
  const fallen = run.rounds.filter(({ survived, timedOut }) => !survived && (timedOut || !ignoreExit));
  const reasonIf = (of: Matter, holds: boolean, text: string): Reason[] => (holds ? [[of, text]] : []);
  return [
    ...reasonIf('contract', breaches.length > 0, `Breaches of the contract: ${breaches.length}.`),
    ...reasonIf('contract', run.requests.length === 0, describeSilence(run)),
    ...fallen.map((round): Reason => ['command', `Replies ${round.name}: the command ${describeEnding(round)}.`]),
    ...reasonIf('command', interrupted, 'The run was interrupted.'),
    ...listMissingCoverage(minimum, coverage).map((text): Reason => ['coverage', text]),
    ...reasonIf('coverage', lost.length > 0, `Coverage lost since the baseline: ${lost.join(', ')}.`),
    ...reasonIf('gate', run.errors.length > 0, `Internal errors of the gate: ${run.errors.length}.`),
  ];
}

type RunInMode = GateRun & Pick<Options, 'way'>;
const adviceByMode: Partial<Record<string, string>> = { proxy: 'Use --transparent, or run', transparent: 'Run' };

/** Returns the traffic that arrived when no request did, in words. */
function describeSilence({ unparsed, rejected, way }: RunInMode): string {
  const others = [
    ...(rejected.length > 0 ? [`${rejected.length} to other hosts`] : []),
    ...(unparsed.length > 0 ? [`${unparsed.length} that could not be read`] : []),
  ];
  const what = others.length > 0 ? ` Other traffic: ${others.join(', ')} (listed above).` : '';
  const advice = adviceByMode[way] ?? 'Use --transparent or --proxy, or run';
  return `No request reached the gate. ${advice} tests that do not mock HTTP.${what}`;
}

/** Returns every rule of every operation with its findings; not exercised if the operation has no request. */
export function judgeRules({ operations, findings, strict }: SdkResult) {
  return operations.flatMap(({ endpoint, requests }) =>
    checks
      .filter(({ of }) => of.includes(endpoint))
      .map(({ rule, about, weight }) => {
        const found = findings.filter((finding) => finding.endpoint === endpoint && finding.rule === rule);
        const outcome = requests === 0 ? 'not exercised' : getOutcome(found);
        return { endpoint, rule, about, level: toLevel(weight, strict), outcome, findings: found };
      }),
  );
}

/** Returns the outcome of a rule of an operation; a breach that the baseline has is waived. */
function getOutcome(findings: readonly Finding[]): Outcome {
  if (findings.some((finding) => isBreach(finding) && !finding.known)) return 'failed';
  if (findings.some(isBreach)) return 'waived';
  return findings.length > 0 ? 'warned' : 'passed';
}

interface Share<Name extends string = string> {
  readonly met: readonly Name[];
  readonly never: readonly Name[];
}

export type Coverage = ReturnType<typeof measureCoverage>;

/** Returns the operations, industries, fields (2) and errors (7) of the recorded requests. */
function measureCoverage(requests: readonly RecordedRequest[], operations: readonly Endpoint[] = endpoints) {
  const errors = documentedErrors.filter(({ endpoint }) => operations.includes(endpoint));
  const allFields = operations.flatMap((endpoint) => listRequestFields(endpoint).map((path) => `${endpoint} ${path}`));
  const sent = requests.flatMap(({ endpoint, fields }) => fields.map((path) => `${endpoint} ${path}`));
  const used = <Key extends 'endpoint' | 'industry' | 'error'>(key: Key) => requests.map((request) => request[key]);
  return {
    operations: toShare(operations, used('endpoint')),
    industries: toShare(industries, used('industry')),
    fields: toShare(allFields, sent),
    errors: toShare(errors.map(nameError), used('error')),
  };
}

function toShare<Name extends string>(all: readonly Name[], seen: readonly (Name | null)[]): Share<Name> {
  const names = new Set(seen);
  return { met: all.filter((name) => names.has(name)), never: all.filter((name) => !names.has(name)) };
}

/** Returns the coverage in words: `Coverage: 3 of 6 operations, 7 of 13 industries, 40 of 68 fields, 5 of 22 errors`. */
export function describeCoverage(coverage: Coverage): string {
  const parts = Object.entries(coverage).map(
    ([what, { met, never }]: [string, Share]) => `${met.length} of ${met.length + never.length} ${what}`,
  );
  return `Coverage: ${parts.join(', ')}`;
}

export interface MinimumCoverage {
  readonly operations: readonly Endpoint[];
  readonly industries: number;
  readonly fields: ReturnType<typeof parseMinimum>;
}

export const NO_MINIMUM: MinimumCoverage = { operations: [], industries: 0, fields: { count: 0, isPercent: false } };

function listMissingCoverage(minimum: MinimumCoverage, coverage: Coverage): string[] {
  const { count, isPercent } = minimum.fields;
  const never = minimum.operations.filter((endpoint) => !coverage.operations.met.includes(endpoint));
  const sent = coverage.industries.met.length;
  const fields = coverage.fields.met.length;
  const all = fields + coverage.fields.never.length;
  const isLess = (isPercent ? (100 * fields) / all : fields) < count;
  const industries = `Industries exercised: ${sent}. Expected at least ${minimum.industries}. Put the name of the industry into external_reference.`;
  return [
    ...(never.length > 0 ? [`Required operations that were not exercised: ${never.join(', ')}.`] : []),
    ...(sent < minimum.industries ? [industries] : []),
    ...(isLess ? [`Fields sent: ${fields} of ${all}. Expected at least ${count}${isPercent ? '%' : ''}.`] : []),
  ];
}
