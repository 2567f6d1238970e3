import { isObject, type JsonObject, repeatsAField } from '../http/json.ts';
import { bodyChecks, bodyField, type Call, type Check, type Operation, textField } from '../operation.ts';
import type { Variation } from '../variations.ts';
import { addAccessToken, addRefreshToken, lifetime } from '../world/credentials.ts';
import { freshHex, freshNumber, userIdIn } from '../world/identifiers.ts';
import type { AccessToken } from '../world/world.ts';
import {
  applicationOf,
  clientChecks,
  codeOf,
  grantChecks,
  grantTypeChecks,
  limitChecks,
  refreshTokenOf,
  scopeChecks,
} from './checks.ts';

const required = ['client_id', 'client_secret', 'grant_type'];
const others = ['code', 'code_verifier', 'redirect_uri', 'refresh_token', 'test_token', 'scope'];
const parameters = [...required, ...others];

const invalid = { status: 400, code: 'invalid_request' };

/** Returns the rules about the form of a token request (7: invalid_request). */
function requestChecks(choices: Variation): Check[] {
  const form = bodyChecks('invalid_request', choices).map((check) => ({ ...check, status: 400 }));
  return [
    { ...invalid, name: 'a media type with parameters', fails: hasParameters },
    ...form,
    { ...invalid, name: 'a parameter given twice', fails: (call) => repeatsAField(call.body.text) },
    { ...invalid, name: 'a parameter that is not supported', fails: hasUnknownParameter },
    { ...invalid, name: 'a parameter that is no text', fails: hasOtherThanText },
    ...['client_id', 'client_secret', 'grant_type'].map((name) => requireField(name)),
    requireField('code', 'authorization_code'),
    requireField('redirect_uri', 'authorization_code', choices.redirectUri === 'required'),
    requireField('refresh_token', 'refresh_token'),
    requireField('code_verifier', 'authorization_code', choices.codeVerifier !== 'optional'),
    requireField('test_token', 'authorization_code', wantsTestToken(choices, 'a code')),
    requireField('test_token', 'refresh_token', wantsTestToken(choices, 'a refresh token')),
    requireField('test_token', 'client_credentials', choices.testTokenMember === 'required'),
    requireField('redirect_uri', 'refresh_token', choices.redirectUriOnRefresh === 'required'),
    { ...invalid, name: 'a redirect_uri with a refresh token', fails: hasStrayRedirectUri },
    { ...invalid, name: 'a test_token that is neither true nor false', fails: hasUnknownFlag },
  ];
}

/** Returns true if a media type has parameters, which the reference does not show. */
function hasParameters({ headers, choices }: Call): boolean {
  return choices.tokenMediaType === 'without parameters' && `${headers['content-type']}`.includes(';');
}

function wantsTestToken({ testTokenMember }: Variation, grant: 'a code' | 'a refresh token'): boolean {
  return testTokenMember === 'required' || testTokenMember === `required with ${grant}`;
}

function hasStrayRedirectUri(call: Call): boolean {
  const isRenewal = textField(call, 'grant_type') === 'refresh_token';
  return call.choices.redirectUriOnRefresh === 'rejected' && isRenewal && bodyField(call, 'redirect_uri') !== undefined;
}

function requireField(name: string, grantType?: string, always = true): Check {
  const applies = (call: Call) => grantType === undefined || textField(call, 'grant_type') === grantType;
  const fails = (call: Call) => always && applies(call) && isMissing(call, name);
  return { ...invalid, name: `${name} left out`, fails };
}

function isMissing(call: Call, name: string): boolean {
  const value = bodyField(call, name);
  return value === undefined || (value === '' && call.choices.emptyText === 'missing');
}

/** Returns true for an unknown parameter. An empty one counts as missing if the variation says so (RFC 6749, 3.2). */
function hasUnknownParameter(call: Call): boolean {
  const { value } = call.body;
  const isLeftOut = (name: string) => call.choices.emptyText === 'missing' && (bodyField(call, name) ?? '') === '';
  const names = isObject(value) ? Object.keys(value) : [];
  return names.some((name) => !parameters.includes(name) && !isLeftOut(name));
}

function hasOtherThanText(call: Call): boolean {
  return parameters
    .map((name) => bodyField(call, name))
    .some((value) => value !== undefined && typeof value !== 'string');
}

function hasUnknownFlag(call: Call): boolean {
  const flag = textField(call, 'test_token') ?? 'false';
  return call.choices.otherFlag === 'rejected' && flag !== 'true' && flag !== 'false';
}

