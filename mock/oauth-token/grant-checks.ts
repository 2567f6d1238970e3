import { type Call, type Check, textMember } from '../operation.ts';
import type { Code, RefreshToken } from '../world/world.ts';
import { applicationOf } from './client-checks.ts';

const hasGrantType = (call: Call, grantType: string): boolean => textMember(call, 'grant_type') === grantType;
const unknownCode = (call: Call): boolean => hasGrantType(call, 'authorization_code') && codeOf(call) === undefined;
const standing = (bad: RefreshToken['standing']): Check['fails'] => ofRefreshToken((token) => token.standing === bad);
const isOld = (code: Code): boolean => Date.now() - code.issuedAt > tenMinutes;
const isUsed = (code: Code, call: Call): boolean => code.uses >= call.choices.codeUses;

const tenMinutes = 10 * 60 * 1000;
const scopes = ['offline_access', 'read', 'write'];
const invalid = { status: 400, code: 'invalid_grant' };

/** Checks the code or the refresh token (7: invalid_grant, unauthorized_client, forbidden). */
export const grantChecks: readonly Check[] = [
  { ...invalid, name: 'a code that was never given', fails: unknownCode },
  { ...invalid, name: 'a code older than ten minutes', fails: ofCode(isOld) },
  {
    status: 400,
    code: 'invalid_request',
    name: 'a code used before, by any client',
    fails: ofCode((code, call) => call.choices.usedCode !== 'invalid_grant' && isUsed(code, call)),
  },
  { ...invalid, name: "another application's code", fails: ofCode(isForeign) },
  { ...invalid, name: 'a code used before', fails: ofCode(isUsed) },
  { ...invalid, name: 'another redirect_uri', fails: otherRedirectUri },
  { ...invalid, name: 'a code_verifier of no challenge', fails: otherVerifier },
  { ...invalid, name: 'a refresh token that was never given', fails: unknownRefreshToken },
  { ...invalid, name: 'a revoked refresh token', fails: standing('revoked') },
  { ...invalid, name: 'an expired refresh token', fails: standing('expired') },
  { ...invalid, name: "another application's refresh token", fails: ofRefreshToken(isForeign) },
  { name: 'no grant with the user', status: 400, code: 'unauthorized_client', fails: standing('withdrawn') },
  { name: 'a token of another user', status: 400, code: 'forbidden', fails: standing("another user's") },
];

/** Checks the scope (7: invalid_scope, or invalid_request where the parameter is not supported). */
export const scopeChecks: readonly Check[] = [
  { name: 'a scope parameter', status: 400, code: 'invalid_request', fails: unwantedScope },
  { name: 'an unknown scope', status: 400, code: 'invalid_scope', fails: unknownScope },
];

/** Returns the code of the request if it asks for that grant. */
export function codeOf(call: Call): Code | undefined {
  return hasGrantType(call, 'authorization_code') ? call.world.codes.get(textMember(call, 'code') ?? '') : undefined;
}

/** Returns the refresh token of the request if it asks for that grant. */
export function refreshTokenOf(call: Call): RefreshToken | undefined {
  return hasGrantType(call, 'refresh_token')
    ? call.world.refreshTokens.get(textMember(call, 'refresh_token') ?? '')
    : undefined;
}

function unknownRefreshToken(call: Call): boolean {
  return hasGrantType(call, 'refresh_token') && refreshTokenOf(call) === undefined;
}

function ofCode(fails: (code: Code, call: Call) => boolean): Check['fails'] {
  return (call) => {
    const code = codeOf(call);
    return code !== undefined && fails(code, call);
  };
}

function ofRefreshToken(fails: (token: RefreshToken, call: Call) => boolean): Check['fails'] {
  return (call) => {
    const token = refreshTokenOf(call);
    return token !== undefined && fails(token, call);
  };
}

function isForeign(grant: { clientId: string }, call: Call): boolean {
  return grant.clientId !== textMember(call, 'client_id');
}

function otherRedirectUri(call: Call): boolean {
  const sent = textMember(call, 'redirect_uri');
  const checked = hasGrantType(call, 'authorization_code') && sent !== undefined;
  return checked && sent !== applicationOf(call)?.redirectUri;
}

function otherVerifier(call: Call): boolean {
  const code = codeOf(call);
  const checked = code !== undefined && call.choices.codeVerifier === 'of the challenge';
  return checked && code.verifier !== textMember(call, 'code_verifier');
}

function unknownScope(call: Call): boolean {
  const sent = textMember(call, 'scope');
  return sent?.split(' ').some((word) => !scopes.includes(word)) === true;
}

function unwantedScope(call: Call): boolean {
  const isSupported = {
    honoured: true,
    rejected: false,
    'honoured with a code': hasGrantType(call, 'authorization_code'),
  };
  return textMember(call, 'scope') !== undefined && !isSupported[call.choices.scopeParameter];
}
