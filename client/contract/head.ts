import { getText } from '#api/exchange';
import { type Endpoint, operations } from '#api/operations';
import { defaultPorts, getHeaderValues, type Header } from '../wire/traffic.ts';
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

const contentType = 'header Content-Type';
const authorization = 'header Authorization';

/** Holds the headers (preamble, 4, 5). */
export const headerChecks: readonly Check[] = [
  breach('content-type', 'preamble', on.body, 'The Content-Type is application/json.', (request) => {
    const [type] = getHeaderValues(request, 'content-type');
    const isJson = type !== undefined && /^\s*application\/json\s*(?:;|$)/i.test(type);
    const text = type === undefined ? 'is missing' : 'is not application/json';
    return findIf(!isJson, contentType, text, type);
  }),
  note('charset', 'RFC 8259, 8.1', on.body, 'A charset in the Content-Type is UTF-8.', (request) => {
    const [type = ''] = getHeaderValues(request, 'content-type');
    const [, charset] = /;\s*charset="?([^";\s]*)/i.exec(type) ?? [];
    const isForeign = charset !== undefined && !/^utf-?8$/i.test(charset);
    return findIf(isForeign, contentType, 'names a charset, where JSON is UTF-8', charset);
  }),
  note('content-type-without-body', '4', on.noBody, 'A request without a body has no Content-Type.', (request) => {
    const [type] = getHeaderValues(request, 'content-type');
    return findIf(type !== undefined, contentType, 'is sent without a body', type);
  }),
  breach('authorization', '5', on.token, 'The Authorization header has "Bearer" and an access token.', (request) => {
    const [value] = getHeaderValues(request, 'authorization');
    if (value === undefined) return [{ place: authorization, text: 'is missing' }];
    const token = /^Bearer +(\S+)$/i.exec(value)?.[1];
    return token ? findMissing(authorization, token) : [{ place: authorization, text: 'is not "Bearer" and a token' }];
  }),
  breach('token-characters', 'RFC 6750, 2.1', on.token, 'The token has only allowed characters.', (request) => {
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(getHeaderValues(request, 'authorization')[0] ?? '') ?? [];
    const isForeign = findMissing(authorization, token).length === 0 && !/^[\w\-.~+/]+=*$/.test(token);
    return findIf(isForeign, authorization, 'has a token with characters that no token can have');
  }),
  // The example shows none, and nothing forbids one.
  note('authorization-of-none', '4', on.noToken, 'A token request has no Authorization header.', (request) => {
    const text = 'is sent to the operation that issues tokens, whose credentials travel in the body';
    return findIf(getHeaderValues(request, 'authorization').length > 0, authorization, text);
  }),
  breach(
    'secret-elsewhere',
    '5',
    on.all,
    'The client_secret, codes and refresh tokens are sent only in the body of a token request.',
    (request) => findSecrets(request, request.body.toString(), request.secrets ?? []),
  ),
  breach('token-elsewhere', '5', on.all, 'An access token is sent only in the Authorization header.', (request) =>
    request.endpoint === 'oauth-token'
      ? findIf(accessToken.test(getText(request.json.value, 'client_secret')), '/client_secret', 'is an access token')
      : findTokens(request, request.body.toString(), listBearerTokens(request)),
  ),
  breach('header-twice', '4', on.all, 'A header with a single value is sent once.', (request) =>
    ['Authorization', 'Content-Type', 'x-test-scope', 'x-platform-id'].flatMap((name) =>
      findIf(getHeaderValues(request, name.toLowerCase()).length > 1, `header ${name}`, 'is sent twice'),
    ),
  ),
  breach('test-scope', '4', ['point-payment-intents'], 'The value of x-test-scope is sandbox.', (request) =>
    getHeaderValues(request, 'x-test-scope').flatMap((value) =>
      findIf(value !== 'sandbox', 'header x-test-scope', 'is not sandbox', value),
    ),
  ),
  breach('platform-id', '4', ['wallet-agreements'], 'The header x-platform-id is not empty.', (request) =>
    getHeaderValues(request, 'x-platform-id').flatMap((value) => findMissing('header x-platform-id', value)),
  ),
  elsewhere('x-test-scope', 'point-payment-intents'),
  elsewhere('x-platform-id', 'wallet-agreements'),
];

/** Returns a header that the reference lists for one operation, sent to another. */
function elsewhere(name: string, home: 'point-payment-intents' | 'wallet-agreements'): Check {
  const others = on.allBut(home);
  return unlisted(`${name}-elsewhere`, '4', others, `The header ${name} is sent to ${home} only.`, (request) =>
    findIf(getHeaderValues(request, name).length > 0, `header ${name}`, `is listed for ${home} only`),
  );
}

type Head = Pick<MatchedRequest, 'headers'>;

const secretFields = ['client_secret', 'code', 'code_verifier', 'refresh_token'];

/** Matches an access token: its type, the client ID and a date as MMddHH (2.2). As a client_secret it is none. */
const accessToken = /^(?:APP_USR|TEST)-\d+-\d{6}-/;

/** Returns the secrets of a token request or its response; a shorter text may be found anywhere by chance. */
export function listSentSecrets(...from: readonly unknown[]): string[] {
  const values = from.flatMap((one) => secretFields.map((name) => getText(one, name)));
  return values.filter((value) => value.length >= 8 && !accessToken.test(value));
}

/** Returns the tokens of the Authorization header; a shorter text may be found anywhere by chance. */
export function listBearerTokens(request: Head): string[] {
  const words = getHeaderValues(request, 'authorization').flatMap((value) => value.split(/\s+/).slice(1));
  return words.filter(({ length }) => length >= 8);
}

/** Finds access tokens in the body and in any header but Authorization. */
export function findTokens({ headers }: Head, body: string, tokens: readonly string[]): Found[] {
  const others = headers.filter(([name]) => name.toLowerCase() !== 'authorization');
  return findHeld(others, body, tokens, 'contains an access token');
}

/** Finds secrets of token requests anywhere else, in a header of Basic authentication too. */
export function findSecrets(
  { headers, endpoint }: Head & { readonly endpoint: Endpoint | null },
  body: string,
  secrets: readonly string[],
): Found[] {
  const other = endpoint === 'oauth-token' ? '' : body;
  return findHeld(headers, other, secrets, 'contains a value that belongs in the body of a token request');
}

function findHeld(headers: readonly Header[], body: string, values: readonly string[], text: string): Found[] {
  const holds = (one: string) => values.some((value) => one.includes(value));
  const decode = (value: string) => Buffer.from(/^Basic +([\w+/=-]+)$/i.exec(value)?.[1] ?? '', 'base64').toString();
  const header = headers.find(([, value]) => holds(`${value}\n${decode(value)}`));
  return [...findIf(header !== undefined, `header ${header?.[0]}`, text), ...findIf(holds(body), 'body', text)];
}

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
