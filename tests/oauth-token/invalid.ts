import { hasErrorCode } from '#api/errors';
import type { Exchange } from '#api/exchange';
import type { RequirementId } from '#api/register';
import type { State } from '#api/states';
import type { Call } from '#assertions/call';
import type { Given } from '#assertions/given';
import { inOtherCase, madeUp, otherTexts, withOtherHalf } from '#factories/near-misses/texts';
import { type GrantType, tokenRequest } from '#factories/request-bodies';
import type { CallOptions } from '#http/request';
import { seededWord } from '#redaction/made-up-values';
import { byClient, byCode, byRefreshToken } from './issued.ts';

type Body = Record<string, string>;

/** Makes a valid body wrong; if there are several ways, the number of its context selects one. */
type Change = (right: Body, given: Given, turn: number) => Body | Promise<Body>;

/** A valid request, the change that makes it invalid (7), and the accepted codes; the default status is 400. */
export interface InvalidRequest {
  readonly id: RequirementId;
  readonly name: string;
  readonly grant: GrantType;
  readonly state: State;
  readonly codes: readonly string[];
  readonly change?: Change;
  readonly status?: number;
  readonly options?: Pick<CallOptions, 'omits' | 'expected'>;
  /** True if it is sent once, in no other context. */
  readonly isPlain?: boolean;
}

const CLIENT = ['invalid_client'];
const GRANT = ['invalid_grant'];
const REQUEST = ['invalid_request'];
/** A target may require a redirect_uri (2.1, no marking), and check it before the code. */
const GRANT_OR_REQUEST = [...GRANT, ...REQUEST];
/** A code or a refresh token belongs to another client than an unknown one, too (7, row invalid_grant). */
const CLIENT_OR_GRANT = [...CLIENT, ...GRANT];
/** An application has no grant with the user of a foreign code or refresh token, too (7, row unauthorized_client). */
export const FOREIGN = [...GRANT, 'unauthorized_client'];
export const SCOPE = ['invalid_scope', ...REQUEST];
const GRANT_TYPE = ['unsupported_grant_type'];

const old = { ...byCode, state: 'an authorization code older than ten minutes' } as const;
const plain = { isPlain: true };
const bare = { isPlain: true, options: { omits: 'redirect_uri' } };
const limited = { status: 429, options: { expected: 429 } };

const almostScopes = [seededWord('scope'), 'READ', 'reads', '*', `read ${seededWord('scope')}`];
/** Parameters that 2.1 does not have: a made-up one, and those of other requests of OAuth. */
const unknownParameters = [seededWord('parameter'), 'state', 'response_type', 'username', 'audience'];

const credentials = ['client_id', 'client_secret'];

/** The grant types of RFC 8628, 7523 and 8693. */
const registered = ['device_code', 'jwt-bearer', 'token-exchange'];

const ofState = (state: State) => ({ grant: 'refresh_token', state }) as const;
const asAnotherWithoutUri: Change = ({ redirect_uri: _, ...right }, given) => asAnother(right, given);
const asCodeRequest = (right: Body): Body => ({ ...right, grant_type: 'authorization_code' });
const asRefreshRequest = (right: Body): Body => ({ ...right, grant_type: 'refresh_token' });
const withLongerPath = replace('redirect_uri', (uri) => `${uri}/more`);
const withEmptyQuery = replace('redirect_uri', (uri) => `${uri}${uri.includes('?') ? '&' : '?'}`);
const elsewhere = (): string => `https://${seededWord('host')}.example/callback`;

