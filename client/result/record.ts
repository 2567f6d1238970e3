import { hasErrorCode, hasErrorLabel } from '#api/errors';
import { parseJson } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { listFields } from '#api/values/json';
import type { Industry } from '#factories/preferences/industry';
import { isSecretField, isSecretHeader, listHeaderSecrets } from '#redaction/names';
import {
  REDACTED,
  recordIssuedValue,
  recordRequestSecrets,
  recordSecret,
  recordSecretFields,
  redact,
} from '#redaction/redact';
import { findPlaces, type MatchedRequest } from '../contract/check.ts';
import { findIndustries, listRequestFields } from '../contract/fields.ts';
import { type Judged, redactJudged } from '../contract/judge.ts';
import { documentedErrors, getIntention, nameError, type SequenceStep } from '../responses/sequences.ts';
import { type Arrival, getReplyText, type Header, type Reply, type Sent, type Unparsed } from '../wire/traffic.ts';

/** Describes one request of the command as it was sent, secrets included: no report has it without `redactLog`. */
export interface RecordedRequest
  extends Arrival,
    Pick<Sent, 'number' | 'at' | 'method' | 'target' | 'headers'>,
    Readonly<Record<'answeredAt' | 'round' | 'body' | 'answer' | 'intention', string>> {
  /** Null if the request is not one of the six operations. */
  readonly endpoint: Endpoint | null;
  readonly status: number;
  /** The industry of a preference, if only one fits. */
  readonly industry: Industry | null;
  readonly fields: readonly string[];
  readonly error: string | null;
  readonly step: SequenceStep | null;
  readonly findings: readonly Judged[];
}

export interface Log {
  readonly requests: RecordedRequest[];
  readonly unparsed: Unparsed[];
  /** Requests to other hosts, as `GET host/path` without the query. */
  readonly rejected: string[];
  /** Connections to hosts that the user allows, as `host:port`. */
  readonly passed: string[];
  readonly errors: string[];
}

export function newLog(): Log {
  return { requests: [], unparsed: [], rejected: [], passed: [], errors: [] };
}

export interface Ending {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly timedOut: boolean;
  readonly milliseconds: number;
}

/** Returns how a command ended, in words that follow its name. */
export function describeEnding({ code, timedOut, milliseconds }: Ending): string {
  if (timedOut) return `was still running after ${Math.round(milliseconds / 1000)} s`;
  return code === null ? 'was ended by a signal' : `ended with exit code ${code}`;
}

/** Describes a finished round; the command survives it if it ends in time with exit code 0. */
export interface FinishedRound extends Ending {
  readonly name: string;
  readonly endpoint: Endpoint | null;
  readonly survived: boolean;
}

/** Describes a run that is under way or finished: rounds are added as they end. */
export type GateRun = Log & { readonly rounds: readonly FinishedRound[] };

/** Returns the record of a request of one of the six operations. */
export function recordRequest(
  round: string,
  request: MatchedRequest,
  reply: Reply,
  findings: readonly Judged[],
  step: SequenceStep | undefined,
): RecordedRequest {
  const { endpoint, json } = request;
  const [industry = null, ...more] = endpoint === 'checkout-preferences' ? findIndustries(json.value) : [];
  return {
    ...describeRequest(round, request, reply),
    endpoint,
    industry: more.length > 0 ? null : industry,
    fields: listRequestFields(endpoint).filter((path) => findPlaces(json.value, path).length > 0),
    error: findError(endpoint, reply),
    step: step ?? null,
    intention: getIntention(request),
    findings,
  };
}

/** Returns the record of a request of no operation, with that as its finding. */
export function recordOtherRequest(round: string, sent: Sent, reply: Reply, level: 'breach' | 'note'): RecordedRequest {
  const place = `${sent.method} ${toTemplate(sent.target.replace(/\?.*/s, ''))}`;
  const id = ['none', 'operation', place].join(' · ');
  const text = 'is not one of the six operations';
  const finding: Judged = { id, rule: 'operation', section: '4', level, place, text };
  const none = { endpoint: null, industry: null, fields: [], error: null, step: null, intention: '' };
  return { ...describeRequest(round, sent, reply), ...none, findings: [finding] };
}

