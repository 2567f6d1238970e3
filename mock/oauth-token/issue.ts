import type { JsonObject } from '../http/json.ts';
import { type Call, textMember } from '../operation.ts';
import { addAccessToken, addRefreshToken, lifetime } from '../world/credentials.ts';
import { freshHex, freshNumber, userIdIn } from '../world/identifiers.ts';
import type { AccessToken } from '../world/world.ts';
import { applicationOf } from './client-checks.ts';
import { codeOf, refreshTokenOf } from './grant-checks.ts';

/** Issues the tokens of a request that passed every rule, and gives the body of 2.2. */
export function issueTokens(call: Call): JsonObject {
  const token = accessTokenFor(call);
  const body = {
    access_token: addAccessToken(call.world, call.choices, token),
    token_type: 'bearer',
    expires_in: lifetimeOf(call),
    scope: textMember(call, 'scope') ?? call.choices.scopes,
    user_id: userIdIn(token.userId, call.choices),
    ...refreshMember(call, token),
    public_key: publicKeys[call.choices.publicKey](token.type),
    live_mode: false, // nothing here is live
  };
  useUp(call);
  return body;
}

function accessTokenFor(call: Call): AccessToken {
  const wantsTest = textMember(call, 'test_token') === 'true' && call.choices.testToken !== 'nothing';
  return {
    clientId: textMember(call, 'client_id') ?? '',
    userId: userOf(call),
    type: wantsTest ? 'TEST' : 'APP_USR',
    expiresAt: Date.now() + lifetimeOf(call) * 1000,
    standing: 'good',
  };
}

function userOf(call: Call): number {
  const grant = codeOf(call) ?? refreshTokenOf(call);
  return grant?.userId ?? applicationOf(call)?.ownerId ?? freshNumber();
}

// 2.2 lists refresh_token in every answer; 2.1 promises one for the authorization_code grant only.
function refreshMember(call: Call, { clientId, userId }: AccessToken): JsonObject {
  const rule = refreshRule(call);
  if (rule === 'left out') return {};
  const sent = textMember(call, 'refresh_token');
  if (rule === 'the same' && sent !== undefined) return { refresh_token: sent };
  return { refresh_token: addRefreshToken(call.world, { clientId, userId, standing: 'good' }) };
}

function refreshRule(call: Call): Call['choices']['refreshedToken'] {
  const grantType = textMember(call, 'grant_type');
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

function lifetimeOf(call: Call): number {
  return textMember(call, 'grant_type') === 'client_credentials' ? call.choices.ownLifetime : lifetime;
}

const publicKeys = {
  typed: (type: string) => `${type}-${freshHex()}`,
  bare: () => freshHex(),
  long: (type: string) => `${type}_${freshHex()}${freshHex()}${freshHex()}`,
};
