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
export const passed: Judgement = { outcome: 'passed' };

/** It does not hold: why, and which request shows it. */
export function broken(reason: string, exchange?: Exchange): Judgement {
  return { outcome: 'broken', reason: redact(reason), ...(exchange ? { exchange } : {}) };
}

/** Nothing shows whether it holds. */
export function open(reason: string): Judgement {
  return { outcome: 'not exercised', reason };
}

/** The answer to a question. */
export function answered(answer: unknown): Judgement {
  return { outcome: 'answered', answer };
}

/** The requests of an operation. */
export function requestsOf({ exchanges }: Played, endpoint: Endpoint): Exchange[] {
  return exchanges.filter(({ record }) => record.endpoint === endpoint);
}

/** Returns the reason why there is no request to judge. */
export function unsent({ scenario, said }: Played): Judgement {
  if (!scenario) return open('no such request was sent');
  if (said?.outcome === 'unsupported') return open('the client has no such operation');
  if (said?.outcome === 'error') return open(`no such request was sent: ${redact(said.error ?? 'an error')}`);
  return open(said ? 'no such request was sent' : 'no such request was sent, and the driver did not answer');
}

/** Broken by the first request with a fault, passed where none has one; not exercised where there is no request. */
export function each(
  played: Played,
  requests: readonly Exchange[],
  fault: (exchange: Exchange) => string | undefined,
): Judgement {
  for (const exchange of requests) {
    const reason = fault(exchange);
    if (reason !== undefined) return broken(reason, exchange);
  }
  return requests.length > 0 ? passed : unsent(played);
}

/** The same of what a request may lack: that nothing is wrong in it shows something only where the service took one. */
export function eachTaken(
  played: Played,
  requests: readonly Exchange[],
  fault: (exchange: Exchange) => string | undefined,
): Judgement {
  const judgement = each(played, requests, fault);
  const isTaken = requests.some(({ record }) => record.endpoint !== null && isSuccess(record.status));
  return judgement.outcome === 'passed' && !isTaken ? open('the service took no such request') : judgement;
}

/** A judge of what only a scenario can show, where what is given to the client is known. */
export function inScenario(judge: (played: Played, scenario: Scenario) => Judgement): Judge {
  return (played) =>
    played.scenario ? judge(played, played.scenario) : open('a scenario alone shows it, for there the input is known');
}

type Scenario = NonNullable<Played['scenario']>;
