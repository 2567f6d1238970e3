import type { Exchange } from '#api/exchange';
import { type Endpoint, getOperation } from '#api/operations';
import type { Given } from '#assertions/given';
import { settings } from '#assertions/run';
import { pairwise } from '#factories/combinations';
import { isObject, without } from '#factories/json';
import { type brokenJson, inLines, unusual } from '#factories/malformed';
import { inTurn, madeUp } from '#factories/near-misses/texts';
import { industries } from '#factories/preferences/industry';
import { preference } from '#factories/preferences/preference';
import { agreement, otherSites, testUser } from '#factories/request-bodies';
import type { CallOptions } from '#http/request';
import { seededWord } from '#redaction/made-up-values';
import { isLoopback } from '#run/settings/target';
import { tryOptional } from '#run/skip';

/** Header fields that a client prefers a response by; any language is acceptable, so none may be rejected with 406. */
export const preferred = { accept: 'application/json', 'accept-language': 'es, pt;q=0.9, *;q=0.5' };

/** The same fields of a client that prefers other types than JSON and another language, and takes any. */
export const preferredOtherwise = {
  accept: 'application/xml, text/html, */*;q=0.2',
  'accept-language': 'pt-BR, *;q=0.5',
};

/** Optional header fields of any request with a body, all together, and JSON in a layout that no library writes. */
export const unusually = { write: unusual, headers: { ...preferredOtherwise, connection: 'close' } } as const;

interface Way {
  readonly change?: (request: CallOptions) => CallOptions;
  /** True if something else may be rejected first, with its own code. */
  readonly hasOtherFault?: boolean;
  readonly isSentTwice?: boolean;
}

type Factors = Readonly<Record<string, Readonly<Record<string, Way>>>>;

export type Context = Required<Way> & { readonly name: string };

const close = { connection: 'close' };

const anywhere: Factors = {
  accept: { any: {}, 'JSON in Spanish': withHeaders(preferred), 'any in Portuguese': withHeaders(preferredOtherwise) },
  connection: { kept: {}, closed: withHeaders(close) },
};

/** The media type with a parameter, which the reference does not show (preamble). */
export const withCharset = { 'content-type': 'application/json; charset=utf-8' };

/** The valid request for a wrong token, the path of a deleted resource, and other inputs of its contexts. */
interface TokenRequest extends Pick<CallOptions, 'body' | 'path'> {
  readonly tag: string;
  /** A text that is almost the right token, for use in place of the wrong one. */
  readonly near?: string | undefined;
  readonly used: CallOptions['path'] | undefined;
  readonly isForbidden: boolean;
}

/** Yields the contexts of a wrong token: the plain one, and pairwise combinations of factors (2.3, 2.7, 4). */
export function* tokenContexts(endpoint: Endpoint, request: TokenRequest): Iterable<Context> {
  const { body, path, tag, near, used, isForbidden } = request;
  yield combine('plain', []);
  const factors: Factors = {
    ...anywhere,
    token: { wrong: {}, ...(near && { 'in the other case': withOptions({ token: near }) }) },
    time: { first: {}, second: { isSentTwice: true } },
    ...(isForbidden ? {} : headerFactors(endpoint)), // a forbidden token may be allowed in the sandbox
    ...(body === undefined ? {} : bodyFactors(endpoint, tag)),
    ...(path === undefined ? {} : { resource: otherResources(path, used) }),
  };
  for (const { name, ...ways } of pairwise(factors, settings.DEPTH)) yield combine(name, Object.values(ways));
  if (!isForbidden) yield withUnlisted;
}

/** Returns paths that name no resource to delete: a target may report a wrong path before the token. */
function otherResources(path: NonNullable<CallOptions['path']>, used: TokenRequest['used']): Factors[string] {
  const unknown = unknownPath(path);
  const at = (other: CallOptions['path']) => withOptions({ path: { ...path, ...other } }, true);
  const invalid = { letters: at({ user_id: 'abc' }), empty: at({ external_pos_id: '' }) };
  return { own: {}, unknown: at(unknown), used: at(used ?? unknown), ...('user_id' in path ? invalid : {}) };
}

/** Returns a path that names nothing; its user stays, whose token is used. */
export function unknownPath(path: NonNullable<CallOptions['path']>): NonNullable<CallOptions['path']> {
  const entries = Object.entries(path).map(([name, id]) => [name, name === 'user_id' ? id : madeUp(id)]);
  return Object.fromEntries(entries);
}

function combine(name: string, ways: readonly Way[]): Context {
  return {
    name,
    hasOtherFault: ways.some(({ hasOtherFault }) => hasOtherFault),
    isSentTwice: ways.some(({ isSentTwice }) => isSentTwice),
    change: (request) => ways.reduce((made, { change }) => change?.(made) ?? made, request),
  };
}

const platform = { 'x-platform-id': seededWord('x-platform-id') };
const allOptional = { 'x-test-scope': 'sandbox', ...platform };

/** Headers that an operation does not list and may reject in its own way: those of the others, and that of a proxy. */
const unlisted = withHeaders({ ...allOptional, 'x-forwarded-for': '127.0.0.1' }, true);
const withUnlisted = combine('with the optional headers of all operations and an address inside', [unlisted]);

