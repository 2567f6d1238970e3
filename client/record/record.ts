import { hasErrorCode, hasErrorLabel } from '#api/errors';
import { parseJson } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { listMembers } from '#api/values/json';
import type { Industry } from '#factories/preferences/industry';
import { REDACTED, recordSecret, recordSecretFields, redact } from '#redaction/redact';
import { isSecretHeader } from '#redaction/secret-patterns';
import type { MatchedRequest } from '../contract/check.ts';
import { findDocumentedError, nameError } from '../contract/documented-errors.ts';
import { findIndustries } from '../contract/industry-of.ts';
import type { Judged } from '../contract/judge.ts';
import { getIntention, type Step } from '../replies/sequences.ts';
import { getReplyText } from '../wire/coding.ts';
import { getHeaderValues, type Header, type Reach, type Reply, type Sent } from '../wire/traffic.ts';
import { listSentFields } from './fields-sent.ts';

/** Describes one request of the command as the result has it, free of secrets. */
export interface RecordedRequest extends Reach {
  /** Its place among all that arrived. */
  readonly number: number;
  readonly at: string;
  readonly answeredAt: string;
  readonly round: string;
  /** Null where the request is none of the six operations. */
  readonly endpoint: Endpoint | null;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: string;
  readonly status: number;
  /** Holds what it was answered. */
  readonly answer: string;
  /** The industry of a preference, if only one fits. */
  readonly industry: Industry | null;
  /** The fields of the reference that it has. */
  readonly fields: readonly string[];
  /** The documented error that it was answered. */
  readonly error: string | null;
  /** The step of a sequence of replies that it met. */
  readonly step: Step | null;
  /** The same for requests that ask for the same thing. */
  readonly intention: string;
  readonly findings: readonly Judged[];
}

/** Returns the record of a request of an operation. */
export function recordRequest(
  round: string,
  request: MatchedRequest,
  reply: Reply,
  findings: readonly Judged[],
  step: Step | undefined,
): RecordedRequest {
  const { endpoint, json } = request;
  learnSecrets(request, json.value, parseJson(getReplyText(reply)));
  const [industry = null, ...more] = endpoint === 'checkout-preferences' ? findIndustries(json.value) : [];
  return {
    ...plain(round, request, reply),
    endpoint,
    industry: more.length > 0 ? null : industry,
    fields: listSentFields(endpoint, json.value),
    error: documented(endpoint, reply),
    step: step ?? null,
    intention: getIntention(request),
    findings,
  };
}

/** Returns the record of a request to the API that is none of the six operations. */
export function recordOtherRequest(round: string, sent: Sent, reply: Reply, level: 'breach' | 'note'): RecordedRequest {
  learnSecrets(sent, parseJson(sent.body.toString()), parseJson(getReplyText(reply)));
  const place = redact(`${sent.method} ${toTemplate(sent.target.replace(/\?.*/s, ''))}`);
  const id = ['none', 'operation', place].join(' · ');
  const text = 'is none of the six operations';
  const finding: Judged = { id, rule: 'operation', section: '4', level, place, text };
  const none = { endpoint: null, industry: null, fields: [], error: null, step: null, intention: '' };
  return { ...plain(round, sent, reply), ...none, findings: [finding] };
}

function plain(round: string, sent: Sent, reply: Reply) {
  const { number, at, method, scheme, host, port, reached, protocol, target, headers, body } = sent;
  return {
    number,
    at,
    answeredAt: new Date().toISOString(),
    round,
    method,
    ...{ scheme, host, port, reached, protocol },
    target: redact(target),
    headers: headers.map(headerShown),
    body: redact(body.toString()),
    status: reply.status,
    answer: redact(getReplyText(reply)),
  };
}

/** Returns a secret header with its scheme alone: `Bearer [redacted]`. */
function headerShown([name, value]: Header): Header {
  const [, scheme = ''] = /^(\w+ +)\S+$/.exec(value) ?? [];
  return [name, isSecretHeader(name) ? `${scheme}${REDACTED}` : redact(value)];
}

function documented(endpoint: Endpoint, reply: Reply): string | null {
  const answer = {
    status: reply.status,
    headers: {},
    text: '',
    json: parseJson(getReplyText(reply)),
    milliseconds: 0,
  };
  const carries = (code: string) => hasErrorCode(answer, code) || hasErrorLabel(answer, code);
  const error = findDocumentedError(endpoint, reply.status, carries);
  return error ? nameError(error) : null;
}

/** Records every secret in headers, query, body and response. */
function learnSecrets(sent: Sent, ...values: readonly unknown[]): void {
  for (const value of getHeaderValues(sent, 'authorization')) recordSecret(value.split(/\s+/).at(-1));
  const query = new URLSearchParams(sent.target.split(/\?(.*)/s)[1]);
  for (const value of [Object.fromEntries(query), ...values]) {
    recordSecretFields(value);
    for (const [name, member] of listMembers(value)) if (name === 'code') recordSecret(member);
  }
}

/** Names of a path that have a digit and are no identifiers: `v1`, `oauth2`. */
const word = /^[a-z_-]*\d{0,2}$/i;

/** Returns a path with `{id}` in the place of what is likely an identifier, so that two runs have the same key. */
export function toTemplate(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment.length < 24 && word.test(segment) ? segment : '{id}'))
    .join('/');
}
