import { type Endpoint, endpoints, operations } from '#api/operations';
import type { Industry } from '#factories/preferences/industry';
import type { Sent } from '../wire/traffic.ts';
import type { ExactJson, Found } from './exact-json.ts';
import type { Match } from './match.ts';

/** Describes the body of a request: all that a rule about bodies needs. */
export interface Payload {
  readonly endpoint: Endpoint;
  readonly body: Buffer;
  readonly json: ExactJson;
  /** The industry of a preference, if it is known; else its fields decide. */
  readonly industry?: Industry;
}

/** Describes a recorded request with the operation that it is for and its body read. */
export interface MatchedRequest extends Sent, Match {
  readonly json: ExactJson;
}

/**
 * Says how much a finding weighs. A breach fails the gate; a note never does; an unlisted one is about something that the reference
 * does not list and does not forbid either: a note, and with `--strict` a breach.
 */
export type Weight = 'breach' | 'unlisted' | 'note';

/** Describes one rule for every request of its operations. */
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

/** Returns one finding where a condition holds, none where it does not. */
export function findIf(condition: boolean, place: string, text: string, got?: string): Found[] {
  return condition ? [{ place, text, ...(got === undefined ? {} : { got }) }] : [];
}

/** Returns a JSON pointer with every array index as `*`, so that the same breach of two items is one. */
export function toPlace(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** Holds every operation. */
export const everyEndpoint: readonly Endpoint[] = endpoints;

/** Holds those that take a bearer token (5). */
export const withToken = endpoints.filter((endpoint) => operations[endpoint].protected);

/** Holds those that take no Authorization header (4). */
export const withoutToken = endpoints.filter((endpoint) => !operations[endpoint].protected);

/** Holds those that have a body (4). */
export const withBody = endpoints.filter((endpoint) => operations[endpoint].method === 'POST');

/** Holds those that have none (4). */
export const withoutBody = endpoints.filter((endpoint) => operations[endpoint].method === 'DELETE');

/** Holds those whose path has parameters (4). */
export const withParameters = endpoints.filter((endpoint) => operations[endpoint].path.includes('{'));

/** Returns every operation but one. */
export function everyEndpointBut(endpoint: Endpoint): Endpoint[] {
  return endpoints.filter((other) => other !== endpoint);
}
