import { operations } from '#api/operations';
import { defaultPorts, getHeaderValues } from '../wire/traffic.ts';
import { findMissing } from './body.ts';
import {
  breach,
  type Check,
  decodePercent,
  type Found,
  findIf,
  type MatchedRequest,
  note,
  on,
  unlisted,
} from './check.ts';
import { listBearerTokens } from './head.ts';

/** Matches letters, digits and `-._~`, percent-encoded without need (RFC 3986, 2.3). */
const needless = /%(?:4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE]|2[DE]|3[0-9])/i;

/** Matches what must be encoded in a path and in a query (RFC 3986, 3.3 and 3.4). */
const forbidden = /[^\w\-.~:/?@!$&'()*+,;=%[\]]/;

/** Matches a control character, a blank at an end, bytes that are no UTF-8, and a list or an object as a text. */
const unusualId =
  /\p{Cc}|^\s+\S|\S\s+$|%[89A-F]|^(?:\[(?!object ).*\]|\{".*\}|b'.*'|\w+(?:\.\w+)+@[\da-f]{5,8}|function\b.*)$/iu;

const credentials = ['access_token', 'client_secret', 'refresh_token', 'code', 'code_verifier'];

/** Holds the scheme, the port, the host, the coding, the method, the path and the query. */
export const targetChecks: readonly Check[] = [
  breach('credential-in-clear', '5', on.all, 'No credential is sent over plain http.', (request) =>
    isInClear(request) ? listCredentials(request).map((place) => ({ place, text: 'is sent over plain http' })) : [],
  ),
  unlisted('plain-http', '5', on.all, 'The scheme is https.', (request) =>
    findIf(isInClear(request) && listCredentials(request).length === 0, 'scheme', 'is http'),
  ),
  breach('port', 'preamble', on.all, 'The port is the default port of the scheme.', ({ host, port, scheme }) =>
    findIf(!isOfGate(host) && port !== defaultPorts[scheme], 'port', `is not ${defaultPorts[scheme]}`, String(port)),
  ),
  breach('host', 'RFC 9112, 3.2', on.all, 'A request names its host once.', (request) => {
    const { length } = getHeaderValues(request, 'host');
    const isMissing = length === 0 && request.protocol === 'HTTP/1.1';
    return [...findIf(isMissing, 'header Host', 'is missing'), ...findIf(length > 1, 'header Host', 'is sent twice')];
  }),
  breach(
    'content-encoding',
    'RFC 9110, 8.4',
    on.all,
    'A body has the encoding that its Content-Encoding names.',
    ({ codingFault = '' }) => findIf(codingFault !== '', 'header Content-Encoding', codingFault),
  ),
  unlisted('content-encoding-unlisted', 'preamble', on.all, 'A body is sent without a Content-Encoding.', (request) =>
    getHeaderValues(request, 'content-encoding').flatMap((value) => {
      const isCoded = request.codingFault === undefined && !/^\s*(?:identity)?\s*$/i.test(value);
      return findIf(isCoded, 'header Content-Encoding', 'is not listed in the reference', value);
    }),
  ),
  breach('method', '4', on.all, 'The method is that of the operation.', ({ endpoint, method }) =>
    findIf(method !== operations[endpoint].method, 'method', `is not ${operations[endpoint].method}`, method),
  ),
  breach(
    'path-parameter',
    '4',
    on.parameters,
    'Every path parameter has a value other than "." and "..".',
    ({ parameters }) =>
      Object.entries(parameters).flatMap(([name, value]) => [
        ...findMissing(`path ${name}`, value),
        ...findIf(
          /^\.\.?$/.test(value),
          `path ${name}`,
          'is a step, which URL parsers remove (RFC 3986, 5.2.4)',
          value,
        ),
      ]),
  ),
  breach(
    'collector-number',
    '4',
    ['instore-orders'],
    'The user_id of an in-store order is numeric.',
    ({ parameters: { user_id = '' } }) =>
      findIf(user_id !== '' && !/^\d+$/.test(user_id), 'path user_id', 'is not numeric', user_id),
  ),
  breach('path-encoding', '4', on.all, 'The percent-encoding of the path can be decoded.', ({ path }) =>
    findIf(/%(?![0-9A-F]{2})/i.test(path), 'path', 'has a % that encodes nothing'),
  ),
  breach(
    'path-characters',
    'RFC 3986, 3.3',
    on.all,
    'The path and the query have only allowed characters.',
    ({ target }) => {
      const [character] = forbidden.exec(target) ?? [];
      return findIf(character !== undefined, 'path', 'has a character that has to be percent-encoded', character);
    },
  ),
  note('unusual-id', '4', on.parameters, 'An id of the path is text, not a value in another notation.', (request) =>
    Object.entries(request.parameters).flatMap(([name, value]) =>
      findIf(unusualId.test(value), `path ${name}`, 'is unusual for an id', value),
    ),
  ),
  note('trailing-slash', '4', on.all, 'The path ends as in the reference.', ({ trailingSlash }) =>
    findIf(trailingSlash, 'path', 'ends with a slash that the reference does not show'),
  ),
  note('needless-encoding', '4', on.all, 'The path percent-encodes only what is necessary.', ({ path }) =>
    findIf(needless.test(path), 'path', 'encodes letters, digits or -._~ without need'),
  ),
  breach('client-number', '4', ['wallet-agreements'], 'The client.id of an agreement is one number.', ({ query }) => {
    const [value, ...more] = query.getAll('client.id');
    const isWrong = value !== undefined && !/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value);
    return [
      ...findIf(isWrong, 'query client.id', 'is not a number', value),
      ...findIf(more.length > 0, 'query client.id', 'is sent twice'),
    ];
  }),
  breach('credential-in-query', '5', on.all, 'The path and the query have no credential.', (request) => {
    const values = [...(request.secrets ?? []), ...listBearerTokens(request)];
    const isSecret = (name: string) => request.query.getAll(name).some((value) => values.includes(value));
    const inPath = values.some((value) => decodePercent(request.path).includes(value));
    const named = findNames(request.query, (name) => credentials.includes(name) || isSecret(name), 'is a credential');
    return [...named, ...findIf(inPath, 'path', 'has a credential')];
  }),
  unlisted('query-parameter', '4', ['wallet-agreements'], 'The only query parameter is client.id.', ({ query }) =>
    findNames(query, (name) => name !== 'client.id' && !credentials.includes(name), 'is unknown'),
  ),
  unlisted('query-parameter', '4', on.allBut('wallet-agreements'), 'There is no query.', ({ query }) =>
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

function listCredentials(request: MatchedRequest): string[] {
  const inBody = request.endpoint === 'oauth-token' && request.body.length > 0;
  const inHeader = getHeaderValues(request, 'authorization').length > 0;
  return [...(inBody ? ['body'] : []), ...(inHeader ? ['header Authorization'] : [])];
}

function findNames(query: URLSearchParams, matters: (name: string) => boolean, text: string): Found[] {
  return [...new Set(query.keys())].filter(matters).map((name) => ({ place: `query ${name}`, text }));
}
