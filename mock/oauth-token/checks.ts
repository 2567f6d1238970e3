import { type Call, type Check, rule, textField } from '../operation.ts';
import type { Application, Code, RefreshToken } from '../world/world.ts';

const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials'];
const scopes = ['offline_access', 'read', 'write'];
const tenMinutes = 10 * 60 * 1000;

/** Checks the client (7: invalid_client). */
export const clientChecks: readonly Check[] = [
  rule(400, 'invalid_client', 'an unknown client_id', (call) => applicationOf(call) === undefined),
  rule(400, 'invalid_client', 'a wrong client_secret', failsIfFound(applicationOf, hasOtherSecret)),
];

/** Checks the rate limit (8: local_rate_limited). */
export const limitChecks: readonly Check[] = [
  rule(429, 'local_rate_limited', 'too many requests of this application', (call) => !!applicationOf(call)?.limited),
];

/** Checks the grant type (7: unsupported_grant_type). */
export const grantTypeChecks: readonly Check[] = [
  rule(400, 'unsupported_grant_type', 'an unknown grant_type', hasUnknownGrantType),
  rule(400, 'unsupported_grant_type', 'a grant_type not offered', isNotOffered),
];

/** Checks the code or the refresh token (7: invalid_grant, unauthorized_client, forbidden). */
export const grantChecks: readonly Check[] = [
  rule(400, 'invalid_grant', 'a code that was never given', isNotFound(codeOf, 'authorization_code')),
  rule(400, 'invalid_grant', 'a code older than ten minutes', failsIfFound(codeOf, isOld)),
  rule(400, 'invalid_request', 'a code used before, by any client', failsIfFound(codeOf, isUsedByAnyone)),
  rule(400, 'invalid_grant', "another application's code", failsIfFound(codeOf, isForeign)),
  rule(400, 'invalid_grant', 'a code used before', failsIfFound(codeOf, isUsed)),
  rule(400, 'invalid_grant', 'another redirect_uri', hasOtherRedirectUri),
  rule(400, 'invalid_grant', 'a code_verifier of no challenge', failsIfFound(codeOf, hasOtherVerifier)),
  rule(400, 'invalid_grant', 'a refresh token that was never given', isNotFound(refreshTokenOf, 'refresh_token')),
  rule(400, 'invalid_grant', 'a revoked refresh token', hasStanding('revoked')),
  rule(400, 'invalid_grant', 'an expired refresh token', hasStanding('expired')),
  rule(400, 'invalid_grant', "another application's refresh token", failsIfFound(refreshTokenOf, isForeign)),
  rule(400, 'unauthorized_client', 'no grant with the user', hasStanding('withdrawn')),
  rule(400, 'forbidden', 'a token of another user', hasStanding("another user's")),
];

/** Checks the scope (7: invalid_scope, or invalid_request where the parameter is not supported). */
export const scopeChecks: readonly Check[] = [
  rule(400, 'invalid_request', 'a scope parameter', hasUnsupportedScope),
  rule(400, 'invalid_scope', 'an unknown scope', hasUnknownScope),
];

/** Returns the application that the request names. */
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

function hasUnknownGrantType(call: Call): boolean {
  return !grantTypes.includes(textField(call, 'grant_type') ?? '');
}

function isNotOffered(call: Call): boolean {
  return hasGrantType(call, 'client_credentials') && call.choices.clientCredentials === 'unsupported';
}

type Find<Found> = (call: Call) => Found | undefined;

function isNotFound(find: Find<unknown>, grantType: string): Check['fails'] {
  return (call) => hasGrantType(call, grantType) && find(call) === undefined;
}

function failsIfFound<Found>(find: Find<Found>, fails: (found: Found, call: Call) => boolean): Check['fails'] {
  return (call) => {
    const found = find(call);
    return found !== undefined && fails(found, call);
  };
}

function hasStanding(bad: RefreshToken['standing']): Check['fails'] {
  return failsIfFound(refreshTokenOf, (token) => token.standing === bad);
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

function hasOtherRedirectUri(call: Call): boolean {
  const sent = textField(call, 'redirect_uri');
  const checked = hasGrantType(call, 'authorization_code') && sent !== undefined;
  return checked && sent !== applicationOf(call)?.redirectUri;
}

function hasUnknownScope(call: Call): boolean {
  const sent = textField(call, 'scope');
  return sent?.split(' ').some((word) => !scopes.includes(word)) === true;
}

function hasUnsupportedScope(call: Call): boolean {
  const { scopeParameter } = call.choices;
  const isSupported = scopeParameter === 'honoured' || hasGrantType(call, 'authorization_code');
  return textField(call, 'scope') !== undefined && (scopeParameter === 'rejected' || !isSupported);
}
