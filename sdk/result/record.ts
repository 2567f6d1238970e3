import type { Industry } from '../../factories/industry.ts';
import { carriesCode, carriesLabel } from '../../suite/core/error-code.ts';
import { parseJson } from '../../suite/core/exchange.ts';
import type { Endpoint } from '../../suite/core/operations.ts';
import { members } from '../../suite/core/walk.ts';
import { keepSecret, keepSecretsOf, redact } from '../../suite/run/secrets/redact.ts';
import { errorOf, nameOf } from '../answers/documented-errors.ts';
import { textOfReply } from '../answers/forward.ts';
import type { MatchedRequest } from '../contract/check.ts';
import { type Judged, judge } from '../contract/checks.ts';
import { industriesOf } from '../contract/industry-of.ts';
import { headerValues, type Reply, type Sent } from '../wire/traffic.ts';

/** One request of the command as the result has it, free of secrets. */
export interface RecordedRequest {
  readonly round: string;
  /** Null where the request is none of the six operations. */
  readonly endpoint: Endpoint | null;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  /** The industry of a preference, where it can be told. */
  readonly industry: Industry | null;
  /** The documented error that it was answered. */
  readonly error: string | null;
  readonly findings: readonly Judged[];
}

/** The record of a request of an operation, judged. */
export function recordOf(
  round: string,
  request: MatchedRequest,
  reply: Reply,
  strict: boolean,
): RecordedRequest {
  const { endpoint, json } = request;
  learnSecrets(request, json.value, parseJson(textOfReply(reply)));
  const [industry = null, ...more] = endpoint === 'checkout-preferences' ? industriesOf(json.value) : [];
  return {
    ...plain(round, request, reply),
    endpoint,
    industry: more.length > 0 ? null : industry,
    error: documented(endpoint, reply),
    findings: judge(request, strict),
  };
}

/** The record of a request to the API that is none of the six operations. */
export function recordOfOther(round: string, sent: Sent, reply: Reply, allowed: boolean): RecordedRequest {
  learnSecrets(sent, undefined, undefined);
  const place = redact(`${sent.method} ${sent.target.replace(/\?.*/s, '')}`);
  const finding: Judged = {
    id: ['none', 'operation', place].join(' · '),
    rule: 'operation',
    section: '4',
    level: allowed ? 'note' : 'breach',
    place,
    text: 'is none of the six operations',
  };
  return { ...plain(round, sent, reply), endpoint: null, industry: null, error: null, findings: [finding] };
}

function plain(round: string, { method, target }: Sent, { status }: Reply) {
  return { round, method, target: redact(target), status };
}

function documented(endpoint: Endpoint, reply: Reply): string | null {
  const answer = {
    status: reply.status,
    headers: {},
    text: '',
    json: parseJson(textOfReply(reply)),
    milliseconds: 0,
  };
  const carries = (code: string) => carriesCode(answer, code) || carriesLabel(answer, code);
  const error = errorOf(endpoint, reply.status, carries);
  return error ? nameOf(error) : null;
}

/** Everything that opens something: in headers, in the query, in the body and in the answer. */
function learnSecrets(sent: Sent, ...values: readonly unknown[]): void {
  for (const value of headerValues(sent, 'authorization')) keepSecret(value.split(/\s+/).at(-1));
  const query = new URLSearchParams(sent.target.split(/\?(.*)/s)[1]);
  for (const value of [Object.fromEntries(query), ...values]) {
    keepSecretsOf(value);
    for (const [name, member] of members(value)) if (name === 'code') keepSecret(member);
  }
}
