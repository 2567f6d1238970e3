import { hasErrorCode } from '#api/errors';
import { type Exchange, getText, isSuccess } from '#api/exchange';
import type { State, Values } from '#api/states';
import type { Call, Issued } from '#assertions/call';
import type { GetBaseline } from '#assertions/control/control';
import { expect } from '#assertions/expect';
import type { Given } from '#assertions/given';
import { settings } from '#assertions/run';
import { pairwise } from '#factories/combinations';
import { layouts } from '#factories/malformed';
import { type GrantType, tokenRequest } from '#factories/request-bodies';
import { createCodeVerifier } from '#redaction/made-up-values';
import { skipBecauseOfControl, tryOptional } from '#run/skip';
import { unusually, withCharset } from '../cases/request-contexts.ts';

/** A grant, its words in titles, and the state that it begins with. */
export const byCode = { grant: 'authorization_code', words: 'a code', state: 'an authorization code' } as const;
export const byRefreshToken = { grant: 'refresh_token', words: 'a refresh token', state: 'a refresh token' } as const;
export const byClient = { grant: 'client_credentials', words: 'credentials alone', state: 'an application' } as const;

export const controlOf = { authorization_code: 'oauth-token', refresh_token: 'oauth-token by refresh token' } as const;

export const usualGrants = [byCode, byRefreshToken] as const;

/** The fields without a marking (2.1), which any request may have. */
export const unmarkedFields = { code_verifier: createCodeVerifier(), test_token: 'false' };

type Use = (issued: Issued) => Promise<void>;

/** Adds fields without a marking to the values of a grant, or leaves one out (2.1). */
interface Unmarked {
  readonly name: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly omits?: string;
}

/** Optional values of a valid request, and ways to write it. */
const factors = {
  scope: {
    none: {},
    read: { scope: 'read' },
    write: { scope: 'write' },
    'offline_access write read': { scope: 'offline_access write read' },
    offline_access: { scope: 'offline_access' },
    'write offline_access': { scope: 'write offline_access' },
  },
  test_token: { true: 'true', none: undefined, false: 'false' },
  written: layouts,
  charset: { none: false, 'utf-8': true },
  preferred: { nothing: {}, 'a page, and no other request': unusually.headers },
};

/** The codes that say that a grant is not offered. */
export const notOffered = ['unsupported_grant_type', 'unauthorized_client'];

/** The codes of 7 for a listed scope or a test_token: the reference does not show if they may be requested (2.1). */
export const openCodes = ['invalid_scope', 'invalid_request', 'unauthorized_client', 'forbidden'];

/** The codes for an unexpected verifier, or a missing redirect_uri that the target requires. */
export const unmarkedCodes = ['invalid_grant', 'invalid_request'];

const verified = { name: 'with a code_verifier and a test_token', fields: unmarkedFields };

const unmarked: Readonly<Record<GrantType, readonly Unmarked[]>> = {
  authorization_code: [verified, { name: 'without redirect_uri', omits: 'redirect_uri' }],
  refresh_token: [verified, { name: 'with a redirect_uri', fields: { redirect_uri: 'https://seller.example' } }],
  client_credentials: [],
};

/** Number of renewals: a later one may violate a rule that the first one follows. */
export const RENEWALS = 4;

/** The optional fields of each renewal; one that has some is skipped if rejected: 2.1 does not show which it takes. */
const renewalFields = [...Array<object>(RENEWALS).fill({}), unmarkedFields, { scope: 'offline_access read write' }];

/** Returns the tokens of a grant in the contexts that the target accepts and has states for. */
export async function requestTokens(grant: GrantType, call: Call, given: Given): Promise<readonly Issued[]> {
  // The reference does not show which scopes may be requested (2.1): a rejection says nothing about a token.
  return (await requestIfProvided(grant, call, given)).filter(({ exchange }) => isSuccess(exchange.status));
}

/** Returns the responses with a token of a grant: to its control request, and in every context. */
export async function listIssued(
  grant: GrantType,
  call: Call,
  baseline: GetBaseline,
  given: Given,
): Promise<readonly Issued[]> {
  if (grant !== 'client_credentials') {
    const exchange = await baseline(controlOf[grant]);
    return [{ name: 'plain', exchange }, ...(await requestTokens(grant, call, given))];
  }
  const asked = await requestInContexts(grant, call, given);
  // A grant is unknown if it is neither granted nor rejected as a grant (TOK-11).
  const isRejected = ({ exchange }: Issued) => notOffered.some((code) => hasErrorCode(exchange, code));
  if (!asked.some((issued) => isSuccess(issued.exchange.status) || isRejected(issued))) skipBecauseOfControl('TOK-11');
  const issued = asked.filter(({ exchange }) => isSuccess(exchange.status));
  return issued.length > 0 ? issued : [{ name: 'of a code instead', exchange: await baseline('oauth-token') }];
}

/** Returns the responses to a grant in every context, at least one; without a state for it, it ends the test. */
export async function requestInContexts(grant: GrantType, call: Call, given: Given): Promise<readonly Issued[]> {
  const asked = await requestIfProvided(grant, call, given);
  if (asked.length > 0) return asked;
  const body = tokenRequest(grant, await given(stateOf[grant]));
  return [{ name: 'plain', exchange: await call('oauth-token', { body }) }];
}

/** Returns the responses to a grant in every context that has a state; requested once per worker. */
function requestIfProvided(grant: GrantType, call: Call, given: Given): Promise<readonly Issued[]> {
  return call.once(`tokens of ${grant}`, () => sendInContexts(grant, call, given));
}

/** Returns the responses to a code and its renewals; requested once per worker. */
export function requestRenewals(call: Call, given: Given): Promise<readonly Issued[]> {
  return call.once('the renewals of a code', async () => {
    const found: Issued[] = [];
    await eachRenewal(call, await given('an authorization code'), async (issued) => void found.push(issued));
    return found;
  });
}

