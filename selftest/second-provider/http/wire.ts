import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Form } from '../choices.ts';
import { errorBody, withExtras } from './errors.ts';
import type { Json, Reply } from './replies.ts';

const writings: Record<Form['wire']['jsonText'], (body: Json) => string> = {
  compact: (body) => JSON.stringify(body),
  pretty: (body) => `${JSON.stringify(body, null, '\t')}\r\n`,
  escaped: (body) => JSON.stringify(body).replace(/[^ -~]/g, asEscape),
};

function asEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
}

const coders = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };

/** Writes the reply in the form's way: late, in pieces, compressed, with unusual headers … */
export async function send(form: Form, request: IncomingMessage, response: ServerResponse, reply: Reply) {
  const { wire } = form;
  if (wire.earlyHints === 'sent') response.writeEarlyHints({ link: '</hints.css>; rel=preload; as=style' });
  if (wire.delay > 0) await setTimeout(wire.delay);
  const { bytes, headers } = encode(form, request, reply);
  const reason = wire.headers === 'unusual' ? 'As Asked' : undefined;
  response.writeHead(reply.status, reason, spelled(form, { ...reply.headers, ...headers }));
  if (wire.framing === 'chunked' && bytes.length > 1) await inPieces(response, bytes);
  else response.end(bytes);
}

/** Returns the bytes of the body and the headers that describe them. */
function encode(form: Form, request: IncomingMessage, reply: Reply) {
  const body = reply.status >= 400 ? errorBody(form, reply) : reply.body;
  const silent = body === undefined || reply.status === 204 || reply.status === 205;
  const plain = Buffer.from(silent ? '' : writings[form.wire.jsonText](withExtras(form, body)));
  const coding = plain.length > 0 ? codingOf(form, request) : undefined;
  const bytes = coding === undefined ? plain : coders[coding](plain);
  const headers = {
    ...(silent ? {} : { 'Content-Type': mediaType(form, reply.status) }),
    ...(coding === undefined ? {} : { 'Content-Encoding': coding, Vary: 'Accept-Encoding' }),
    ...(form.wire.connection === 'close' ? { Connection: 'close' } : {}),
    ...framing(form, reply.status, bytes),
  };
  return { bytes, headers };
}

function codingOf({ wire: { coding } }: Form, request: IncomingMessage) {
  const taken = String(request.headers['accept-encoding'] ?? '').includes(coding);
  return coding !== 'identity' && taken ? coding : undefined;
}

function mediaType({ wire: { mediaType, errorMediaType } }: Form, status: number): string {
  return status >= 400 && errorMediaType !== 'the same' ? errorMediaType : mediaType;
}

function framing({ wire }: Form, status: number, bytes: Buffer): Record<string, string> {
  if (status === 204) return {};
  return wire.framing === 'chunked' ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(bytes.length) };
}

/** Writes two chunks, split in the middle, possibly within a character. */
async function inPieces(response: ServerResponse, bytes: Buffer): Promise<void> {
  const middle = Math.floor(bytes.length / 2);
  response.write(bytes.subarray(0, middle));
  await setImmediate();
  response.end(bytes.subarray(middle));
}

const unusual = { 'Set-Cookie': 'seen=1; Path=/; HttpOnly', Location: '/elsewhere?never=followed' };

/** Returns header names in another case, with additional headers. */
function spelled({ wire }: Form, headers: Record<string, string>): Record<string, string> {
  if (wire.headers === 'usual') return headers;
  const swap = (name: string) =>
    name.replace(/./g, (letter, at) => (at % 2 ? letter.toUpperCase() : letter.toLowerCase()));
  return Object.fromEntries(Object.entries({ ...unusual, ...headers }).map(([name, value]) => [swap(name), value]));
}
