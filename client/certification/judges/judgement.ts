import { isSuccess } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { redact } from '#redaction/redact';
import type { Exchange, Played } from '../played.ts';

/** Describes what a requirement came to in one scenario. */
export type Judgement =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'broken'; readonly reason: string; readonly exchange?: Exchange }
  | { readonly outcome: 'not exercised'; readonly reason: string }
  | { readonly outcome: 'answered'; readonly answer: unknown };

/** Judges a requirement by what was sent and said, and by nothing else. */
export type Judge = (played: Played) => Judgement;

/** It holds. */
export const PASSED: Judgement = { outcome: 'passed' };

/** It does not hold: why, and which request shows it. */
export function failed(reason: string, exchange?: Exchange): Judgement {
  return { outcome: 'broken', reason: redact(reason), ...(exchange ? { exchange } : {}) };
}

/** Returns that nothing shows whether a requirement holds. */
export function notExercised(reason: string): Judgement {
  return { outcome: 'not exercised', reason };
}

/** Returns the answer to a question. */
export function answer(answer: unknown): Judgement {
  return { outcome: 'answered', answer };
}

/** Returns the requests of an operation. */
export function listRequests({ exchanges }: Played, endpoint: Endpoint): Exchange[] {
  return exchanges.filter(({ record }) => record.endpoint === endpoint);
}

/** Returns the reason why there is no request to judge. */
export function notSent({ scenario, report }: Played): Judgement {
  if (!scenario) return notExercised('no such request was sent');
  if (report?.outcome === 'unsupported') return notExercised('the client has no such operation');
  if (report?.outcome === 'error')
    return notExercised(`no such request was sent: ${redact(report.error ?? 'an error')}`);
  return notExercised(report ? 'no such request was sent' : 'no such request was sent, and the driver did not answer');
}

/** Broken by the first request with a fault, passed where none has one; not exercised where there is no request. */
export function judgeEach(
  played: Played,
  requests: readonly Exchange[],
  fault: (exchange: Exchange) => string | undefined,
): Judgement {
  for (const exchange of requests) {
    const reason = fault(exchange);
    if (reason !== undefined) return failed(reason, exchange);
  }
  return requests.length > 0 ? PASSED : notSent(played);
}

/** Judges each request, and passes only if the service accepted one: that nothing is wrong in it shows something only where the service took one. */
export function judgeEachAccepted(
  played: Played,
  requests: readonly Exchange[],
  fault: (exchange: Exchange) => string | undefined,
): Judgement {
  const judgement = judgeEach(played, requests, fault);
  const isTaken = requests.some(({ record }) => record.endpoint !== null && isSuccess(record.status));
  return judgement.outcome === 'passed' && !isTaken ? notExercised('the service took no such request') : judgement;
}

/** Returns a judge of what only a scenario can show, because its input is known. */
export function judgeScenario(judge: (played: Played, scenario: Scenario) => Judgement): Judge {
  return (played) =>
    played.scenario
      ? judge(played, played.scenario)
      : notExercised('a scenario alone shows it, for there the input is known');
}

type Scenario = NonNullable<Played['scenario']>;
