import { operations } from '#api/operations';
import { getHeaderValues } from '../wire/traffic.ts';
import { findMissing } from './body.ts';
import {
  breach,
  type Check,
  everyEndpoint,
  everyEndpointBut,
  findIf,
  type MatchedRequest,
  note,
  unlisted,
  withParameters,
} from './check.ts';
import type { Found } from './json.ts';

/** Matches letters, digits and `-._~`, percent-encoded without need (RFC 3986, 2.3). */
const needless = /%(?:4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE]|2[DE]|3[0-9])/i;

/** Matches what must be encoded in a path and in a query (RFC 3986, 3.3 and 3.4). */
const forbidden = /[^\w\-.~:/?@!$&'()*+,;=%[\]]/;

const ports = { http: 80, https: 443 };
const credentials = ['access_token', 'client_secret', 'refresh_token', 'code', 'code_verifier'];

/** Holds the scheme, the port, the host, the coding, the method, the path and the query. */
export const targetChecks: readonly Check[] = [
  breach('credential-in-clear', '5', everyEndpoint, 'No credential travels over plain http.', (request) =>
    isInClear(request) ? credentialsIn(request).map((place) => ({ place, text: 'travels over plain http' })) : [],
  ),
  unlisted('plain-http', '5', everyEndpoint, 'The scheme is https.', (request) =>
    findIf(isInClear(request) && credentialsIn(request).length === 0, 'scheme', 'is http'),
  ),
  breach('port', 'preamble', everyEndpoint, 'The port is the one of the scheme.', ({ host, port, scheme }) =>
    findIf(!isOfGate(host) && port !== ports[scheme], 'port', `is not ${ports[scheme]}`, String(port)),
  ),
  breach('host', 'RFC 9112, 3.2', everyEndpoint, 'A request names its host once.', (request) => {
    const { length } = getHeaderValues(request, 'host');
    const isMissing = length === 0 && request.protocol === 'HTTP/1.1';
    return [...findIf(isMissing, 'header Host', 'is missing'), ...findIf(length > 1, 'header Host', 'is sent twice')];
  }),
  breach(
    'content-encoding',
    'RFC 9110, 8.4',
    everyEndpoint,
    'A body is in the coding that its Content-Encoding names.',
    ({ codingFault = '' }) => findIf(codingFault !== '', 'header Content-Encoding', codingFault),
  ),
  unlisted('content-encoding-unlisted', 'preamble', everyEndpoint, 'A body is sent in no coding.', (request) =>
    getHeaderValues(request, 'content-encoding').flatMap((value) => {
      const isCoded = request.codingFault === undefined && !/^\s*(?:identity)?\s*$/i.test(value);
      return findIf(isCoded, 'header Content-Encoding', 'is listed nowhere', value);
    }),
  ),
  breach('method', '4', everyEndpoint, 'The method is the one of the operation.', ({ endpoint, method }) =>
    findIf(method !== operations[endpoint].method, 'method', `is not ${operations[endpoint].method}`, method),
  ),
  breach(
    'path-parameter',
    '4',
    withParameters,
    'Every path parameter has a value, and none is a step of the path.',
    ({ parameters }) => Object.entries(parameters).flatMap(([name, value]) => findMissing(`path ${name}`, value)),
  ),
  breach(
    'collector-number',
    '4',
    ['instore-orders'],
    'The user_id of an in-store order is numeric.',
    ({ parameters: { user_id = '' } }) =>
      findIf(user_id !== '' && !/^\d+$/.test(user_id), 'path user_id', 'is not numeric', user_id),
  ),
  breach('path-encoding', '4', everyEndpoint, 'The percent-encoding of the path can be decoded.', ({ path }) =>
    findIf(/%(?![0-9A-F]{2})/i.test(path), 'path', 'has a % that encodes nothing'),
  ),
  breach(
    'path-characters',
    'RFC 3986, 3.3',
    everyEndpoint,
    'The path and the query have only characters that may stand there.',
    ({ target }) => {
      const [character] = forbidden.exec(target) ?? [];
      return findIf(character !== undefined, 'path', 'has a character that has to be percent-encoded', character);
    },
  ),
  note('trailing-slash', '4', everyEndpoint, 'The path ends as the reference writes it.', ({ trailingSlash }) =>
    findIf(trailingSlash, 'path', 'ends with a slash that the reference does not show'),
  ),
  note('needless-encoding', '4', everyEndpoint, 'The path encodes only what has to be.', ({ path }) =>
    findIf(needless.test(path), 'path', 'encodes letters, digits or -._~ without need'),
  ),
  breach('client-number', '4', ['wallet-agreements'], 'The client.id of an agreement is one number.', ({ query }) => {
    const [value, ...more] = query.getAll('client.id');
    const isWrong = value !== undefined && !/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value);
    return [
      ...findIf(isWrong, 'query client.id', 'is no number', value),
      ...findIf(more.length > 0, 'query client.id', 'stands twice'),
    ];
  }),
  breach('credential-in-query', '5', everyEndpoint, 'No credential travels in the query.', ({ query }) =>
    findNames(query, (name) => credentials.includes(name), 'is a credential'),
  ),
  unlisted(
    'query-parameter',
    '4',
    ['wallet-agreements'],
    'The query has only what the reference lists: client.id.',
    ({ query }) => findNames(query, (name) => name !== 'client.id' && !credentials.includes(name), 'is unknown'),
  ),
  unlisted('query-parameter', '4', everyEndpointBut('wallet-agreements'), 'There is no query.', ({ query }) =>
    findNames(query, (name) => !credentials.includes(name), 'is unknown'),
  ),
];

function isInClear({ scheme, host }: MatchedRequest): boolean {
  return scheme === 'http' && !isOfGate(host);
}

/** Returns true for the gate's own address, whose scheme and port the SDK did not choose. */
function isOfGate(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Returns the parts of a request that hold credentials. */
function credentialsIn(request: MatchedRequest): string[] {
  const inBody = request.endpoint === 'oauth-token' && request.body.length > 0;
  const inHeader = getHeaderValues(request, 'authorization').length > 0;
  return [...(inBody ? ['body'] : []), ...(inHeader ? ['header Authorization'] : [])];
}

function findNames(query: URLSearchParams, matters: (name: string) => boolean, text: string): Found[] {
  return [...new Set(query.keys())].filter(matters).map((name) => ({ place: `query ${name}`, text }));
}
