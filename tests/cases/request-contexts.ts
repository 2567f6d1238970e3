import { type Endpoint, getOperation } from '#api/operations';
import { layouts, unusual } from '#factories/malformed/json-texts';
import { pairwise } from '#factories/pairwise';
import type { CallOptions } from '#http/request';
import { settings } from '#run/context';
import { seededWord } from '#run/made-up-values';
import { otherBodies } from './other-bodies.ts';

/** Header fields that any request with a body may have, all at once, and JSON that is laid out as no library does it. */
export const unusually = {
  write: unusual,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    accept: 'application/json',
    connection: 'close',
  },
} as const;

type Change = (request: CallOptions) => CallOptions;

/** Describes what may be one way or another about a request, and what each way makes of it. */
type Factors = Readonly<Record<string, Readonly<Record<string, Change>>>>;

/** One way for each of some factors. */
interface Context {
  readonly name: string;
  readonly of: Change;
  /** Tells whether the body is wrong, which may be said first, by a code of its own. */
  readonly isBroken: boolean;
  /** Tells whether the request is sent a second time. */
  readonly isAgain: boolean;
}

const same: Change = (request) => request;
const again: Change = (request) => request;
const emptyBody = withBody({});

const anywhere: Factors = {
  accept: { any: same, json: header('accept', 'application/json') },
  connection: { kept: same, closed: header('connection', 'close') },
};

const charset = { none: same, 'utf-8': header('content-type', 'application/json; charset=utf-8') };

/** The contexts of a wrong token in which each two ways of any two factors meet (2.3, 2.7, 3, 4). */
export function tokenContexts(endpoint: Endpoint, { body }: CallOptions, tag: string, isForbidden: boolean): Context[] {
  return contextsOf({
    ...anywhere,
    time: { first: same, second: again },
    ...(isForbidden ? {} : ownHeaders(endpoint)), // who may not do something may perhaps in the sandbox
    ...(body === undefined ? {} : ofBody(endpoint, tag)),
  });
}

function contextsOf(factors: Factors): Context[] {
  return pairwise(factors, settings().DEPTH).map(({ name, ...changes }) => ({
    name,
    isBroken: changes.body === emptyBody,
    isAgain: changes.time === again,
    of: (request) => Object.values(changes).reduce((made, change) => change(made), request),
  }));
}

/** The headers that an operation takes besides (4). */
function ownHeaders(endpoint: Endpoint): Factors {
  const { inSandbox = {} } = getOperation(endpoint);
  const platform = { 'x-platform-id': seededWord('x-platform-id') };
  const own = { ...inSandbox, ...(endpoint === 'wallet-agreements' ? platform : {}) };
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name, { none: same, sent: header(name, value) }]),
  );
}

function ofBody(endpoint: Endpoint, tag: string): Factors {
  const others = otherBodies(endpoint, tag).map(({ name, body }) => [name, withBody(body)] as const);
  return {
    body: { usual: same, ...Object.fromEntries(others), 'an empty object': emptyBody },
    charset,
    written: { compact: same, escaped: written(layouts.escaped) },
  };
}

function withBody(body: unknown): Change {
  return (request) => ({ ...request, body });
}

function written(write: NonNullable<CallOptions['write']>): Change {
  return (request) => ({ ...request, write });
}

function header(name: string, value: string): Change {
  return (request) => ({ ...request, headers: { ...request.headers, [name]: value } });
}
