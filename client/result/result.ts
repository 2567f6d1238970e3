import { type Endpoint, endpoints } from '#api/operations';
import { redact } from '#redaction/redact';
import packageFile from '../../package.json' with { type: 'json' };
import type { FinishedRound, GateRun } from '../record/gate-run.ts';
import type { RecordedRequest } from '../record/record.ts';
import type { Stray } from '../wire/traffic.ts';
import { type Coverage, groupFieldsByIndustry, type IndustryFields, measureCoverage } from './coverage.ts';
import { type Finding, groupFindings, sortByArrival } from './findings.ts';
import { type GateTerms, type Judgement, listReasons, summarizeReasons } from './reasons.ts';

/** Describes one operation over all rounds. */
interface OperationResult {
  readonly endpoint: Endpoint;
  readonly requests: number;
  readonly breaches: number;
  readonly notes: number;
  /** Kinds of reply that the SDK was given (rounds), and those after which the command ended well. */
  readonly replies: { readonly given: number; readonly survived: number };
}

/** Describes what `reports/sdk.json` holds; sdk.schema.json beside it describes it. */
export interface SdkResult {
  readonly $schema: string;
  readonly suite: { readonly name: string; readonly version: string };
  readonly command: readonly string[];
  readonly way: string;
  readonly strict: boolean;
  readonly started: string;
  readonly ended: string;
  readonly verdict: 'PASSED' | 'FAILED';
  /** Holds what failed of it: the requests against the contract, the command by its exit code, the floor of coverage. */
  readonly judged: Judgement;
  /** Tells whether the run was ended before its time: it says what was seen until then. */
  readonly interrupted: boolean;
  /** Gives the reason why it failed, one sentence each. */
  readonly reasons: readonly string[];
  readonly coverage: Coverage;
  readonly industryFields: IndustryFields;
  readonly operations: readonly OperationResult[];
  readonly findings: readonly Finding[];
  /** Breaches of the baseline that the same operations have no more. */
  readonly gone: readonly string[];
  /** Operations and fields that the baseline has and this run has not. */
  readonly lost: readonly string[];
  readonly rounds: readonly FinishedRound[];
  readonly requests: readonly RecordedRequest[];
  /** Holds what arrived and was no request that could be judged. */
  readonly strays: readonly Stray[];
  /** Requests to other hosts, which were refused. */
  readonly refused: readonly { readonly request: string; readonly count: number }[];
  /** Connections to other hosts that the user lets out. */
  readonly passed: readonly { readonly request: string; readonly count: number }[];
  readonly errors: readonly string[];
}

/** Describes what of a run was asked for. */
export interface Asked {
  readonly way: string;
  readonly strict: boolean;
  readonly command: { readonly words: readonly string[] };
}

/** Returns the result of a run, compared with the baseline where there is one. */
export function buildResult(asked: Asked, run: GateRun, standard: GateTerms): SdkResult {
  const { started, baseline, interrupted } = standard;
  const findings = groupFindings(run, asked.strict, baseline);
  const coverage = measureCoverage(run.requests);
  const lost = baseline?.lostFrom(coverage) ?? [];
  const reasons = listReasons(run, findings, coverage, lost, standard);
  return {
    $schema: './sdk.schema.json',
    suite: { name: packageFile.name, version: packageFile.version },
    command: asked.command.words.map(redact),
    way: asked.way,
    strict: asked.strict,
    started,
    ended: new Date().toISOString(),
    verdict: reasons.length > 0 ? 'FAILED' : 'PASSED',
    judged: summarizeReasons(reasons),
    interrupted,
    reasons: reasons.map(({ text }) => text),
    coverage,
    industryFields: groupFieldsByIndustry(run.requests),
    operations: endpoints.map((endpoint) => operationOf(endpoint, run, findings)),
    findings,
    gone: baseline?.goneFrom(findings, run.requests) ?? [],
    lost,
    rounds: run.rounds,
    requests: sortByArrival(run.requests),
    strays: sortByArrival(run.strays).map((stray) => ({ ...stray, text: redact(stray.text) })),
    refused: counted(run.refused),
    passed: counted(run.passed),
    errors: run.errors.map(redact),
  };
}

function operationOf(endpoint: Endpoint, run: GateRun, findings: readonly Finding[]): OperationResult {
  const requests = run.requests.filter((request) => request.endpoint === endpoint);
  const own = findings.filter((finding) => finding.endpoint === endpoint);
  const rounds = run.rounds.filter(
    ({ name, endpoint: aimedAt }) => (aimedAt ?? endpoint) === endpoint && requests.some(({ round }) => round === name),
  );
  return {
    endpoint,
    requests: requests.length,
    breaches: own.filter(({ level }) => level === 'breach').length,
    notes: own.filter(({ level }) => level === 'note').length,
    replies: { given: rounds.length, survived: rounds.filter(({ survived }) => survived).length },
  };
}

function counted(requests: readonly string[]): SdkResult['refused'] {
  const distinct = [...new Set(requests)];
  return distinct.map((request) => ({
    request: redact(request),
    count: requests.filter((r) => r === request).length,
  }));
}