export const invalidRequests: readonly InvalidRequest[] = [
  ...[byCode, byRefreshToken].flatMap((by) => [
    row('TOK-28', 'a made-up client_id', by, CLIENT_OR_GRANT, replace('client_id', madeUp)),
    row('TOK-29', 'a made-up client_secret', by, CLIENT, replace('client_secret', madeUp)),
    row('TOK-42', 'an unknown scope', by, SCOPE, set('scope', seededWord('scope'))),
    row('TOK-24', 'an unknown parameter', by, REQUEST, addUnknown),
    row('TOK-30', 'an unknown grant_type', by, [...GRANT_TYPE, ...REQUEST], set('grant_type', seededWord('type'))),
    row('TOK-20', 'a request without both credentials', by, REQUEST, omit(...credentials), plain),
    row('TOK-20', 'a request with its grant alone', by, REQUEST, omit(...credentials, 'grant_type'), plain),
  ]),
  row('TOK-29', 'a similar secret', byRefreshToken, [...CLIENT, ...REQUEST], nearly('client_secret', inOtherCase)),
  row('TOK-36', 'a half right refresh token', byRefreshToken, GRANT_OR_REQUEST, nearly('refresh_token', withOtherHalf)),
  row('TOK-28', 'a made-up client_id', byClient, CLIENT, replace('client_id', madeUp)),
  row('TOK-28', 'a wrong client_id', byClient, [...CLIENT, ...REQUEST], almostRight('client_id')),
  row('TOK-29', 'a wrong client_secret', byClient, [...CLIENT, ...REQUEST], almostRight('client_secret')),
  row('TOK-42', 'an unknown scope', byClient, SCOPE, set('scope', ...almostScopes)),
  row('TOK-24', 'an unknown parameter', byClient, REQUEST, set(seededWord('parameter'), 'value'), plain),
  ...[byCode, byRefreshToken, byClient].flatMap((by) => [
    row('TOK-29', "another application's client_secret", by, CLIENT, takeFromAnother('client_secret')),
    row('TOK-45', 'a request over the rate limit', by, ['local_rate_limited'], asLimited, limited),
  ]),
  row('TOK-28', "another application's client_id", byCode, CLIENT_OR_GRANT, takeFromAnother('client_id'), plain),
  row('TOK-31', 'a made-up code', byCode, GRANT, replace('code', madeUp)),
  row('TOK-32', 'a code older than ten minutes', old, GRANT),
  row('TOK-32', 'an old code without a redirect_uri', old, GRANT_OR_REQUEST, omit('redirect_uri'), bare),
  // The reference does not show which redirect_uri is compared first, so a foreign code is sent with either one.
  row('TOK-33', 'the code of another', byCode, FOREIGN, asAnother),
  row('TOK-33', 'the code of another, with its redirect_uri', byCode, FOREIGN, asAnotherAtOwnUri),
  row('TOK-33', 'the code of another, bare', byCode, [...FOREIGN, ...REQUEST], asAnotherWithoutUri, bare),
  row('TOK-34', 'a refresh token instead of the code', byRefreshToken, GRANT_OR_REQUEST, asCodeRequest, plain),
  row('TOK-34', 'a refresh token sent as a code', byRefreshToken, GRANT_OR_REQUEST, refreshTokenAsCode, plain),
  row('TOK-36', 'a made-up refresh token with a code', byCode, GRANT_OR_REQUEST, besideMadeUpToken, plain),
  row('TOK-35', 'a code instead of the refresh token', byCode, GRANT_OR_REQUEST, asRefreshRequest, plain),
  row('TOK-35', 'a code sent as a refresh token', byRefreshToken, GRANT, withCode),
  row('TOK-36', 'a made-up refresh token', byRefreshToken, GRANT, replace('refresh_token', madeUp)),
  row('TOK-37', 'a revoked refresh token', ofState('a revoked refresh token'), GRANT),
  row('TOK-38', 'an expired refresh token', ofState('an expired refresh token'), GRANT),
  row('TOK-39', 'the refresh token of another', byRefreshToken, FOREIGN, asAnother),
  row('TOK-40', 'another redirect_uri', byCode, GRANT, set('redirect_uri', elsewhere())),
  row('TOK-40', 'the redirect_uri of another', byCode, GRANT, withUriOfAnother, plain),
  row('TOK-41', 'a longer path than the redirect_uri', byCode, GRANT, withLongerPath, plain),
  row('TOK-41', 'an empty query behind the redirect_uri', byCode, GRANT_OR_REQUEST, withEmptyQuery, plain),
  row('TOK-43', "another user's refresh token", ofState('a refresh token of another user'), ['forbidden']),
  row('TOK-44', 'a withdrawn grant', ofState('a refresh token whose user withdrew the grant'), ['unauthorized_client']),
  row('TOK-20', 'a request without client_id', byCode, REQUEST, omit('client_id')),
  row('TOK-20', 'a request without client_id', byRefreshToken, REQUEST, omit('client_id'), plain),
  row('TOK-20', 'a request without client_id', byClient, REQUEST, omit('client_id'), plain),
  row('TOK-20', 'an empty object', byCode, REQUEST, () => ({}), plain),
  row('TOK-21', 'a request without client_secret', byCode, REQUEST, omit('client_secret')),
  row('TOK-21', 'a request without client_secret', byRefreshToken, REQUEST, omit('client_secret')),
  row('TOK-21', 'a request without client_secret', byClient, REQUEST, omit('client_secret'), plain),
  row('TOK-22', 'a request without grant_type', byCode, REQUEST, omit('grant_type'), plain),
  row('TOK-22', 'a request without grant_type', byRefreshToken, REQUEST, omit('grant_type')),
  row('TOK-22', 'a request without grant_type', byClient, REQUEST, omit('grant_type'), plain),
  row('TOK-23', 'a request without code', byCode, REQUEST, omit('code')),
  ...['password', 'implicit', ...registered.map((name) => `urn:ietf:params:oauth:grant-type:${name}`)].map((type) =>
    row('TOK-30', `the grant_type ${type}`, byCode, GRANT_TYPE, set('grant_type', type), plain),
  ),
  row('TOK-30', 'the grant_type password', byRefreshToken, GRANT_TYPE, set('grant_type', 'password'), plain),
];

