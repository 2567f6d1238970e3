import { AsyncLocalStorage } from 'node:async_hooks';
import http, { type ClientRequest, type IncomingMessage, maxHeaderSize } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { describeTooLarge, type Limits } from './body.ts';
import { withFieldsOfClient } from './common-client.ts';
import { firstLine, getFailure, transportFailure } from './failure.ts';

export type Wire = ReturnType<typeof createWire> & { request?: ClientRequest };

/** The wires of requests that Playwright sends by node's client: it limits no body, and adds fields of its own. */
const wires = new AsyncLocalStorage<Wire>();

for (const client of [http, https]) {
  const { request } = client;
  const asCommonClient = (url: unknown, options: unknown, ...others: unknown[]) => {
    const wire = wires.getStore();
    const written = wire ? withFieldsOfClient(url, options) : options;
    const made: ClientRequest = Reflect.apply(request, client, [url, written, ...others]);
    if (wire) watch(made, wire);
    return made;
  };
  Object.assign(client, { request: asCommonClient });
}

/** Sends a request by node's client and watches its wire; `wire` fills while it runs. */
export function watchRequest<R>(wire: Wire, send: () => Promise<R>): Promise<R> {
  return wires.run(wire, send);
}

/** Creates a wire on which nothing was seen yet; `withBody` has the connections on which a request with a body was sent. */
export function createWire(limits: Limits, withBody = new WeakSet<Socket>()) {
  const body: Buffer[] = [];
  return {
    limits,
    withBody,
    connected: false,
    /** True if the previous request on the connection had a body. */
    followsBody: false,
    bytes: 0,
    interim: 0,
    head: false,
    announced: '',
    /** The content-encoding, which is left for us to undo. */
    encoding: '',
    /** The limit that the response exceeds; its connection was closed for it. */
    excess: '',
    /** The body, as far as Playwright has read it. */
    body,
    /** True if the time of the request is over. */
    isLate: false,
  };
}

/** Ends the request of a wire because its time is over, also one that is not made yet. */
export function cutLate(wire: Wire): void {
  wire.isLate = true;
  wire.request?.destroy(new Error('timed out'));
}

function watch(request: ClientRequest, wire: Wire): void {
  wire.request = request;
  if (wire.isLate) cutLate(wire);
  const check = () => {
    wire.excess ||= describeExcess(wire);
    if (wire.excess) request.destroy(new Error(wire.excess));
  };
  const count = (chunk: Buffer) => {
    wire.bytes += chunk.length;
    check();
  };
  request.on('information', () => {
    wire.interim += 1;
    check();
  });
  request.prependOnceListener('response', (response) => recordHead(response, wire)); // before Playwright reads it
  request.once('socket', (socket) => {
    // A request with `close` is the last one on its connection (RFC 9112, 9.6), whatever the response says.
    if (request.getHeader('connection') === 'close') request.shouldKeepAlive = false;
    wire.followsBody = wire.withBody.has(socket);
    if (Number(request.getHeader('content-length') ?? 0) > 0) wire.withBody.add(socket);
    if (socket.connecting)
      socket.once('connect', () => {
        wire.connected = true;
      });
    else wire.connected = true;
    socket.on('data', count);
    request.once('close', () => socket.off('data', count));
  });
}

/** Returns the words for a response that exceeds a limit; empty if it does not. */
function describeExcess({ bytes, interim, limits }: Wire): string {
  if (interim > limits.interim) return `more than ${limits.interim} interim responses (1xx)`;
  return bytes > limits.body ? describeTooLarge(limits) : '';
}

/** Records the head of a response; without a content-encoding the client returns the body as it came. */
function recordHead(response: IncomingMessage, wire: Wire): void {
  const { headers } = response;
  keepBody(response, wire);
  wire.head = true;
  wire.announced = headers['content-length'] ?? '';
  wire.encoding = headers['content-encoding'] ?? '';
  delete headers['content-encoding'];
}

/** Keeps the body while Playwright reads it: to ask Playwright for it takes as long as a third of a request. */
function keepBody(response: IncomingMessage, wire: Wire): void {
  const keep = (event: string | symbol) => {
    if (event !== 'data') return; // a listener of ours before Playwright's would take the first bytes from it
    response.off('newListener', keep);
    response.on('data', (chunk: Buffer) => wire.body.push(chunk));
  };
  response.on('newListener', keep);
}

/** Returns the transport failure of a request, as seen on its wire; the words hold nothing that was sent. */
export function toTransportFailure(error: unknown, wire: Wire, seconds: number): Error {
  const words = firstLine(error);
  if (wire.excess) return transportFailure('broken', wire.excess);
  if (words.startsWith('Parse Error')) return createUnreadable(words, wire);
  if (wire.isLate || /timed? ?out|timeout/i.test(words)) return createLate(wire, seconds);
  if (words.endsWith('aborted'))
    return transportFailure('cut short', 'the connection was closed before the body was complete', 'reset');
  return transportFailure('lost', words, getFailure(error).code);
}

function createUnreadable(words: string, wire: Wire): Error {
  if (words.includes('Header overflow'))
    return transportFailure('broken', `the headers are larger than ${maxHeaderSize / 1024} KB`);
  if (!words.includes('Expected HTTP/'))
    return transportFailure('broken', `the response is not valid HTTP/1.1: ${words}`);
  if (wire.head) return transportFailure('broken', 'the body is longer than its headers declare');
  return transportFailure('no HTTP', `the response is not HTTP: ${words}`, 'no HTTP');
}

function createLate({ connected, bytes, head, interim, announced }: Wire, seconds: number): Error {
  if (!connected) return transportFailure('silent', `no connection within ${seconds} s`, 'no connection');
  if (bytes === 0) return transportFailure('silent', `no response within ${seconds} s (timed out)`, 'no answer');
  if (interim > 0 && !head)
    return transportFailure('broken', `only interim responses (1xx) within ${seconds} s: ${interim}`);
  const part = head ? 'body' : 'head';
  const length = head && announced ? `, content-length ${announced}` : '';
  return transportFailure(
    'broken',
    `the ${part} of the response is incomplete after ${seconds} s (${bytes} bytes received${length})`,
  );
}