/** The optional headers of an operation beside those of a sandbox (4). */
const optionalHeaders: Partial<Record<Endpoint, Readonly<Record<string, string>>>> = {
  'checkout-preferences': allOptional, // it has none: those of the other operations open nothing, however rejected
  'wallet-agreements': platform,
};

/** Returns the optional headers of an operation (4). */
export function getOptionalHeaders(endpoint: Endpoint): Readonly<Record<string, string>> {
  return { ...getOperation(endpoint).inSandbox, ...optionalHeaders[endpoint] };
}

function headerFactors(endpoint: Endpoint): Factors {
  const all = Object.entries(getOptionalHeaders(endpoint));
  const headers = all.map(([name, value]) => [name, { none: {}, sent: withHeaders({ [name]: value }) }] as const);
  const query = { usual: {}, none: withOptions({ query: {} }) };
  return { ...Object.fromEntries(headers), ...(endpoint === 'wallet-agreements' && { query }) };
}

function withOptions(options: CallOptions, hasOtherFault = false): Way {
  return { hasOtherFault, change: (request) => ({ ...request, ...options }) };
}

function withHeaders(headers: CallOptions['headers'], hasOtherFault = false, more?: CallOptions): Way {
  return { hasOtherFault, change: (request) => ({ ...request, ...more, headers: { ...request.headers, ...headers } }) };
}

function bodyFactors(endpoint: Endpoint, tag: string): Factors {
  const others = otherBodies(endpoint, tag).map(({ name, body }) => [name, withOptions({ body })] as const);
  return {
    body: { usual: {}, ...Object.fromEntries(others), 'an empty object': withOptions({ body: {} }, true) },
    charset: { none: {}, 'utf-8': withHeaders(withCharset, true) },
    connection: { kept: {}, 'closed after JSON in lines': withHeaders(close, false, { write: inLines }) },
    written: { 'no other way': {}, unusual: withOptions({ write: unusual }) },
  };
}

/** Returns a token outside the Authorization header; in the query only on loopback: URLs get logged (RFC 6750, 5.3). */
export function listOtherPlaces(token: string, accepted?: Exchange, body?: unknown) {
  const session = (accepted?.headers['set-cookie'] ?? '').replace(/;.*$/gm, '').replaceAll('\n', '; ');
  const headers = { 'x-access-token': token, 'x-auth-token': token, cookie: `access_token=${token}` };
  return [
    ...(session === '' ? [] : [{ name: 'in a session that an acceptance began', headers: { cookie: session } }]),
    ...(isLoopback(settings.BASE_URL) ? [{ name: 'in the query', query: { access_token: token } }] : []),
    { name: 'in the headers X-Access-Token and X-Auth-Token, and in a cookie', headers },
    ...(isObject(body) ? [{ name: 'in the body', body: { ...body, access_token: token } }] : []),
  ];
}

/** Returns no token, a made-up one and, if the target has one, an expired one, each with the rule that rejects it. */
export async function wrongTokens(given: Given, right: string) {
  const hasState = !settings.WITHOUT.includes('state');
  const expired = hasState && (await tryOptional(() => given('an expired access token')));
  return [
    { rule: 'missing', request: {} },
    { rule: 'unknown', request: { token: madeUp(right) } },
    ...(expired ? [{ rule: 'expired', request: { token: expired.access_token } } as const] : []),
  ] as const;
}

export const wholeBodies = [{}, [], 'text', '', 42, 0, null, true, false];

const otherIndustries = industries.filter((industry) => industry !== 'retail');

/** A valid body that differs from the usual one of its operation, and its difference. */
type OtherBody = { readonly name: string; readonly body: unknown };

/** The bodies of an operation for each row of its table but the usual one (2.3, 2.5, 2.7). */
const bodiesOf: Partial<Record<Endpoint, (tag: string) => OtherBody[]>> = {
  'checkout-preferences': (tag) => [
    ...otherIndustries.map((name) => ({ name, body: preference(name, { seed: settings.SEED, tag, elements: 2 }) })),
    { name: 'no items', body: { ...preference('retail', { seed: settings.SEED, tag }), items: [] } },
  ],
  'test-users': (tag) => otherSites.map((site_id) => ({ name: site_id, body: testUser(tag, { site_id }) })),
  'wallet-agreements': (tag) =>
    Object.keys(agreement(tag)).map((name) => ({ name: `without ${name}`, body: without(agreement(tag), `/${name}`) })),
};

/** Returns the other valid bodies of an operation: a rule may be missing for one of them. */
export function otherBodies(endpoint: Endpoint, tag: string): OtherBody[] {
  return bodiesOf[endpoint]?.(tag) ?? [];
}

/** Returns a usual body spoilt in each way, and each other body in the next way; at full depth in every way. */
export function spoil(usual: readonly unknown[], others: ReturnType<typeof otherBodies>, ways: typeof brokenJson) {
  const isFull = settings.DEPTH === 'full';
  const pairs = isFull ? others.flatMap((other) => ways.map((way) => [other, way] as const)) : inTurn(others, ways);
  return [
    ...inTurn(ways, usual).map(([way, body]) => ({ name: way.name, text: way.of(JSON.stringify(body)) })),
    ...pairs.map(([{ name, body }, way]) => ({ name: `${way.name}, ${name}`, text: way.of(JSON.stringify(body)) })),
  ];
}
