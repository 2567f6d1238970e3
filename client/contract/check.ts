import { type Endpoint, endpoints, operations } from '#api/operations';
import type { Sent } from '../wire/traffic.ts';
import type { ExactJson, Found } from './json.ts';

/** Describes the operation that a request is for, and its path, parameters and query. */
interface Match {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly trailingSlash: boolean;
}

/** Describes a recorded request with its operation and its parsed body. */
export interface MatchedRequest extends Sent, Match {
  readonly json: ExactJson;
  /** The secrets of this and earlier token requests. */
  readonly secrets?: readonly string[];
}

/** `breach` fails the gate, `note` never does, `unlisted` (neither listed nor forbidden) only with `--strict`. */
export type Weight = 'breach' | 'unlisted' | 'note';

/** Describes one rule for every request of its operations. */
export interface Check {
  readonly rule: string;
  /** A section of the reference; `fields` is the one with the fields of the operation. */
  readonly section: string;
  readonly weight: Weight;
  /** The rule as a present-tense fact. */
  readonly about: string;
  readonly of: readonly Endpoint[];
  readonly find: (request: MatchedRequest) => readonly Found[];
}

type Find = Check['find'];
const weighing = (weight: Weight) => (rule: string, section: string, of: Check['of'], about: string, find: Find) => ({
  ...{ rule, section, weight, about, of, find },
});

export const breach = weighing('breach');
export const unlisted = weighing('unlisted');
export const note = weighing('note');

/** Returns one finding where a condition holds, none where it does not. */
export function findIf(condition: boolean, place: string, text: string, got?: string): Found[] {
  return condition ? [{ place, text, ...(got === undefined ? {} : { got }) }] : [];
}

export const everyEndpoint: readonly Endpoint[] = endpoints;
export const withToken = endpoints.filter((endpoint) => operations[endpoint].protected);
export const withBody = endpoints.filter((endpoint) => operations[endpoint].method === 'POST');
export const withoutBody = endpoints.filter((endpoint) => operations[endpoint].method === 'DELETE');
export const withParameters = endpoints.filter((endpoint) => operations[endpoint].path.includes('{'));

/** Returns every operation but one. */
export function everyEndpointBut(endpoint: Endpoint): Endpoint[] {
  return endpoints.filter((other) => other !== endpoint);
}

/** Parses `oauth-token,test-users`; undefined if a word is no operation. */
export function parseOperations(text: string): Endpoint[] | undefined {
  const words = text.split(',').map((word) => word.trim());
  const found = endpoints.filter((endpoint) => words.includes(endpoint));
  return words.every((word) => found.some((endpoint) => endpoint === word)) ? found : undefined;
}

/** Finds the operation by the path alone, whatever its percent-encoding and with or without a slash at its end. */
export function matchOperation(target: string): Match | undefined {
  const [path = '', query = ''] = target.replace(/#.*/s, '').split(/\?(.*)/s);
  const segments = path.split('/').slice(1).map(decode);
  const found = match(segments);
  const shortened = found || segments.at(-1) !== '' ? undefined : match(segments.slice(0, -1));
  const matched = found ?? shortened;
  return matched && { ...matched, path, query: new URLSearchParams(query), trailingSlash: shortened !== undefined };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function match(segments: readonly string[]): Pick<Match, 'endpoint' | 'parameters'> | undefined {
  for (const endpoint of endpoints) {
    const parts = operations[endpoint].path.split('/').map((part) => /^\{(\w+)\}$/.exec(part)?.[1] ?? { fixed: part });
    const fits = parts.every((part, index) => typeof part === 'string' || part.fixed === segments[index]);
    const named = parts.flatMap((part, index) => (typeof part === 'string' ? [[part, segments[index] ?? '']] : []));
    if (fits && parts.length === segments.length) return { endpoint, parameters: Object.fromEntries(named) };
  }
  return undefined;
}
