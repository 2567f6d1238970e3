import { parseJson } from '#api/exchange';
import { matchOperation } from '../contract/match.ts';
import type { RecordedRequest } from '../record/record.ts';
import { textOfReply } from '../wire/coding.ts';
import { type Header, headerValues, type Reply, type Sent, type Stray } from '../wire/traffic.ts';
import type { Scenario } from './scenario.ts';

/** Describes what a driver says of a scenario. */
export interface Said {
  readonly outcome: 'done' | 'error' | 'unsupported';
  /** Holds what the caller got. */
  readonly result?: unknown;
  /** The HTTP status that the caller sees. */
  readonly status?: number;
  /** The words that the caller is told. */
  readonly error?: string;
}

/** A request as the report has it, and as it stood on the wire: secrets and all, for the judges alone. */
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
  readonly said: Said | undefined;
  /** The scenario that this one is like. */
  readonly control: Played | undefined;
}

/** Returns what was played with what arrived meanwhile and was no whole request. */
export function withStrays(played: readonly Played[], all: readonly Stray[]): Played[] {
  return played.map((one, index) => {
    const end = played[index + 1]?.started;
    const strays = all.filter(({ at }) => at >= one.started && (end === undefined || at < end));
    return { ...one, strays };
  });
}

/** An exchange as a witness sees it. */
export function exchangeOf(sent: Sent, reply: Reply, record: RecordedRequest): Exchange {
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
    answer: parseJson(textOfReply(reply)),
  };
}

/** The first value of a header of a request. */
export function headerOf({ headers }: Exchange, name: string): string | undefined {
  return headerValues({ headers }, name)[0];
}
