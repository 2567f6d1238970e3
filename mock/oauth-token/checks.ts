import { type Call, type Check, rule, textField } from '../operation.ts';
import type { Application, Code, RefreshToken } from '../world/world.ts';

const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials'];
const scopes = ['offline_access', 'read', 'write'];
const tenMinutes = 10 * 60 * 1000;

/** Checks the client (7: invalid_client). */
export const clientChecks: readonly Check[] = [
  rule(400, 'invalid_client', 'an unknown client_id', (call) => applicationOf(call) === undefined),
  rule(400, 'invalid_client', 'a wrong client_secret', named(applicationOf, hasOtherSecret)),
];

/** Checks the rate limit (8: local_rate_limited). */
export const limitChecks: readonly Check[] = [
  rule(429, 'local_rate_limited', 'too many requests of this application', (call) => !!applicationOf(call)?.limited),
];

/** Checks the grant type (7: unsupported_grant_type). */
export const grantTypeChecks: readonly Check[] = [
  rule(400, 'unsupported_grant_type', 'an unknown grant_type', unknownGrantType),
  rule(400, 'unsupported_grant_type', 'a grant_type not offered', notOffered),
];

/** Checks the code or the refresh token (7: invalid_grant, unauthorized_client, forbidden). */
export const grantChecks: readonly Check[] = [
  rule(400, 'invalid_grant', 'a code that was never given', lacks(codeOf, 'authorization_code')),
  rule(400, 'invalid_grant', 'a code older than ten minutes', named(codeOf, isOld)),
  rule(400, 'invalid_request', 'a code used before, by any client', named(codeOf, isUsedByAnyone)),
  rule(400, 'invalid_grant', "another application's code", named(codeOf, isForeign)),
  rule(400, 'invalid_grant', 'a code used before', named(codeOf, isUsed)),
  rule(400, 'invalid_grant', 'another redirect_uri', otherRedirectUri),
  rule(400, 'invalid_grant', 'a code_verifier of no challenge', named(codeOf, hasOtherVerifier)),
  rule(400, 'invalid_grant', 'a refresh token that was never given', lacks(refreshTokenOf, 'refresh_token')),
  rule(400, 'invalid_grant', 'a revoked refresh token', standing('revoked')),
  rule(400, 'invalid_grant', 'an expired refresh token', standing('expired')),
  rule(400, 'invalid_grant', "another application's refresh token", named(refreshTokenOf, isForeign)),
  rule(400, 'unauthorized_client', 'no grant with the user', standing('withdrawn')),
  rule(400, 'forbidden', 'a token of another user', standing("another user's")),
];

/** Checks the scope (7: invalid_scope, or invalid_request where the parameter is not supported). */
export const scopeChecks: readonly Check[] = [
  rule(400, 'invalid_request', 'a scope parameter', unsupportedScope),
  rule(400, 'invalid_scope', 'an unknown scope', unknownScope),
];

export function applicationOf(call: Call): Application | undefined {
  return call.world.applications.get(textField(call, 'client_id') ?? '');
}

/** Returns the code of the request if it asks for that grant. */
export function codeOf(call: Call): Code | undefined {
  return hasGrantType(call, 'authorization_code') ? call.world.codes.get(textField(call, 'code') ?? '') : undefined;
}

/** Returns the refresh token of the request if it asks for that grant. */
export function refreshTokenOf(call: Call): RefreshToken | undefined {
  const text = textField(call, 'refresh_token') ?? '';
  return hasGrantType(call, 'refresh_token') ? call.world.refreshTokens.get(text) : undefined;
}

const hasGrantType = (call: Call, grantType: string): boolean => textField(call, 'grant_type') === grantType;

function hasOtherSecret({ clientSecret }: Application, call: Call): boolean {
  return clientSecret !== textField(call, 'client_secret');
}

function unknownGrantType(call: Call): boolean {
  return !grantTypes.includes(textField(call, 'grant_type') ?? '');
}

function notOffered(call: Call): boolean {
  return hasGrantType(call, 'client_credentials') && call.choices.clientCredentials === 'unsupported';
}

type Find<Found> = (call: Call) => Found | undefined;

function lacks(find: Find<unknown>, grantType: string): Check['fails'] {
  return (call) => hasGrantType(call, grantType) && find(call) === undefined;
}

function named<Found>(find: Find<Found>, fails: (found: Found, call: Call) => boolean): Check['fails'] {
  return (call) => {
    const found = find(call);
    return found !== undefined && fails(found, call);
  };
}

function standing(bad: RefreshToken['standing']): Check['fails'] {
  return named(refreshTokenOf, (token) => token.standing === bad);
}

function isOld(code: Code): boolean {
  return Date.now() - code.issuedAt > tenMinutes;
}

function isUsed(code: Code, call: Call): boolean {
  return code.uses >= call.choices.codeUses;
}

function isUsedByAnyone(code: Code, call: Call): boolean {
  return call.choices.usedCode !== 'invalid_grant' && isUsed(code, call);
}

function isForeign(grant: { clientId: string }, call: Call): boolean {
  return grant.clientId !== textField(call, 'client_id');
}

function hasOtherVerifier(code: Code, call: Call): boolean {
  return call.choices.codeVerifier === 'of the challenge' && code.verifier !== textField(call, 'code_verifier');
}

function otherRedirectUri(call: Call): boolean {
  const sent = textField(call, 'redirect_uri');
  const checked = hasGrantType(call, 'authorization_code') && sent !== undefined;
  return checked && sent !== applicationOf(call)?.redirectUri;
}

function unknownScope(call: Call): boolean {
  const sent = textField(call, 'scope');
  return sent?.split(' ').some((word) => !scopes.includes(word)) === true;
}

function unsupportedScope(call: Call): boolean {
  const { scopeParameter } = call.choices;
  const isSupported = scopeParameter === 'honoured' || hasGrantType(call, 'authorization_code');
  return textField(call, 'scope') !== undefined && (scopeParameter === 'rejected' || !isSupported);
}
