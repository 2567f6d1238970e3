import { parseJson } from '#api/exchange';
import { matchOperation } from '../contract/match.ts';
import type { RecordedRequest } from '../record/record.ts';
import { getReplyText } from '../wire/coding.ts';
import { getHeaderValues, type Header, type Reply, type Sent, type Stray } from '../wire/traffic.ts';
import type { Scenario } from './scenario.ts';

/** Describes what a driver says of a scenario. */
export interface DriverReport {
  readonly outcome: 'done' | 'error' | 'unsupported';
  /** Holds what the caller got. */
  readonly result?: unknown;
  /** The HTTP status that the caller sees. */
  readonly status?: number;
  /** The message that the caller gets. */
  readonly error?: string;
}

/** Describes a request as the report has it, and as it stood on the wire: secrets and all, for the judges alone. */
export interface Exchange {
  readonly record: RecordedRequest;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: string;
  /** The body read; undefined where it is no JSON. */
  readonly json: unknown;
  /** The ids of the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly reply: Reply;
  /** The answer read; undefined where it is no JSON. */
  readonly answer: unknown;
}

/** Describes what a client sent and said: in one scenario, or of its own accord. */
export interface Played {
  /** Undefined where the client was only observed. */
  readonly scenario: Scenario | undefined;
  readonly exchanges: readonly Exchange[];
  /** Tells when it began. */
  readonly started: string;
  /** Holds what arrived and was no whole request. */
  readonly strays: readonly Stray[];
  /** Undefined where it ended or was silent. */
  readonly report: DriverReport | undefined;
  /** The scenario that this one is like. */
  readonly control: Played | undefined;
}

/** Returns what was played with what arrived meanwhile and was no whole request. */
export function assignStrays(played: readonly Played[], all: readonly Stray[]): Played[] {
  return played.map((one, index) => {
    const end = played[index + 1]?.started;
    const strays = all.filter(({ at }) => at >= one.started && (end === undefined || at < end));
    return { ...one, strays };
  });
}

/** Returns an exchange as a witness sees it. */
export function toExchange(sent: Sent, reply: Reply, record: RecordedRequest): Exchange {
  const match = matchOperation(sent.target);
  const body = sent.body.toString();
  return {
    record,
    target: sent.target,
    headers: sent.headers,
    body,
    json: parseJson(body),
    parameters: match?.parameters ?? {},
    query: match?.query ?? new URLSearchParams(),
    reply,
    answer: parseJson(getReplyText(reply)),
  };
}

/** Returns the first value of a header of a request. */
export function getHeader({ headers }: Exchange, name: string): string | undefined {
  return getHeaderValues({ headers }, name)[0];
}
