import { once } from 'node:events';
import http, { IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { APIRequestContext } from '@playwright/test';
import { type ResponseRecord, type SentRequest, toBytes } from '#api/exchange';
import { claimOnce } from '#run/channels';
import { decompress, getContent, getLimits } from './body.ts';
import { isTransportFailure, transportFailure } from './failure.ts';
import { createWire, cutLate, toTransportFailure, type Wire, watchRequest } from './wire.ts';

/** Sends one request as it is and reads the whole response; throws a transport failure if there is none to judge. */
export type Send = (request: SentRequest) => Promise<ResponseRecord>;

/** An exchange as a client carries it out: the body as it came, the header fields in lower case. */
type Carry = (request: SentRequest, wire: Wire) => Promise<Carried>;

type Carried = Pick<ResponseRecord, 'status' | 'headers'> & { readonly bytes: Buffer };

async function read(request: SentRequest, carry: Carry, timeoutSeconds: number, wire: Wire): Promise<ResponseRecord> {
  const { limits } = wire;
  const started = performance.now();
  const timer = setTimeout(() => cutLate(wire), timeoutSeconds * 1000);
  const carried = watchRequest(wire, () => carry(request, wire)).finally(() => clearTimeout(timer));
  const { bytes, ...answer } = await carried.catch((error: unknown) => {
    throw toTransportFailure(error, wire, timeoutSeconds);
  });
  const milliseconds = performance.now() - started;
  const content = await decompress(bytes, wire.encoding, limits);
  return { ...answer, milliseconds, ...getContent(content, limits) };
}

/**
 * Creates a sender for requests that are not judged, such as those for provider states, for which Playwright's takes
 * several times the time. Each request has the header fields `own` too; no proxy and no client certificate. With
 * `isFresh` each request has a connection of its own.
 */
export function createPlainSend(own: Readonly<Record<string, string>>, timeoutSeconds: number, isFresh = false): Send {
  const carry: Carry = async ({ method, url, headers, body }) => {
    const client = url.startsWith('https:') ? https : http;
    const agent = isFresh ? { agent: false } : {};
    const request = client.request(url, { method, headers: { ...own, ...headers }, ...agent });
    request.end(body);
    const [response] = await once(request, 'response');
    request.on('error', () => undefined); // what fails from here on fails the reading too
    if (!(response instanceof IncomingMessage)) throw new Error('no response arrived');
    const bytes = await buffer(response);
    const fields = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    return { status: response.statusCode ?? 0, headers: Object.fromEntries(fields), bytes };
  };
  return async (request) => read(request, carry, timeoutSeconds, createWire(getLimits(request.body)));
}

/**
 * Creates a sender over Playwright's API requests: no redirects followed, no cookies kept. An unexpected response after
 * a body on its connection is confirmed with `fresh`.
 */
export function createSend(open: OpenContext, timeoutSeconds: number, fresh?: Send): Send {
  const inContext = createContexts(open);
  const carry: Carry = (request, wire) => inContext((context) => exchange(context, request, wire));
  const confirmation = fresh && createConfirmation(fresh);
  const withBody = new WeakSet<Socket>();
  return async (request) => {
    if (fresh && confirmation?.isNeeded()) return fresh(request);
    const wire = createWire(getLimits(request.body), withBody);
    const first = await read(request, carry, timeoutSeconds, wire).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    const again = wire.followsBody ? await confirmation?.confirm(request, first) : undefined;
    if (again) return again;
    if (first instanceof Error) throw first;
    return first;
  };
}

async function exchange(context: APIRequestContext, request: SentRequest, wire: Wire): Promise<Carried> {
  const { method, headers, body, url } = request;
  const data = body === undefined ? {} : { data: toBytes(body) };
  const response = await untraced(() =>
    context.fetch(url, { method, headers: { ...headers }, ...data, maxRedirects: 0, timeout: 0 }),
  );
  return { status: response.status(), headers: response.headers(), bytes: Buffer.concat(wire.body) };
}

/**
 * Makes a call without stack traces. Playwright captures one at each of its calls, which is much of their cost, and no
 * report shows them.
 */
export function untraced<R>(call: () => R): R {
  const { stackTraceLimit } = Error;
  // Playwright sets a limit of its own, which is ignored: the limit counts only as a plain value.
  Object.defineProperty(Error, 'stackTraceLimit', { get: () => 0, set: () => undefined, configurable: true });
  try {
    return call();
  } finally {
    Object.defineProperty(Error, 'stackTraceLimit', { value: stackTraceLimit, writable: true, configurable: true });
  }
}

type OpenContext = () => Promise<APIRequestContext>;

/** A context with what it has served: it keeps every response until it is disposed of. */
interface Kept {
  readonly context: Promise<APIRequestContext>;
  answers: number;
  bytes: number;
  onTheirWay: number;
}

const most = { answers: 100, bytes: 1_000_000 } as const;

/**
 * Contexts to send with, one after the other: disposing of a context now and then costs less than of each response. A
 * worn one is used no more, and goes when the last of its responses has been read.
 */
function createContexts(open: OpenContext) {
  let current: Kept | undefined;
  return async (send: (context: APIRequestContext) => Promise<Carried>): Promise<Carried> => {
    current ??= { context: open(), answers: 0, bytes: 0, onTheirWay: 0 };
    const kept = current;
    kept.onTheirWay += 1;
    try {
      const answer = await send(await kept.context);
      kept.answers += 1;
      kept.bytes += answer.bytes.length;
      const isWorn = kept.answers >= most.answers || kept.bytes >= most.bytes || 'set-cookie' in answer.headers;
      if (isWorn && current === kept) current = undefined;
      return answer;
    } finally {
      kept.onTheirWay -= 1;
      if (kept !== current && kept.onTheirWay === 0) await kept.context.then((context) => context.dispose());
    }
  };
}

const unreadable: ReadonlySet<number> = new Set([400, 404, 405, 501, 505]);

/** Maximum rejections that a fresh connection confirms; after these, it is how the target writes its errors. */
const MOST = 5;

/** Creates the confirmation of one worker. The first difference of the run is a failure, the others are corrected. */
function createConfirmation(fresh: Send) {
  let isUnread = false;
  let confirmed = 0;
  /** Returns the response on a fresh connection if it differs; undefined if the first one stands. */
  const confirm = async (request: SentRequest, first: ResponseRecord | Error) => {
    if (confirmed >= MOST || !isUnexpected(first)) return undefined;
    const again = await fresh(request).catch(() => undefined);
    confirmed += 1;
    if (again === undefined || ('status' in first && again.status === first.status)) return undefined;
    isUnread = true;
    if (claimOnce('unread-body'))
      throw transportFailure(
        'broken',
        'the response differs on a fresh connection: the body of the previous request was not read',
      );
    return again;
  };
  /** Returns true once a body was left unread: from then on each request has a connection of its own. */
  const isNeeded = () => isUnread;
  return { isNeeded, confirm };
}

function isUnexpected(first: ResponseRecord | Error): boolean {
  if (!('status' in first)) return isTransportFailure(first, 'no HTTP', 'broken', 'cut short');
  return unreadable.has(first.status) && first.text !== '' && first.json === undefined;
}
