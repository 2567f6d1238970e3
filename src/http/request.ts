import type { SentRequest } from '#api/exchange';
import { buildPath, type Endpoint, getOperation } from '#api/operations';
import type { SchemaViolation } from '#api/schema';
import type { Settings } from '#run/settings/settings';
import { isSandbox } from '#run/settings/target';
import { skipTest } from '#run/skip';

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
  /** The field that the request goes without because the test is about it. */
  readonly leavesOut?: string;
  /** The violation of its schema that the body is for; any other is an error of the suite. */
  readonly breaks?: SchemaViolation;
  /** The status that the state of the target asks for: it is not retried, and a 503 instead of it is judged. */
  readonly expected?: number;
}

type Target = Pick<Settings, 'BASE_URL' | 'TARGET'>;

/** Returns the request that an operation and a test's options make. */
export function buildRequest(service: Target, endpoint: Endpoint, options: CallOptions): SentRequest {
  checkPath(options.path);
  const query = new URLSearchParams(options.query).toString();
  const body = options.text ?? written(options);
  const { method, inSandbox } = getOperation(endpoint);
  return {
    endpoint,
    method,
    url: `${service.BASE_URL}/${buildPath(endpoint, options.path)}${query && `?${query}`}`,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(isSandbox(service) ? inSandbox : {}),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  };
}

function written({ body, write = JSON.stringify }: CallOptions): string | undefined {
  return body === undefined ? undefined : write(body);
}

/** Skips a path value of one or two dots: a URL takes it for a step, however encoded, to another resource. */
function checkPath(parameters: CallOptions['path'] = {}): void {
  for (const [name, value] of Object.entries(parameters))
    if (value === '.' || value === '..') skipTest({ kind: 'path', parameter: name, value });
}