/** Returns a record without its headers, body and response; a key by which a retry is known stays. */
export function toSummary(record: RecordedRequest): RecordedRequest {
  return { ...record, headers: record.headers.filter(isIdempotencyKey), body: '', answer: '', fields: [] };
}

export function isIdempotencyKey([name]: Header): boolean {
  return name.toLowerCase() === 'x-idempotency-key';
}

function describeRequest(round: string, sent: Sent, reply: Reply) {
  const { number, at, method, scheme, host, port, reached, protocol, target, headers, body } = sent;
  const arrival = { number, at, answeredAt: new Date().toISOString(), round };
  const request = { method, scheme, host, port, reached, protocol, target, headers, body: body.toString() };
  return { ...arrival, ...request, status: reply.status, answer: getReplyText(reply) };
}

/** Returns a log without secrets, those too that a later request made known. */
export function redactLog<Own extends Log>(log: Own): Own {
  return {
    ...log,
    requests: log.requests.map(redactRecord),
    unparsed: log.unparsed.map((one) => ({ ...one, text: redact(one.text) })),
    rejected: log.rejected.map(redact),
    passed: log.passed.map(redact),
    errors: log.errors.map(redact),
  };
}

/** Returns a record without secrets. */
export function redactRecord(record: RecordedRequest): RecordedRequest {
  const { endpoint, host, method, target, headers, body, answer: response, findings } = record;
  return {
    ...record,
    host: redact(host),
    method: redact(method),
    target: redact(target),
    headers: headers.map(redactHeader),
    body: redact(body),
    answer: redact(response),
    findings: findings.map((judged) => redactJudged(judged, endpoint)),
  };
}

/** Returns a secret header with its scheme alone: `Bearer [redacted]`. */
function redactHeader([name, value]: Header): Header {
  const [, scheme = ''] = /^(\w+ +)\S+$/.exec(value) ?? [];
  return [redact(name), isSecretHeader(name) ? `${scheme}${REDACTED}` : redact(value)];
}

function findError(endpoint: Endpoint, reply: Reply): string | null {
  const response = { json: parseJson(getReplyText(reply)) };
  const errors = documentedErrors.filter((row) => row.endpoint === endpoint && row.status === reply.status);
  const error = errors.find(({ code }) => hasErrorCode(response, code) || hasErrorLabel(response, code));
  return error ? nameError(error) : null;
}

/** Records the secrets of a request: in its headers, its query, and its body in whatever form. */
export function recordSentSecrets({ method, headers, target, body }: Sent): void {
  for (const [name, value] of headers) if (isSecretHeader(name)) listHeaderSecrets(value).forEach(recordSecret);
  const text = body.toString().replaceAll('\0', ''); // as in UTF-16
  recordRequestSecrets({ method, url: target, headers: {}, body: text });
  const forms = [target.split(/\?(.*)/s)[1], text].map((form) => Object.fromEntries(new URLSearchParams(form)));
  for (const value of [...forms, parseJson(text)]) recordSecretFields(value);
}

/** Records what a response issues; that of the embedded provider opens nothing, and there is no end of it. */
export function recordIssuedSecrets(reply: Reply): void {
  for (const [name, field] of listFields(parseJson(getReplyText(reply))))
    if (isSecretField(name)) recordIssuedValue(field);
}

/** Returns a path with `{id}` for likely identifiers, not `v1` or `oauth2`, so that two runs have the same key. */
export function toTemplate(path: string): string {
  const isName = (segment: string) => segment.length < 24 && /^[a-z_-]*\d{0,2}$/i.test(segment);
  return path.replace(/[^/]+/g, (segment) => (isName(segment) ? segment : '{id}'));
}
