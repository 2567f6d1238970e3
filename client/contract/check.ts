import { type Endpoint, endpoints, operations } from '#api/operations';
import type { Industry } from '#factories/preferences/industry';
import type { Sent } from '../wire/traffic.ts';
import type { ExactJson, Found } from './exact-json.ts';
import type { Match } from './match.ts';

/** The body of a request, wherever it comes from: all that a rule about bodies needs. */
export interface Payload {
  readonly endpoint: Endpoint;
  readonly body: Buffer;
  readonly json: ExactJson;
  /** The industry of a preference, where it was told; else its fields decide. */
  readonly industry?: Industry;
}

/** A recorded request with the operation that it is for and its body read. */
export interface MatchedRequest extends Sent, Match {
  readonly json: ExactJson;
}

/**
 * Says how much a finding weighs. A breach fails the gate; a note never does; a stranger is something that the reference
 * does not list and does not forbid either: a note, and with `--strict` a breach.
 */
export type Weight = 'breach' | 'stranger' | 'note';

/** One rule that every request of its operations is held against. */
export interface Check<Request = MatchedRequest> {
  readonly rule: string;
  /** The section of the reference that it stands on; `fields` is the one with the fields of the operation. */
  readonly section: string;
  readonly weight: Weight;
  /** The rule as a present-tense fact. */
  readonly about: string;
  readonly of: readonly Endpoint[];
  readonly find: (request: Request) => readonly Found[];
}

/** One finding where a condition holds, none where it does not. */
export function where(condition: boolean, place: string, text: string, got?: string): Found[] {
  return condition ? [{ place, text, ...(got === undefined ? {} : { got }) }] : [];
}

/** A JSON pointer with every array index as `*`, so that the same breach of two items is one. */
export function placeOf(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** Every operation. */
export const all: readonly Endpoint[] = endpoints;

/** Those that take a bearer token (5). */
export const guarded = endpoints.filter((endpoint) => operations[endpoint].protected);

/** Those that take no Authorization header (4). */
export const open = endpoints.filter((endpoint) => !operations[endpoint].protected);

/** Those that have a body (4). */
export const withBody = endpoints.filter((endpoint) => operations[endpoint].method === 'POST');

/** Those that have none (4). */
export const withoutBody = endpoints.filter((endpoint) => operations[endpoint].method === 'DELETE');

/** Those whose path has parameters (4). */
export const withParameters = endpoints.filter((endpoint) => operations[endpoint].path.includes('{'));

/** Every operation but one. */
export function others(endpoint: Endpoint): Endpoint[] {
  return endpoints.filter((other) => other !== endpoint);
}
