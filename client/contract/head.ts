import { getText } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { getHeaderValues, type Header } from '../wire/traffic.ts';
import { findMissing } from './body.ts';
import { type Finders, type Found, findIf, type MatchedRequest } from './check.ts';

const contentType = 'header Content-Type';
const authorization = 'header Authorization';
const platform = 'header x-platform-id';

/** Holds the headers (preamble, 4, 5). */
export const headerFinders = {
  'content-type': (request) => {
    const [type] = getHeaderValues(request, 'content-type');
    const isJson = type !== undefined && /^\s*application\/json\s*(?:;|$)/i.test(type);
    return findIf(!isJson, contentType, type === undefined ? 'is missing' : 'is not application/json', type);
  },
  charset: (request) => {
    const [type = ''] = getHeaderValues(request, 'content-type');
    const [, charset] = /;\s*charset="?([^";\s]*)/i.exec(type) ?? [];
    const isForeign = charset !== undefined && !/^utf-?8$/i.test(charset);
    return findIf(isForeign, contentType, 'names a charset, where JSON is UTF-8', charset);
  },
  'content-type-without-body': (request) => {
    const [type] = getHeaderValues(request, 'content-type');
    return findIf(type !== undefined, contentType, 'is sent without a body', type);
  },
  authorization: (request) => {
    const [value] = getHeaderValues(request, 'authorization');
    if (value === undefined) return [{ place: authorization, text: 'is missing' }];
    const token = /^Bearer +(\S+)$/i.exec(value)?.[1];
    return token ? findMissing(authorization, token) : [{ place: authorization, text: 'is not "Bearer" and a token' }];
  },
  'token-characters': (request) => {
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(getHeaderValues(request, 'authorization')[0] ?? '') ?? [];
    const isForeign = findMissing(authorization, token).length === 0 && !/^[\w\-.~+/]+=*$/.test(token);
    return findIf(isForeign, authorization, 'has a token with characters that no token can have');
  },
  // The example shows none, and nothing forbids one.
  'authorization-of-none': (request) => {
    const text = 'is sent to the operation that issues tokens, whose credentials travel in the body';
    return findIf(getHeaderValues(request, 'authorization').length > 0, authorization, text);
  },
  'secret-elsewhere': (request) => findSecrets(request, request.body.toString(), request.secrets ?? []),
  'token-elsewhere': (request) =>
    request.endpoint === 'oauth-token'
      ? findIf(accessToken.test(getText(request.json.value, 'client_secret')), '/client_secret', 'is an access token')
      : findTokens(request, request.body.toString(), listBearerTokens(request)),
  'header-twice': (request) =>
    ['Authorization', 'Content-Type', 'x-test-scope', 'x-platform-id'].flatMap((name) =>
      findIf(getHeaderValues(request, name.toLowerCase()).length > 1, `header ${name}`, 'is sent twice'),
    ),
  'test-scope': (request) =>
    getHeaderValues(request, 'x-test-scope').flatMap((value) =>
      findIf(value !== 'sandbox', 'header x-test-scope', 'is not sandbox', value),
    ),
  'platform-id': (request) =>
    getHeaderValues(request, 'x-platform-id').flatMap((value) => (value ? findMissing(platform, value) : [])),
  'platform-empty': (request) => findIf(getHeaderValues(request, 'x-platform-id').includes(''), platform, 'is empty'),
  'x-test-scope-elsewhere': findElsewhere('x-test-scope', 'point-payment-intents'),
  'x-platform-id-elsewhere': findElsewhere('x-platform-id', 'wallet-agreements'),
} satisfies Finders;

/** Finds a header that the reference lists for another operation. */
function findElsewhere(name: string, home: Endpoint) {
  return (request: MatchedRequest): Found[] =>
    findIf(getHeaderValues(request, name).length > 0, `header ${name}`, `is listed for ${home} only`);
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
