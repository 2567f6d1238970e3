import { isSuccess, parseJson } from '#api/exchange';
import { groupByKey } from '#api/group-by-key';
import { redact } from '#redaction/redact';
import { cutDeep, matchOperation, toPlace } from '../contract/check.ts';
import type { Judged } from '../contract/judge.ts';
import { sortByArrival } from '../result/findings.ts';
import { type RecordedRequest, redactRecord } from '../result/record.ts';
import type { Unparsed } from '../wire/traffic.ts';
import type { Input, Scenario } from './scenario.ts';

export interface DriverReport {
  readonly outcome: 'done' | 'error' | 'unsupported';
  readonly result?: unknown;
  readonly status?: number;
  readonly error?: string;
}

/** Describes a request as recorded, and as it was on the wire: secrets and all, for the judges alone. */
export type PlayedExchange = ReturnType<typeof toExchange>;

/** Returns requests in the order of their arrival. */
export function toExchanges(requests: readonly RecordedRequest[]): PlayedExchange[] {
  return sortByArrival(requests).map(toExchange);
}

function toExchange(sent: RecordedRequest) {
  const { target, headers, body, answer: response } = sent;
  const { parameters = {}, query = new URLSearchParams() } = matchOperation(target) ?? {};
  /** The body of the response is undefined if it is no JSON. */
  const read = { json: parseJson(cutDeep(body)), response: parseJson(response) };
  return { record: redactRecord(sent), target, headers, body, parameters, query, ...read };
}

/** Describes one scenario of a client, or the requests that it sends on its own. */
export interface Played {
  readonly scenario: Scenario | undefined;
  readonly exchanges: readonly PlayedExchange[];
  readonly started: string;
  readonly unparsed: readonly Unparsed[];
  /** Undefined if the driver ended or was silent. */
  readonly report: DriverReport | undefined;
  readonly isEarly?: boolean; // the report, which came before the response to the last request
  readonly control: Played | undefined;
  readonly before?: Input | undefined; // of the call before
  readonly hasFailed?: boolean; // the observed command, whose further requests are missing
}

/** Returns the scenarios, each with the unparsed traffic that arrived before the next one started. */
export function assignUnparsed(played: readonly Played[], all: readonly Unparsed[]): Played[] {
  return played.map((one, index) => {
    const end = played[index + 1]?.started;
    return { ...one, unparsed: all.filter(({ at }) => at >= one.started && (end === undefined || at < end)) };
  });
}

export type Judgement =
  | { readonly outcome: 'passed' }
  | {
      readonly outcome: 'broken';
      readonly reason: string;
      readonly exchange?: PlayedExchange;
      readonly faults?: Faults;
    }
  | { readonly outcome: 'not exercised'; readonly reason: string }
  | { readonly outcome: 'answered'; readonly answer: unknown };

/** Judges a requirement of an operation, or of every one, by the requests and the report of one scenario alone. */
export type Judge = (played: Played, operation: string) => Judgement;

export type Faults = readonly Pick<Judged, 'place' | 'text'>[];

/** Returns what is wrong with a request; nothing, or an empty list, if it has no fault. */
export type FindFault = (exchange: PlayedExchange) => string | Faults | undefined;

export const PASSED: Judgement = { outcome: 'passed' };

/** Returns a failure with the request that shows it. */
export function failed(reason: string | Faults, exchange?: PlayedExchange): Judgement {
  const one = exchange ? { exchange } : {};
  if (typeof reason === 'string') return { outcome: 'broken', reason: redact(reason), ...one };
  const faults = reason.map(({ place, text }) => ({ place: redact(toPlace(place)), text: redact(text) }));
  const words = reason.map(({ place, text }) => redact(`${place} ${text}`));
  return { outcome: 'broken', reason: words.join('; '), ...one, faults };
}

export function notExercised(reason: string): Judgement {
  return { outcome: 'not exercised', reason };
}

/** Returns the judgement of a question: what the client does, as it is recorded. */
export function answer(value: unknown): Judgement {
  const text = JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? redact(one) : one));
  return { outcome: 'answered', answer: parseJson(text) };
}

export function listRequests({ exchanges }: Played, endpoint: string): PlayedExchange[] {
  return exchanges.filter(({ record }) => record.endpoint === endpoint);
}

/** Returns the judgement of a scenario that sent no such request, with the reason that its driver gave. */
export function notSent({ scenario, report }: Played): Judgement {
  const said = report?.outcome === 'error' && scenario ? `; the driver reported: ${redact(report.error ?? '')}` : '';
  return scenario && report?.outcome === 'unsupported'
    ? notExercised('the client does not have this operation: use --operations with those that it has')
    : notExercised(`no such request was sent${scenario && !report ? ', and the driver did not respond' : said}`);
}

/** Returns true if the client itself rejects an input and sends the request of the control, whose input is valid. */
export function isRejectedByClient(played: Played, endpoint: string): boolean {
  const sends = (one?: Played) => one !== undefined && listRequests(one, endpoint).length > 0;
  return played.report?.outcome === 'error' && !sends(played) && sends(played.control);
}

/** Fails by the faults of all requests, with the first that has one; not exercised if there is no request. */
export function judgeEach(played: Played, requests: readonly PlayedExchange[], findFault: FindFault): Judgement {
  const found = requests.map((exchange) => ({ exchange, reason: findFault(exchange) ?? [] }));
  const faulty = found.filter(({ reason }) => reason.length > 0);
  if (faulty.length > 0) return failed(joinFaults(faulty.map(({ reason }) => reason)), faulty[0]?.exchange);
  return requests.length > 0 ? PASSED : notSent(played);
}

/** Returns each fault once, with the first value that shows it; as words if one of them has no place. */
function joinFaults(reasons: readonly (string | Faults)[]): string | Faults {
  const faults = reasons.flatMap((reason) => (typeof reason === 'string' ? [] : reason));
  const texts = reasons.filter((reason) => typeof reason === 'string');
  const toKey = ({ place, text }: Faults[number]) => `${toPlace(place)} ${text.replace(/; actual: .*/s, '')}`;
  const distinct = [...groupByKey(faults, toKey).values()].flatMap(([first]) => first ?? []);
  const words = [...new Set([...texts, ...distinct.map(({ place, text }) => `${place} ${text}`)])].join('; ');
  return texts.length > 0 ? words : distinct;
}

/** Judges each request, and passes only if the service accepted one: else a request without a fault shows nothing. */
export function judgeEachAccepted(played: Played, requests: readonly PlayedExchange[], findFault: FindFault) {
  const judgement = judgeEach(played, requests, findFault);
  const isWhole = ({ record: { endpoint, status } }: PlayedExchange) => endpoint !== null && isSuccess(status);
  const isUnproven = judgement.outcome === 'passed' && !requests.some(isWhole);
  return isUnproven ? notExercised('the service accepted no such request') : judgement;
}

/** Returns a judge for scenarios alone, whose input is known. */
export function judgeScenario(judge: (played: Played, scenario: Scenario) => Judgement): Judge {
  const unknown = notExercised('only a scenario can show this, because its input is known');
  return (played) => (played.scenario ? judge(played, played.scenario) : unknown);
}
