import type { Violation } from '#api/cause';
import { type Exchange, parseJson, type SentRequest } from '#api/exchange';
import { describeProblem } from '#api/messages';
import { buildPath, type Endpoint, getOperation } from '#api/operations';
import { listViolations, type SchemaName, type SchemaViolation } from '#api/schema';
import { isObject } from '#api/values/json';
import type { Settings } from '#run/settings/settings';
import { isSandbox } from '#run/settings/target';
import { skipTest, suiteError } from '#run/skip';

export interface CallOptions {
  readonly body?: unknown;
  /** Writes the body as JSON, where it is not to be compact. */
  readonly write?: (body: unknown) => string;
  /** Sent as it stands, instead of `body`. */
  readonly text?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a bearer token (RFC 6750, 2.1). */
  readonly token?: string;
  /** The field that is omitted because the test is about it. */
  readonly omits?: string;
  /** The violation of its schema that the body is for; any other is an error of the suite. */
  readonly violates?: SchemaViolation;
  /** The status that the state of the target asks for: it is not retried, and a 503 instead of it is judged. */
  readonly expected?: number;
}

type Target = Pick<Settings, 'BASE_URL' | 'TARGET'>;

/** Returns the request that an operation and a test's options make. */
export function buildRequest(service: Target, endpoint: Endpoint, call: CallOptions): SentRequest {
  const options = call.omits ? omitSubject(call, call.omits) : call;
  checkPath(options.path);
  const query = new URLSearchParams(options.query).toString();
  const { body: value, write = JSON.stringify } = options;
  const body = options.text ?? (value === undefined ? undefined : write(value));
  if (options.violates) checkBroken(`${endpoint}/request`, parseJson(body ?? ''), options.violates);
  const { method, inSandbox } = getOperation(endpoint);
  const url = `${service.BASE_URL}/${buildPath(endpoint, options.path)}${query && `?${query}`}`;
  const authorization = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  const headers = { ...authorization, ...(isSandbox(service) ? inSandbox : {}), ...options.headers };
  const sent = body === undefined ? { headers } : { headers: { 'content-type': 'application/json', ...headers }, body };
  return { endpoint, method, url, ...sent };
}

/** Returns a request without the subject of a question: a field of the body, a header or a query parameter. */
function omitSubject(options: CallOptions, name: string): CallOptions {
  const { body, headers, query } = options;
  return {
    ...options,
    ...(isObject(body) ? { body: omit(body, name) } : {}),
    ...(headers ? { headers: omit(headers, name) } : {}),
    ...(query ? { query: omit(query, name) } : {}),
  };
}

function omit<T>(named: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(named).filter(([other]) => other !== name));
}

/** Skips a path value of one or two dots: a URL takes it for a step, however encoded, to another resource. */
function checkPath(parameters: CallOptions['path'] = {}): void {
  for (const [name, value] of Object.entries(parameters))
    if (value === '.' || value === '..') skipTest({ kind: 'path', parameter: name, value });
}

/** Ends the test as an error of the suite where a request that was meant to be valid violates its own schema. */
export function checkValid({ endpoint, request }: Pick<Exchange, 'endpoint' | 'request'>): void {
  if (request.body === undefined) return;
  const all = listViolations(`${endpoint}/request`, parseJson(request.body));
  const found = all.filter((violation) => !isDateAlone(violation));
  const words = found.map((violation) => describeProblem({ kind: 'schema', ...violation })).join('; ');
  if (found.length > 0) suiteError(`the request should be valid but violates its schema: ${words}`);
}

/** Ends the test as an error of the suite where a body violates its schema otherwise than it was meant to. */
export function checkBroken(schema: SchemaName, body: unknown, meant: SchemaViolation): void {
  const found = listViolations(schema, body);
  const isMeant = ({ keyword, pointer }: Violation) => keyword === meant.keyword && pointer === meant.pointer;
  const asMeant = found.length > 0 && found.every(isMeant);
  const seen = found.map(({ keyword, pointer }) => `${keyword} at ${pointer || '/'}`).join(', ') || 'nothing';
  if (!asMeant)
    suiteError(`the request should violate ${meant.keyword} at ${meant.pointer || '/'}, but violates ${seen}`);
}

/** Returns true for a Date of 2.7 without a time, which is allowed although the schema asks for one. */
function isDateAlone({ keyword, pointer, got: actual }: Violation): boolean {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  return keyword === 'format' && isDateField(name) && /^"\d{4}-\d\d-\d\d"$/.test(actual);
}

/** Returns true for a field with type Date in the tables of 2.7, which show no format for it. */
export function isDateField(name: string): boolean {
  return /^(?:registration[_ ]date|last_purchase|event_date|(?:departure|arrival)_date_time)$/.test(name);
}
