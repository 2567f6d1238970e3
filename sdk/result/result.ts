import packageFile from '../../package.json' with { type: 'json' };
import { type Endpoint, endpoints } from '../../suite/core/operations.ts';
import { redact } from '../../suite/run/secrets/redact.ts';
import type { Judged } from '../contract/checks.ts';
import type { FinishedRound, GateOptions, GateRun } from '../run/gate.ts';
import type { Baseline } from './baseline.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { reasonsOf } from './reasons.ts';
import type { RecordedRequest } from './record.ts';

/** One finding over all requests that have it. */
export interface Finding extends Judged {
  readonly endpoint: Endpoint | null;
  readonly count: number;
  /** The first request that has it. */
  readonly example: string;
  /** Whether the baseline has it too. */
  readonly known: boolean;
}

/** One operation over all rounds. */
export interface OperationResult {
  readonly endpoint: Endpoint;
  readonly requests: number;
  readonly breaches: number;
  readonly notes: number;
  /** Kinds of reply that the SDK was given (rounds), and those after which the command ended well. */
  readonly replies: { readonly given: number; readonly survived: number };
}

/** What `reports/sdk.json` holds; sdk.schema.json beside it describes it. */
export interface SdkResult {
  readonly $schema: string;
  readonly suite: { readonly name: string; readonly version: string };
  readonly command: readonly string[];
  readonly way: string;
  readonly strict: boolean;
  readonly started: string;
  readonly ended: string;
  readonly verdict: 'PASSED' | 'FAILED';
  /** Why it failed, one sentence each. */
  readonly reasons: readonly string[];
  readonly coverage: Coverage;
  readonly operations: readonly OperationResult[];
  readonly findings: readonly Finding[];
  /** Breaches of the baseline that the same operations have no more. */
  readonly gone: readonly string[];
  readonly rounds: readonly FinishedRound[];
  readonly requests: readonly RecordedRequest[];
  /** Requests to other hosts, which were refused. */
  readonly refused: readonly { readonly request: string; readonly count: number }[];
  readonly errors: readonly string[];
}

/** The result of a run, compared with the baseline where there is one. */
export function resultOf(
  options: GateOptions,
  run: GateRun,
  started: string,
  baseline?: Baseline,
): SdkResult {
  const findings = findingsOf(run.requests, baseline);
  const reasons = reasonsOf(run, findings);
  return {
    $schema: './sdk.schema.json',
    suite: { name: packageFile.name, version: packageFile.version },
    command: options.command.words.map(redact),
    way: options.way,
    strict: options.strict,
    started,
    ended: new Date().toISOString(),
    verdict: reasons.length > 0 ? 'FAILED' : 'PASSED',
    reasons,
    coverage: coverageOf(run.requests),
    operations: endpoints.map((endpoint) => operationOf(endpoint, run, findings)),
    findings,
    gone: baseline?.goneFrom(findings, run.requests) ?? [],
    rounds: run.rounds,
    requests: run.requests,
    refused: counted(run.refused),
    errors: run.errors.map(redact),
  };
}

function findingsOf(requests: readonly RecordedRequest[], baseline?: Baseline): Finding[] {
  const byId = new Map<string, Finding>();
  for (const { endpoint, method, target, findings } of requests)
    for (const found of findings) {
      const first = { ...found, endpoint, count: 0, example: `${method} ${target}`, known: false };
      const before = byId.get(found.id) ?? { ...first, known: baseline?.has(found.id) ?? false };
      byId.set(found.id, { ...before, count: before.count + 1 });
    }
  return [...byId.values()];
}

function operationOf(endpoint: Endpoint, run: GateRun, findings: readonly Finding[]): OperationResult {
  const requests = run.requests.filter((request) => request.endpoint === endpoint);
  const own = findings.filter((finding) => finding.endpoint === endpoint);
  const rounds = run.rounds.filter(
    ({ name, endpoint: aimedAt }) =>
      (aimedAt ?? endpoint) === endpoint && requests.some(({ round }) => round === name),
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