// The reference names conditions, not their order; no order may hide one condition behind another.
const orders: Record<Variation['tokenCheckOrder'], readonly (readonly Check[])[]> = {
  'limit first': [limitChecks, clientChecks, grantTypeChecks, scopeChecks, grantChecks],
  'client first': [clientChecks, limitChecks, grantTypeChecks, scopeChecks, grantChecks],
  'grant before scope': [limitChecks, clientChecks, grantTypeChecks, grantChecks, scopeChecks],
  'grant type before client': [limitChecks, grantTypeChecks, clientChecks, scopeChecks, grantChecks],
  'grant first': [limitChecks, grantTypeChecks, grantChecks, clientChecks, scopeChecks],
  'scope first': [limitChecks, scopeChecks, clientChecks, grantTypeChecks, grantChecks],
};

/** `POST /oauth/token` (2.1, 2.2, 7). */
export function oauthToken(choices: Variation): Operation {
  return {
    status: choices.tokenStatus,
    checks: [...requestChecks(choices), ...orders[choices.tokenCheckOrder].flat()],
    perform: issueTokens,
  };
}

/** Issues the tokens of a request that passed every rule, and returns the body of 2.2. */
function issueTokens(call: Call): JsonObject {
  const token = createAccessToken(call);
  const body = {
    access_token: findSession(call, token) ?? addAccessToken(call.world, call.choices, token),
    token_type: 'bearer',
    expires_in: getLifetime(call),
    scope: textField(call, 'scope') ?? call.choices.scopes,
    user_id: userIdIn(token.userId, call.choices),
    ...refreshField(call, token),
    public_key: publicKeys[call.choices.publicKey](token.type),
    live_mode: false, // nothing here is live
  };
  useUp(call);
  return body;
}

/** Returns the token that an application already has for itself, if it gets no other before that expires. */
function findSession(call: Call, { clientId, userId, type }: AccessToken): string | undefined {
  const isOwn = textField(call, 'grant_type') === 'client_credentials';
  if (!isOwn || call.choices.ownTokens !== 'the same while it lives') return undefined;
  const found = [...call.world.accessTokens].find(
    ([, token]) => [token.clientId, token.userId, token.type].join() === [clientId, userId, type].join(),
  );
  return found?.[0];
}

function createAccessToken(call: Call): AccessToken {
  const wantsTest = textField(call, 'test_token') === 'true' && call.choices.testToken !== 'nothing';
  return {
    clientId: textField(call, 'client_id') ?? '',
    userId: getUser(call),
    type: wantsTest ? 'TEST' : 'APP_USR',
    expiresAt: Date.now() + getLifetime(call) * 1000,
    standing: 'good',
  };
}

function getUser(call: Call): number {
  const grant = codeOf(call) ?? refreshTokenOf(call);
  return grant?.userId ?? applicationOf(call)?.ownerId ?? freshNumber(call.world);
}

// 2.2 lists refresh_token in every response; 2.1 promises one for the authorization_code grant only.
function refreshField(call: Call, { clientId, userId }: AccessToken): JsonObject {
  const rule = refreshRule(call);
  if (rule === 'left out') return {};
  const sent = textField(call, 'refresh_token');
  if (rule === 'the same' && sent !== undefined) return { refresh_token: sent };
  return { refresh_token: addRefreshToken(call.world, call.choices, { clientId, userId, standing: 'good' }) };
}

function refreshRule(call: Call): Call['choices']['refreshedToken'] {
  const grantType = textField(call, 'grant_type');
  if (grantType === 'refresh_token') return call.choices.refreshedToken;
  const own = grantType === 'client_credentials';
  return own && call.choices.clientCredentials === 'offered' ? 'left out' : 'rotated';
}

function useUp(call: Call): void {
  const code = codeOf(call);
  if (code) code.uses += 1;
  const { refreshedToken, rotatedToken } = call.choices;
  const token = refreshTokenOf(call);
  if (token && refreshedToken === 'rotated' && rotatedToken === 'revoked') token.standing = 'revoked';
}

function getLifetime(call: Call): number {
  return textField(call, 'grant_type') === 'client_credentials' ? call.choices.ownLifetime : lifetime;
}

const publicKeys = {
  typed: (type: string) => `${type}-${freshHex()}`,
  bare: () => freshHex(),
  long: (type: string) => `${type}_${freshHex()}${freshHex()}${freshHex()}`,
};
