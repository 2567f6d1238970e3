import { once } from 'node:events';
import http, { IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { APIRequestContext } from '@playwright/test';
import { type ResponseRecord, type Send, type SentRequest, toBytes } from '#api/exchange';
import { claimOnce } from '#run/channels';
import { decompress, getContent, getLimits } from './body.ts';
import { isTransportFailure, transportFailure } from './failure.ts';
import { createContexts, type OpenContext, untraced } from './playwright-contexts.ts';
import { createWire, cutLate, toTransportFailure, type Wire, watchRequest } from './wire.ts';

/** Sends a request with a client of HTTP; the body stays compressed, and the header fields are in lower case. */
type Client = (request: SentRequest, wire: Wire) => Promise<RawResponse>;

type RawResponse = Pick<ResponseRecord, 'status' | 'headers'> & { readonly bytes: Buffer };

async function sendBy(client: Client, request: SentRequest, wire: Wire, seconds: number): Promise<ResponseRecord> {
  const { limits } = wire;
  const started = performance.now();
  const timer = setTimeout(() => cutLate(wire), seconds * 1000);
  const received = watchRequest(wire, () => client(request, wire)).finally(() => clearTimeout(timer));
  const { bytes, ...response } = await received.catch((error: unknown) => {
    throw toTransportFailure(error, wire, seconds);
  });
  const milliseconds = performance.now() - started;
  const content = await decompress(bytes, wire.encoding, limits);
  return { ...response, milliseconds, ...getContent(content, limits) };
}

/** Creates a sender of unjudged requests, faster than Playwright's, without a proxy; `isFresh` reuses no connection. */
export function createPlainSend(base: Readonly<Record<string, string>>, timeoutSeconds: number, isFresh = false): Send {
  const client: Client = async ({ method, url, headers, body }) => {
    const { request: open } = url.startsWith('https:') ? https : http;
    const request = open(url, { method, headers: { ...base, ...headers }, ...(isFresh && { agent: false }) });
    request.end(body === undefined ? undefined : toBytes(body));
    const [response] = await once(request, 'response');
    request.on('error', () => undefined); // what fails from here on fails the reading too
    if (!(response instanceof IncomingMessage)) throw new Error('no response arrived');
    const bytes = await buffer(response);
    const fields = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join('\n')]);
    return { status: response.statusCode ?? 0, headers: Object.fromEntries(fields), bytes };
  };
  return async (request) => sendBy(client, request, createWire(getLimits(request.body)), timeoutSeconds);
}

/** Creates a sender over Playwright's API requests, without redirects and cookies; `fresh` confirms errors. */
export function createSend(open: OpenContext, timeoutSeconds: number, fresh?: Send): Send {
  const inContext = createContexts(open);
  const client: Client = (request, wire) => inContext((context) => fetchIn(context, request, wire));
  const confirmation = fresh && createConfirmation(fresh);
  const withBody = new WeakSet<Socket>();
  return async (request) => {
    if (fresh && confirmation?.isNeeded()) return fresh(request);
    const wire = createWire(getLimits(request.body), withBody);
    const first = await sendBy(client, request, wire, timeoutSeconds).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    const response = (wire.followsBody && (await confirmation?.confirm(request, first))) || first;
    if (response instanceof Error) throw response;
    return response;
  };
}

async function fetchIn(context: APIRequestContext, request: SentRequest, wire: Wire): Promise<RawResponse> {
  const { method, headers, body, url } = request;
  const data = body === undefined ? {} : { data: toBytes(body) };
  const response = await untraced(() =>
    context.fetch(url, { method, headers: { ...headers }, ...data, maxRedirects: 0, timeout: 0 }),
  );
  return { status: response.status(), headers: response.headers(), bytes: Buffer.concat(wire.body) };
}

const unreadable: ReadonlySet<number> = new Set([400, 404, 405, 501, 505]);

/** Maximum rejections that a fresh connection confirms; after these, it is how the target writes its errors. */
const MOST_CONFIRMED = 5;

/** Creates the confirmation of one worker. The first difference of the run is a failure, the others are corrected. */
function createConfirmation(fresh: Send) {
  let isUnread = false;
  let confirmed = 0;
  /** Returns the response on a fresh connection if it differs; undefined if the first one stands. */
  const confirm = async (request: SentRequest, first: ResponseRecord | Error) => {
    if (confirmed >= MOST_CONFIRMED || !isUnexpected(first)) return undefined;
    const again = await fresh(request).catch(() => undefined);
    confirmed += 1;
    if (again === undefined || ('status' in first && again.status === first.status)) return undefined;
    isUnread = true;
    const words = 'the response differs on a fresh connection: the body of the previous request was not read';
    if (claimOnce('unread-body')) throw transportFailure('broken', words);
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