/** Returns the renewals of a code; if it gave no refresh token, TOK-01 reports that. */
export async function expectRenewals(call: Call, given: Given): Promise<readonly Issued[]> {
  const chain = await requestRenewals(call, given);
  for (const { exchange } of chain.slice(0, 1)) {
    await expect(exchange).toBeAccepted();
    requireToken(exchange, 'refresh_token');
  }
  return chain;
}

/** Returns the media type with a charset if the target accepts it: the reference shows none (preamble, TOK-85). */
export async function getMediaType(call: Call, given: Given): Promise<string> {
  const asked = await call.once('a charset', async () => {
    const body = tokenRequest('authorization_code', await given('an authorization code'));
    const exchange = await call('oauth-token', { body, headers: withCharset });
    return [{ name: 'a charset', exchange }];
  });
  const isTaken = asked.every(({ exchange }) => exchange.status < 400 || exchange.status >= 500);
  return isTaken ? withCharset['content-type'] : 'application/json';
}

async function sendInContexts(grant: GrantType, call: Call, given: Given): Promise<readonly Issued[]> {
  const found: Issued[] = [];
  const contexts = pairwise(factors, settings.DEPTH === 'full' ? 'standard' : 'smoke');
  for (const { name, scope, test_token, written: write, charset, preferred } of contexts) {
    const values = await tryOptional(() => given(stateOf[grant]));
    if (values === undefined) break;
    const body = { ...tokenRequest(grant, values), ...scope, ...(test_token && { test_token }) };
    const headers = { ...preferred, ...(charset && { 'content-type': await getMediaType(call, given) }) };
    const exchange = await call('oauth-token', { body, write, headers });
    // 2.1: the example carries the text false; which grants take the field is not shown.
    const isOpen = 'scope' in scope || test_token === 'true' || (grant !== 'authorization_code' && test_token);
    found.push({ name, exchange, rejectedWith: isOpen ? openCodes : undefined });
  }
  await tryOptional(() => eachUnmarked(grant, call, given, async (issued) => void found.push(issued)));
  if (grant !== 'refresh_token') return found;
  const chain = (await tryOptional(() => requestRenewals(call, given))) ?? [];
  return [...found, ...chain.slice(1)];
}

/** Uses each token of a grant, with and without unmarked fields, right away: the next one may invalidate it. */
export async function eachUnmarked(grant: GrantType, call: Call, given: Given, use: Use): Promise<void> {
  for (const { name, fields, ...way } of unmarked[grant]) {
    const body = { ...fields, ...tokenRequest(grant, await given(stateOf[grant])) };
    await use({ name, exchange: await call('oauth-token', { body, ...way }), rejectedWith: unmarkedCodes });
  }
}

export const stateOf = {
  authorization_code: byCode.state,
  refresh_token: byRefreshToken.state,
  client_credentials: byClient.state,
} as const satisfies Record<GrantType, State>;

/** Uses the response to a code and those to its renewals, each before the next. */
export async function eachRenewal(call: Call, grant: Values<'an authorization code'>, use: Use): Promise<void> {
  let last = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
  await use({ name: 'the code', exchange: last });
  let refresh_token = '';
  for (const [index, optional] of renewalFields.entries()) {
    const next = getText(last.json, 'refresh_token');
    const isUsed = index > 0 && (next === '' || next === refresh_token);
    refresh_token = next || refresh_token;
    const body = { ...optional, ...tokenRequest('refresh_token', { ...grant, refresh_token }) };
    last = await call('oauth-token', { body });
    if (index >= RENEWALS && !isSuccess(last.status)) continue;
    // The reference does not show if a refresh token works twice (3): without a new one, the chain may end here.
    if (isUsed && !isSuccess(last.status)) return;
    await use({ name: `renewal ${index + 1}`, exchange: last });
  }
}

/** Returns a token of an exchange that later steps need; if it is missing, TOK-01 reports that. */
export function requireToken(issued: Exchange, field: 'access_token' | 'refresh_token'): string {
  const token = getText(issued.json, field);
  if (token === '') skipBecauseOfControl('TOK-01');
  return token;
}

/** Returns true if client_credentials is offered, which is optional (2.1); TOK-11 fails for an unclear response. */
export function isOffered(response: Exchange): boolean {
  const isRejected = response.status === 400 && notOffered.some((code) => hasErrorCode(response, code));
  if (!isSuccess(response.status) && !isRejected) skipBecauseOfControl('TOK-11');
  return isSuccess(response.status);
}

/** Returns the codes that the grant itself may cause first if it is not offered. */
export async function getGrantCodes(grant: GrantType, call: Call, given: Given): Promise<readonly string[]> {
  if (grant !== 'client_credentials') return [];
  const body = tokenRequest(grant, await given('an application'));
  return isOffered(await call('oauth-token', { body })) ? [] : notOffered;
}

/** Expects that a creation accepts an issued token; one that may lack a scope may be forbidden (5, 2.2, 7). */
export async function expectToOpen(issued: Exchange, opened: Exchange, mayBeForbidden = false): Promise<void> {
  requireToken(issued, 'access_token');
  const rejections = opened.endpoint === 'test-users' ? [400, 403, 404] : [400, 403];
  await expect(opened).toBeAccepted(hasAllScopes(issued) && !mayBeForbidden ? undefined : rejections);
}

/** Returns true if a token has every scope that the reference lists (2.2). */
export function hasAllScopes(issued: Exchange): boolean {
  const scopes = getText(issued.json, 'scope').split(' ');
  return ['offline_access', 'read', 'write'].every((scope) => scopes.includes(scope));
}