/** Returns the body of an invalid request. */
export async function getBody({ grant, state, change }: InvalidRequest, given: Given, turn = 0): Promise<Body> {
  const right = tokenRequest(grant, await given(state));
  return change ? change(right, given, turn) : right;
}

function row(
  id: InvalidRequest['id'],
  name: string,
  by: Pick<InvalidRequest, 'grant' | 'state'>,
  codes: readonly string[],
  change?: Change,
  more: Partial<InvalidRequest> = {},
): InvalidRequest {
  return { id, name: `${name}, with ${by.grant}`, ...by, codes, ...(change && { change }), ...more };
}

/** Changes a credential to a made-up, an empty or a similar one, which the other grants have separate tests for. */
function almostRight(name: string): Change {
  return nearly(name, madeUp, () => '', ...otherTexts.filter(({ main }) => main).map(({ of }) => of));
}

/** Changes a credential in one of these ways, or to a made-up one where that changes nothing. */
function nearly(name: string, ...ways: readonly ((value: string) => string)[]): Change {
  return (right, _, turn) => {
    const value = right[name] ?? '';
    const wrong = ways[turn % ways.length]?.(value) ?? value;
    return { ...right, [name]: wrong === value ? madeUp(value) : wrong };
  };
}

function addUnknown(right: Body, _: Given, turn: number): Body {
  return { ...right, [unknownParameters[turn % unknownParameters.length] ?? '']: seededWord('value') };
}

function replace(name: string, change: (value: string) => string): Change {
  return (right) => ({ ...right, [name]: change(right[name] ?? '') });
}

function set(name: string, ...values: readonly string[]): Change {
  return (right, _, turn) => ({ ...right, [name]: values[turn % values.length] ?? '' });
}

function omit(...names: readonly string[]): Change {
  return (right) => Object.fromEntries(Object.entries(right).filter(([name]) => !names.includes(name)));
}

async function asLimited(right: Body, given: Given): Promise<Body> {
  const { client_id, client_secret, redirect_uri } = await given('an application over its rate limit');
  return { ...right, client_id, client_secret, ...(right.redirect_uri && redirect_uri ? { redirect_uri } : {}) };
}

function takeFromAnother(name: 'client_id' | 'client_secret'): Change {
  return async (right, given) => ({ ...right, [name]: (await given('another application'))[name] });
}

/** Uses the redirect_uri of another application; if one seller's two applications share it, a made-up one. */
async function withUriOfAnother(right: Body, given: Given): Promise<Body> {
  const { redirect_uri } = await given('another application');
  return { ...right, redirect_uri: redirect_uri === right.redirect_uri ? elsewhere() : redirect_uri };
}

async function asAnother(right: Body, given: Given): Promise<Body> {
  const { redirect_uri, ...other } = await given('another application');
  return { ...right, ...other, ...(right.redirect_uri === undefined ? {} : { redirect_uri }) };
}

async function asAnotherAtOwnUri({ redirect_uri, ...right }: Body, given: Given): Promise<Body> {
  return { ...(await asAnother(right, given)), ...(redirect_uri === undefined ? {} : { redirect_uri }) };
}

/** Sends a refresh token as the code. A test_token makes it look like the example (2.1). */
function refreshTokenAsCode({ refresh_token = '', ...right }: Body): Body {
  return { ...asCodeRequest(right), code: refresh_token, test_token: 'false' };
}

/** Asks for another grant than that of the valid credential, with a made-up one of that grant. */
function besideMadeUpToken(right: Body): Body {
  return { ...asRefreshRequest(right), refresh_token: madeUp(right.code ?? '') };
}

async function withCode(right: Body, given: Given): Promise<Body> {
  const { code, client_id, client_secret } = await given('an authorization code');
  return { ...right, client_id, client_secret, refresh_token: code };
}

/**
 * Returns the codes for an unknown client_id with a code or refresh token: that belongs to another client too (7), and
 * the order of the two checks is not shown. A target that reports a made-up code before a wrong secret checks it first.
 */
export async function codesOfUnknownClient(call: Call, right: Body, rejected: Exchange): Promise<string[]> {
  if (!hasErrorCode(rejected, 'invalid_grant')) return CLIENT;
  const names = ['client_secret', 'code', 'refresh_token'].filter((name) => right[name] !== undefined);
  const bothMadeUp = { ...right, ...Object.fromEntries(names.map((name) => [name, madeUp(right[name] ?? '')])) };
  return hasErrorCode(await call('oauth-token', { body: bothMadeUp }), 'invalid_grant') ? CLIENT_OR_GRANT : CLIENT;
}
