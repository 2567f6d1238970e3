import type { FinishedRound, GateRun } from '../record/gate-run.ts';
import type { RecordedRequest } from '../record/record.ts';
import { type Coverage, listMissingCoverage, type MinimumCoverage } from './coverage.ts';
import type { Finding } from './findings.ts';

/** Describes the breaches of an earlier result. */
export interface Baseline {
  readonly has: (id: string) => boolean;
  /** Its breaches that a later run has no more, though it uses their operations. */
  readonly goneFrom: (findings: readonly Finding[], requests: readonly RecordedRequest[]) => string[];
  /** The operations and fields that it met and a later run never does. */
  readonly lostFrom: (coverage: Coverage) => string[];
}

/** Describes the options by which a run is judged. */
export interface GateTerms {
  readonly started: string;
  readonly ignoreExit: boolean;
  readonly interrupted: boolean;
  readonly floor: MinimumCoverage;
  readonly baseline?: Baseline | undefined;
}

/** Holds what a run is judged by: its requests, its exit code, how much it exercised, and whether the gate itself worked. */
const matters = ['contract', 'command', 'coverage', 'gate'] as const;
type Matter = (typeof matters)[number];
export type Judgement = Readonly<Record<Matter, 'passed' | 'failed'>>;

/** Gives the reason why a run failed, in one sentence. */
interface Reason {
  readonly of: Matter;
  readonly text: string;
}

/** Returns which of the matters failed. */
export function summarizeReasons(reasons: readonly Reason[]): Judgement {
  const of = (matter: Matter) => (reasons.some((reason) => reason.of === matter) ? 'failed' : 'passed');
  return { contract: of('contract'), command: of('command'), coverage: of('coverage'), gate: of('gate') };
}

/** Returns the reason why a run failed; none where it passed. */
export function listReasons(
  run: GateRun,
  findings: readonly Finding[],
  coverage: Coverage,
  lost: readonly string[],
  { ignoreExit, interrupted, floor }: GateTerms,
): Reason[] {
  const breaches = findings.filter(({ level, known }) => level === 'breach' && !known);
  const fallen = run.rounds.filter(({ survived, timedOut }) => !survived && (timedOut || !ignoreExit));
  return [
    ...reasonIf('contract', breaches.length > 0, `Breaches of the contract: ${breaches.length}.`),
    ...reasonIf('contract', run.requests.length === 0, unmet(run)),
    ...fallen.map((round): Reason => ({ of: 'command', text: ending(round) })),
    ...reasonIf('command', interrupted, 'The run was ended before its time.'),
    ...listMissingCoverage(floor, coverage).map((text): Reason => ({ of: 'coverage', text })),
    ...reasonIf('coverage', lost.length > 0, `Lost since the baseline: ${lost.join(', ')}.`),
    ...reasonIf('gate', run.errors.length > 0, `Errors of the gate itself: ${run.errors.length}.`),
  ];
}

function reasonIf(of: Matter, holds: boolean, text: string): Reason[] {
  return holds ? [{ of, text }] : [];
}

/** Returns what did come where no request did. */
function unmet({ strays, refused }: GateRun): string {
  const came = [
    ...(refused.length > 0 ? [`${refused.length} to other hosts`] : []),
    ...(strays.length > 0 ? [`${strays.length} that could not be read`] : []),
  ];
  const what = came.length > 0 ? ` What did: ${came.join(', ')} (listed above).` : '';
  return `No request reached the gate. Use --transparent or --proxy, or your tests mock HTTP: then run those that do not.${what}`;
}

function ending({ name, code, timedOut, milliseconds }: FinishedRound): string {
  const how = code === null ? 'was ended by a signal' : `ended with exit code ${code}`;
  const what = timedOut ? `was still running after ${Math.round(milliseconds / 1000)} s` : how;
  return `The command ${what}, its replies being: ${name}.`;
}
