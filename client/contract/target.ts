import { operations } from '#api/operations';
import { defaultPorts, getHeaderValues } from '../wire/traffic.ts';
import { findMissing } from './body.ts';
import { type Finders, type Found, findIf, type MatchedRequest } from './check.ts';
import { holdsAny, listBearerTokens } from './head.ts';

/** Matches a control character, a blank at an end, what is left encoded or in braces, and a list, an object as a text. */
const unusualId =
  /\p{Cc}|^\s+\S|\S\s+$|%[\dA-F]{2}|[\w-]\{\w+\}|\{\w+\}[\w-]|&(?:amp|[lg]t|quot|#\w+);|^(?:Array|\[(?!object ).*\]|\{".*\}|b'.*'|\w+(?:\.\w+)+@[\da-f]{5,8}|function\b.*)$/iu;

const credentials = ['access_token', 'client_secret', 'refresh_token', 'code', 'code_verifier'];

/** Holds the scheme, the port, the host, the coding, the method, the path and the query. */
export const targetFinders = {
  'credential-in-clear': (request) =>
    isInClear(request) ? listCredentials(request).map((place) => ({ place, text: 'is sent over plain http' })) : [],
  'plain-http': (request) => findIf(isInClear(request) && listCredentials(request).length === 0, 'scheme', 'is http'),
  port: ({ host, port, scheme }) =>
    findIf(!isOfGate(host) && port !== defaultPorts[scheme], 'port', `is not ${defaultPorts[scheme]}`, String(port)),
  'content-encoding': (request) => {
    const part = getHeaderValues(request, 'content-encoding').length > 0 ? 'Content' : 'Transfer';
    return findIf(request.codingFault !== undefined, `header ${part}-Encoding`, request.codingFault ?? '');
  },
  'content-encoding-unlisted': (request) =>
    getHeaderValues(request, 'content-encoding').flatMap((value) => {
      const isCoded = request.codingFault === undefined && !/^\s*(?:identity)?\s*$/i.test(value);
      return findIf(isCoded, 'header Content-Encoding', 'is not listed in the reference', value);
    }),
  'host-of-connection': ({ isMisnamed = false }) =>
    findIf(isMisnamed, 'header Host', 'is not the host to which the connection was opened'),
  'http2-scheme': ({ scheme, head }) =>
    findIf(/\n:scheme:/.test(head) && !head.includes(`\n:scheme: ${scheme}\r`), 'scheme', `of HTTP/2 is not ${scheme}`),
  method: ({ endpoint, method }) =>
    findIf(method !== operations[endpoint].method, 'method', `is not ${operations[endpoint].method}`, method),
  'path-parameter': ({ parameters }) =>
    Object.entries(parameters).flatMap(([name, value]) => {
      const step = 'is a step, which URL parsers remove (RFC 3986, 5.2.4)';
      return [...findMissing(`path ${name}`, value), ...findIf(/^\.\.?$/.test(value), `path ${name}`, step, value)];
    }),
  'unusual-id': ({ parameters }) =>
    Object.entries(parameters).flatMap(([name, value]) =>
      findIf(unusualId.test(value), `path ${name}`, 'is unusual for an id', value),
    ),
  'credential-in-query': (request) => {
    const values = [...(request.secrets ?? []), ...listBearerTokens(request)];
    const isSecret = (name: string) => holdsAny([name, ...request.query.getAll(name)].join('\n'), values);
    const named = findNames(request.query, (name) => credentials.includes(name) || isSecret(name), 'is a credential');
    return [...named, ...findIf(holdsAny(request.path, values), 'path', 'has a credential')];
  },
  'query-parameter': ({ endpoint, query }) => {
    const known = endpoint === 'wallet-agreements' ? ['client.id', ...credentials] : credentials;
    return findNames(query, (name) => !known.includes(name), 'is unknown');
  },
} satisfies Finders;

function isInClear({ scheme, host }: MatchedRequest): boolean {
  return scheme === 'http' && !isOfGate(host);
}

/** Returns true for the gate's own address, whose scheme and port the SDK did not choose, and for a host that is none. */
function isOfGate(host: string): boolean {
  return ['', 'localhost', '::1'].includes(host) || host.startsWith('127.');
}

function listCredentials(request: MatchedRequest): string[] {
  const inBody = request.endpoint === 'oauth-token' && request.body.length > 0;
  const inHeader = getHeaderValues(request, 'authorization').length > 0;
  return [...(inBody ? ['body'] : []), ...(inHeader ? ['header Authorization'] : [])];
}

function findNames(query: URLSearchParams, matters: (name: string) => boolean, text: string): Found[] {
  return [...new Set(query.keys())].filter(matters).map((name) => ({ place: `query ${name}`, text }));
}
