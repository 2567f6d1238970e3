import { groupByKey } from '#api/group-by-key';
import type { Endpoint } from '#api/operations';
import { type Judged, toLevel } from '../contract/judge.ts';
import { isDoubtful } from '../responses/sequences.ts';
import type { Unparsed } from '../wire/traffic.ts';
import { isIdempotencyKey, type Log, type RecordedRequest } from './record.ts';

export interface Finding extends Judged {
  readonly endpoint: Endpoint | null;
  readonly count: number;
  readonly example: string;
  readonly requests: readonly number[];
  readonly known: boolean;
}

/** Returns the findings of all requests and of unparsed traffic, equal ones as one, breaches first. */
export function groupFindings(log: Log, strict: boolean, known?: Pick<Set<string>, 'has'>): Finding[] {
  const findings = [...groupByKey(listFindings(log, strict), ({ id }) => id)].flatMap(([id, group]) => {
    const requests = [...new Set(group.flatMap((one) => one.requests))];
    const [first] = group;
    return first ? [{ ...first, count: group.length, requests, known: known?.has(id) ?? false }] : [];
  });
  return [...findings.filter(isBreach), ...findings.filter((finding) => !isBreach(finding))];
}

export function isBreach({ level }: Pick<Judged, 'level'>): boolean {
  return level === 'breach';
}

export function sortByArrival<Numbered extends { readonly number: number }>(arrived: readonly Numbered[]): Numbered[] {
  return [...arrived].sort((one, other) => one.number - other.number);
}

function listFindings({ requests, unparsed }: Log, strict: boolean): Finding[] {
  const ofRequests = sortByArrival(requests).flatMap(({ endpoint, method, target, number, findings }) =>
    findings.map((judged) => toFinding(judged, endpoint, `${method} ${target}`, [number])),
  );
  const retries = findUnsafeRetries(sortByArrival(requests), strict);
  return [...ofRequests, ...retries, ...sortByArrival(unparsed).map((one) => judgeUnparsed(one, strict))];
}

function toFinding(judged: Judged, endpoint: Endpoint | null, example: string, requests: readonly number[]): Finding {
  return { ...judged, endpoint, count: 1, example, requests, known: false };
}

/** Judges unparsed traffic: a connection without a request may be a spare one of a pool, all else is a breach. */
function judgeUnparsed({ number, kind, text }: Unparsed, strict: boolean): Finding {
  const level = toLevel(kind === 'silent-connection' ? 'unlisted' : undefined, strict);
  const judged = { id: `none · ${kind} · ${text}`, rule: kind, section: 'RFC 9110', level, place: 'connection', text };
  return toFinding(judged, null, `arrival ${number}`, [number]);
}

/** Counts the failures in a row after which a client has to give up. */
export const PATIENCE = 10;

/** Returns the unsafe retries after a step of a sequence: unlisted, since the reference is silent about them. */
export function findUnsafeRetries(requests: readonly RecordedRequest[], strict: boolean): Finding[] {
  return groupTries(requests).flatMap((tries) => {
    const pairs = tries.slice(1).flatMap((again, index) => judgePair(tries[index], again, strict));
    const isEndless = tries.length > PATIENCE && !tries.some(isDone);
    const text = `is sent more than ${PATIENCE} times`;
    return isEndless ? [...pairs, toRetry('gives-up', 'RFC 9110, 9.2.2', text, tries, strict)] : pairs;
  });
}

function judgePair(first: RecordedRequest | undefined, again: RecordedRequest, strict: boolean): Finding[] {
  if (!first?.step) return [];
  const { method, step, answeredAt } = first;
  const twice = `is sent again after ${step.text}${again.headers.some(isIdempotencyKey) ? ', with an X-Idempotency-Key, which the reference does not list' : ''}`;
  const { retryAfter = 0, isDated } = step;
  const least = retryAfter - (isDated ? 1 : 0.1); // a timer may end early, and a busy gate records a response late
  const isSoon = Date.parse(again.at) - Date.parse(answeredAt) < least * 1000;
  const soon = `is sent again sooner than the Retry-After of ${retryAfter} s`;
  return [
    ...(method === 'POST' && isDoubtful(step) ? [toRetry('creation-twice', '4', twice, [first, again], strict)] : []),
    ...(isSoon ? [toRetry('retry-after', 'RFC 9110, 10.2.3', soon, [first, again], strict)] : []),
  ];
}

/** Groups successive requests that ask for the same thing after one that met a step of a sequence. */
function groupTries(requests: readonly RecordedRequest[]): RecordedRequest[][] {
  const open = new Map<string, RecordedRequest[]>();
  const all: RecordedRequest[][] = [];
  for (const request of requests) {
    const key = `${request.round} ${request.intention}`;
    const before = open.get(key);
    if (before) before.push(request);
    else if (request.step) open.set(key, all[all.push([request]) - 1] ?? []);
    if (!request.step || isDone(request)) open.delete(key);
  }
  return all;
}

/** Returns true if a response leaves nothing to be tried again. */
function isDone({ step, status }: RecordedRequest): boolean {
  return status < 300 && (step === null || step.delivery === 'whole') && step?.slowSeconds === undefined;
}

function toRetry(rule: string, section: string, text: string, tries: readonly RecordedRequest[], strict: boolean) {
  const endpoint = tries[0]?.endpoint ?? null;
  const numbers = tries.map(({ number }) => number);
  const id = [endpoint, rule, text].join(' · ');
  const judged = { id, rule, section, level: toLevel('unlisted', strict), place: 'request', text };
  return toFinding(judged, endpoint, `requests ${numbers.join(' and ')}`, numbers);
}
