import { getText } from '#api/exchange';
import { type Endpoint, operations } from '#api/operations';
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
  withBody,
  withoutBody,
  withToken,
} from './check.ts';
import type { Found } from './json.ts';

const withoutToken = everyEndpoint.filter((endpoint) => !operations[endpoint].protected);
const contentType = 'header Content-Type';
const authorization = 'header Authorization';

/** Holds the headers (preamble, 4, 5). */
export const headerChecks: readonly Check[] = [
  breach('content-type', 'preamble', withBody, 'The Content-Type is application/json.', (request) => {
    const [type] = getHeaderValues(request, 'content-type');
    const isJson = type !== undefined && /^\s*application\/json\s*(?:;|$)/i.test(type);
    const text = type === undefined ? 'is missing' : 'is not application/json';
    return findIf(!isJson, contentType, text, type);
  }),
  note('charset', 'RFC 8259, 8.1', withBody, 'A Content-Type names no charset but UTF-8.', (request) => {
    const [type = ''] = getHeaderValues(request, 'content-type');
    const [, charset] = /;\s*charset="?([^";\s]*)/i.exec(type) ?? [];
    const isForeign = charset !== undefined && !/^utf-?8$/i.test(charset);
    return findIf(isForeign, contentType, 'names a charset, where JSON is UTF-8', charset);
  }),
  note('content-type-without-body', '4', withoutBody, 'A request without a body has no Content-Type.', (request) => {
    const [type] = getHeaderValues(request, 'content-type');
    return findIf(type !== undefined, contentType, 'is sent though there is no body', type);
  }),
  breach('authorization', '5', withToken, 'The Authorization header is Bearer and an access token.', (request) => {
    const [value] = getHeaderValues(request, 'authorization');
    if (value === undefined) return [{ place: authorization, text: 'is missing' }];
    const token = /^Bearer +(\S+)$/i.exec(value)?.[1];
    if (token === undefined) return [{ place: authorization, text: 'is not "Bearer" and a token' }];
    const isQuoted = /^["'].*["']$/.test(token);
    return [
      ...findMissing(authorization, token),
      ...findIf(isQuoted, authorization, 'has the token in quotation marks'),
    ];
  }),
  // The example shows none, and nothing forbids one.
  note(
    'authorization-of-none',
    '4',
    withoutToken,
    'The token operation is sent no Authorization header.',
    (request) => {
      const text = 'is sent to the operation that issues tokens, whose credentials travel in the body';
      return findIf(getHeaderValues(request, 'authorization').length > 0, authorization, text);
    },
  ),
  breach(
    'secret-elsewhere',
    '5',
    everyEndpoint,
    'The client_secret and what is exchanged for a token go to the token operation alone, in its body.',
    (request) => findSecrets(request, request.body.toString(), request.secrets ?? []),
  ),
  breach('header-twice', '4', everyEndpoint, 'No header that has one value is sent twice.', (request) =>
    ['Authorization', 'Content-Type', 'x-test-scope', 'x-platform-id'].flatMap((name) =>
      findIf(getHeaderValues(request, name.toLowerCase()).length > 1, `header ${name}`, 'is sent twice'),
    ),
  ),
  breach('test-scope', '4', ['point-payment-intents'], 'An x-test-scope has the value sandbox.', (request) =>
    getHeaderValues(request, 'x-test-scope').flatMap((value) =>
      findIf(value !== 'sandbox', 'header x-test-scope', 'is not sandbox', value),
    ),
  ),
  breach('platform-id', '4', ['wallet-agreements'], 'An x-platform-id has a value.', (request) =>
    getHeaderValues(request, 'x-platform-id').flatMap((value) => findMissing('header x-platform-id', value)),
  ),
  elsewhere('x-test-scope', 'point-payment-intents'),
  elsewhere('x-platform-id', 'wallet-agreements'),
];

/** Returns a header that the reference lists for one operation, sent to another. */
function elsewhere(name: string, home: 'point-payment-intents' | 'wallet-agreements'): Check {
  const others = everyEndpointBut(home);
  return unlisted(`${name}-elsewhere`, '4', others, `The header ${name} is sent to ${home} only.`, (request) =>
    findIf(getHeaderValues(request, name).length > 0, `header ${name}`, `is listed for ${home} only`),
  );
}

/** Lists the fields of a token request that are secrets. */
const secretFields = ['client_secret', 'code', 'code_verifier', 'refresh_token'];

/** Returns the secrets of a token request or its response; a shorter text may be found anywhere by chance. */
export function listSecrets(...from: readonly unknown[]): string[] {
  const values = from.flatMap((one) => secretFields.map((name) => getText(one, name)));
  return values.filter(({ length }) => length >= 8);
}

/** Finds secrets of token requests anywhere else, in a header of Basic authentication too. */
export function findSecrets(
  { headers, endpoint }: Pick<MatchedRequest, 'headers'> & { readonly endpoint: Endpoint | null },
  body: string,
  secrets: readonly string[],
): Found[] {
  const holds = (text: string) => secrets.some((secret) => text.includes(secret));
  const decode = (value: string) => Buffer.from(/^Basic +([\w+/=-]+)$/i.exec(value)?.[1] ?? '', 'base64').toString();
  const text = 'holds what belongs in the body of a token request';
  const header = headers.find(([, value]) => holds(`${value}\n${decode(value)}`));
  return [
    ...findIf(header !== undefined, `header ${header?.[0]}`, text),
    ...findIf(endpoint !== 'oauth-token' && holds(body), 'body', text),
  ];
}
