import type { FinishedRound, GateRun } from '../run/gate.ts';
import type { Finding } from './result.ts';

/** Why a run failed, one sentence each; none where it passed. */
export function reasonsOf(run: GateRun, findings: readonly Finding[]): string[] {
  const breaches = findings.filter(({ level, known }) => level === 'breach' && !known);
  const unmet = run.requests.length === 0;
  return [
    ...(breaches.length > 0 ? [`Breaches of the contract: ${breaches.length}.`] : []),
    ...(unmet ? ['No request reached the gate: try another way in (--proxy, --node, --base-url).'] : []),
    ...run.rounds.filter(({ survived }) => !survived).map(ending),
    ...(run.errors.length > 0 ? [`Errors of the gate itself: ${run.errors.length}.`] : []),
  ];
}

function ending({ name, code, timedOut, milliseconds }: FinishedRound): string {
  const how = code === null ? 'was ended by a signal' : `ended with exit code ${code}`;
  const what = timedOut ? `was still running after ${Math.round(milliseconds / 1000)} s` : how;
  return `The command ${what}, its replies being: ${name}.`;
}
