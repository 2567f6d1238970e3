import { getText } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import { listFields } from '#api/values/json';
import { getBearerToken, getHeaderValues, type Header } from '../wire/traffic.ts';
import { findMissing } from './body.ts';
import { decodePercent, type Finders, type Found, findIf, type MatchedRequest } from './check.ts';

const authorization = 'header Authorization';

/** Holds the headers (preamble, 4, 5) whose rules are more than a pattern. */
export const headerFinders = {
  authorization: (request) => {
    if (getHeaderValues(request, 'authorization').length === 0) return [{ place: authorization, text: 'is missing' }];
    const token = getBearerToken(request);
    return token ? findMissing(authorization, token) : [{ place: authorization, text: 'is not "Bearer" and a token' }];
  },
  'token-characters': (request) => {
    const token = getBearerToken(request);
    const isForeign = findMissing(authorization, token).length === 0 && !/^[\w\-.~+/]+=*$/.test(token);
    return findIf(isForeign, authorization, 'has a token with characters that no token can have');
  },
  'secret-elsewhere': (request) =>
    findSecrets(request, request.body.toString(), listNamed(request, secretName, request.secrets).filter(isSecret)),
  'token-elsewhere': (request) =>
    request.endpoint === 'oauth-token'
      ? findIf(accessToken.test(getText(request.json.value, 'client_secret')), '/client_secret', 'is an access token')
      : findTokens(request, request.body.toString(), listNamed(request, tokenName, listBearerTokens(request))),
  'test-scope': (request) =>
    getHeaderValues(request, 'x-test-scope').flatMap((value) =>
      findIf(value !== 'sandbox', 'header x-test-scope', 'is not sandbox', value),
    ),
  'platform-id': (request) =>
    getHeaderValues(request, 'x-platform-id').flatMap((value) =>
      value ? findMissing('header x-platform-id', value) : [],
    ),
} satisfies Finders;

const secretName = /(?:client[-_]?secret|refresh[-_]?token|code[-_]?verifier)$/i;
const tokenName = /access[-_]?token$/i;

/** Returns known credentials, and those that a header or a field has by its name. */
function listNamed({ headers, json }: MatchedRequest, name: RegExp, known: readonly string[] = []): string[] {
  const values = [...headers, ...listFields(json.value)].flatMap(([key, value]) => (name.test(key) ? [value] : []));
  return [...known, ...values.filter((value) => typeof value === 'string').filter(({ length }) => length >= 8)];
}

type Head = Pick<MatchedRequest, 'headers'>;

const secretFields = ['client_secret', 'code', 'code_verifier', 'refresh_token'];

/** Matches an access token: its type, the client ID and a date as MMddHH (2.2). As a client_secret it is none. */
export const accessToken = /^(?:APP_USR|TEST)-\d+-\d{6}-/;

const isSecret = (value: string) => value.length >= 8 && !accessToken.test(value);

/** Returns the secrets of a token request or its response; a shorter text may be found anywhere by chance. */
export function listSentSecrets(...from: readonly unknown[]): string[] {
  return from.flatMap((one) => secretFields.map((name) => getText(one, name))).filter(isSecret);
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

/** Finds secrets of token requests anywhere else. */
export function findSecrets(
  { headers, endpoint }: Head & { readonly endpoint: Endpoint | null },
  body: string,
  secrets: readonly string[],
): Found[] {
  const other = endpoint === 'oauth-token' ? '' : body;
  return findHeld(headers, other, secrets, 'contains a value that belongs in the body of a token request');
}

function findHeld(headers: readonly Header[], body: string, values: readonly string[], text: string): Found[] {
  const header = headers.find(([, value]) => holdsAny(value, values));
  return [
    ...findIf(header !== undefined, `header ${header?.[0]}`, text),
    ...findIf(holdsAny(body, values), 'body', text),
  ];
}

/** Returns true if a text holds one of these values: as it is, percent-encoded, in base64 or in hexadecimal. */
export function holdsAny(text: string, values: readonly string[]): boolean {
  const decode = (run: string) => [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64')).join('\n');
  const runs = text.match(/[\w+/-]{16,}/g) ?? [];
  const decoded = runs.flatMap((run) => [decode(run), Buffer.from(run, 'hex')]);
  const readings = [text, decodePercent(text), ...decoded].join('\n');
  return values.some((value) => readings.includes(value));
}
