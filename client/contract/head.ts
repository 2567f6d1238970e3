import { getText } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { getHeaderValues, type Header } from '../wire/traffic.ts';
import { findMissing } from './body.ts';
import { breach, type Check, type Found, findIf, type MatchedRequest, note, on, unlisted } from './check.ts';

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
