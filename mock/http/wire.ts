import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Variation } from '../variations.ts';
import { type Rejection, rejectionBody } from './errors.ts';
import { type JsonObject, jsonText } from './json.ts';

export type Wire = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Truncates the body after this number of bytes; 0 closes the connection without a response. */
  sent?: number;
  silent?: boolean;
};

const namings = {
  'Usual-Case': (name: string) => name,
  'lower-case': (name: string) => name.toLowerCase(),
  'UPPER-CASE': (name: string) => name.toUpperCase(),
};

const extraFields = {
  none: {},
  text: { request_id: 'b6f0c2' },
  'of every type': { request_id: null, links: [{ rel: 'self' }], version: 2.1, cached: false, meta: { a: {} } },
};

/** Returns the response to a request that passed every rule; without a body if the operation gives none. */
export function succeed(status: number, body: JsonObject | undefined, choices: Variation): Wire {
  if (body === undefined) return { status, headers: emptyHeaders(status, choices), text: '' };
  const text = jsonText({ ...body, ...extraFields[choices.extraMembers] }, choices);
  return { status, headers: { 'Content-Type': choices.mediaType }, text };
}

/** Returns the response to a request that violates a rule. It names the rule and repeats nothing of the request. */
export function reject(rejection: Rejection, choices: Variation): Wire {
  const { mediaType, errorMediaType } = choices;
  const type = errorMediaType === 'as success' ? mediaType : errorMediaType;
  const headers = { 'Content-Type': type, ...(rejection.status === 429 ? retryAfter(choices) : {}) };
  return { status: rejection.status, headers, text: jsonText(rejectionBody(rejection, choices), choices) };
}

function emptyHeaders(status: number, choices: Variation): Record<string, string> {
  return choices.emptyAnswerType === 'sent' && status !== 204 ? { 'Content-Type': choices.mediaType } : {};
}

function retryAfter(choices: Variation): Record<string, string> {
  if (choices.retryAfter === 'none') return {};
  const date = new Date(Date.now() + 1000).toUTCString();
  return { 'Retry-After': choices.retryAfter === 'date' ? date : '1' };
}

/** Writes a response with the framing, compression and header names of the variation. */
export function send(response: ServerResponse, wire: Wire, choices: Variation, acceptsGzip: boolean): void {
  if (wire.silent) return;
  if (wire.sent === 0) return void response.destroy();
  const zipped = choices.compression === 'gzip' && acceptsGzip && wire.text !== '';
  const bytes = zipped ? gzipSync(wire.text) : Buffer.from(wire.text);
  const named = Object.entries({ ...wire.headers, ...framing(wire, bytes, zipped, choices) });
  const spell = namings[choices.headerNames];
  if (choices.interim !== 'none') {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
  }
  response.writeHead(wire.status, Object.fromEntries(named.map(([name, value]) => [spell(name), value])));
  if (choices.framing === 'chunked with a trailer') response.addTrailers({ 'X-Took': '1' });
  if (wire.sent === undefined)
    response.end(zipped ? bytes : wire.text); // Node sends a text together with the headers
  else response.write(bytes.subarray(0, wire.sent), () => response.destroy());
}

function framing(wire: Wire, bytes: Buffer, zipped: boolean, choices: Variation): Record<string, string> {
  const counted = choices.framing === 'content-length' || wire.text === '' || wire.sent !== undefined;
  return {
    ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
    ...(choices.connection === 'closed' ? { Connection: 'close' } : {}),
    ...(counted && wire.status !== 204 ? { 'Content-Length': `${bytes.length}` } : {}),
  };
}
