import type { Problem } from './cause.ts';
import type { Endpoint } from './operations.ts';
import { parseNumbersAsText } from './values/json.ts';

export interface SentRequest {
  readonly endpoint?: Endpoint;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text; if the body is none, a lone surrogate stands for each byte that is not UTF-8. */
  readonly body?: string;
}

/** A response. Header names are lower-case; `json` is undefined if the text is no JSON. */
export interface ResponseRecord {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: unknown;
  readonly flaw?: string;
  readonly milliseconds: number;
}

/** Sends one request as it is and reads the whole response; throws a transport failure if there is none to judge. */
export type Send = (request: SentRequest) => Promise<ResponseRecord>;

/** A request and its response, which matchers judge. */
export interface Exchange extends PlainExchange {
  /** Sends the control request, once a worker; returns a problem where the target rejects it. */
  readonly control: () => Promise<Problem | undefined>;
  /** Sends negative controls, once a worker, until one is rejected; returns a problem if the target accepts all. */
  readonly negativeControl: () => Promise<Problem | undefined>;
  /** Returns the lines of a shell that send the request again. */
  readonly reproduce: () => readonly string[];
  /** Records the problems of the exchange, for the report of the running test. */
  readonly recordBreach: (problems: string) => void;
  /** Returns true if it is an error that repeats a known credential, in its body or a header, in any encoding. */
  readonly repeatsCredential: () => boolean;
}

/** A request to an operation and its response, before anything is judged. */
export interface PlainExchange extends ResponseRecord {
  readonly endpoint: Endpoint;
  readonly request: SentRequest;
}

/** Returns the JSON value of a text; undefined if the text is no JSON. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined; // many requests have no body, and to throw costs much
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns true for any 2xx status: the reference names no status of success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Returns true if the media type is JSON: application/json or any +json, whatever its parameters and case. */
export function isJsonMediaType(contentType: string | undefined): boolean {
  return /^\s*application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');
}

/** Returns a field of a JSON object; undefined if the value is no object or has no such field. */
export function getField(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
}

/** Returns an identifier in a JSON response; a number as its text, because it may have 64 bits. */
export function getIdentity({ text }: Pick<ResponseRecord, 'text'>, name: string): unknown {
  return getField(parseNumbersAsText(text), name);
}

/** Returns a field of a JSON object as text; empty if there is none or it is no text. */
export function getText(json: unknown, name: string): string {
  const value = getField(json, name);
  return typeof value === 'string' ? value : '';
}

/** Returns a field of the JSON body that was sent. */
export function getSentField(exchange: Pick<Exchange, 'request'>, name: string): unknown {
  return getField(parseJson(exchange.request.body ?? ''), name);
}

/** A character that stands for one byte: no text has it alone, and UTF-8 has no way to write it. */
const ofByte = /([\udc80-\udcff])/u;

/** Returns the bytes of a body in UTF-8; a lone surrogate from U+DC80 to U+DCFF stands for a byte from 80 to FF. */
export function toBytes(body: string): Buffer {
  const toByte = (character: string) => Buffer.of(character.charCodeAt(0) & 0xff);
  const textsAndBytes = body.split(ofByte);
  return Buffer.concat(textsAndBytes.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : toByte(part))));
}

/** Returns the text of bytes in UTF-8, with its byte order mark if it has one; undefined if they are none. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
