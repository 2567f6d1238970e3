import { type Fault, type Patch, saying, type When } from '../../fault.ts';
import type { JsonObject } from '../../http/json.ts';
import { type Call, textMember } from '../../operation.ts';
import { rowsOf } from '../row.ts';

const { row } = rowsOf('oauth-token', 'token');

/** Tokens that are issued in good form and are worth nothing, or not what they should be. */
export const tokenWorthFaults: readonly Fault[] = [
  row('TOK-07', 'access-forgotten', 'An issued access token opens nothing.', afterwards(forgetAccess)),
  row('TOK-07', 'access-stillborn', 'An issued access token has expired already.', afterwards(expireAccess)),
  row('TOK-08', 'refresh-same-access', 'Refreshing gives one access token again and again.', repeating()),
  row('TOK-10', 'refresh-forgotten', 'A refresh token is never stored.', afterwards(forgetRefresh)),
  row('TOK-10', 'refresh-stillborn', 'A refresh token is revoked at birth.', afterwards(revokeRefresh)),
  row('TOK-10', 'refresh-misfiled', "A refresh token is stored as nobody's.", afterwards(misfileRefresh)),
  row('TOK-10', 'refreshed-forgotten', 'A refreshed access token opens nothing.', refreshed(forgetAccess)),
  row('TOK-10', 'refreshed-stillborn', 'A refreshed access token has expired.', refreshed(expireAccess)),
];

/** The access tokens that some requests are given have expired already. */
export function stillborn(when: When): Patch {
  return afterwards((body, call) => {
    if (when(call)) expireAccess(body, call);
  });
}

type Spoiling = (body: JsonObject, call: Call) => void;

function afterwards(spoil: Spoiling): Patch {
  return saying((body, call) => {
    spoil(body, call);
    return body;
  });
}

function refreshed(spoil: Spoiling): Patch {
  return afterwards((body, call) => {
    if (textMember(call, 'grant_type') === 'refresh_token') spoil(body, call);
  });
}

// By user: a user who exchanges a code and then refreshes gets the first token both times.
function repeating(): Patch {
  const first = new Map<string, JsonObject>();
  return saying((body) => {
    const user = String(body.user_id);
    const earlier = first.get(user) ?? body;
    first.set(user, earlier);
    return { ...body, access_token: earlier.access_token ?? '' };
  });
}

function forgetAccess(body: JsonObject, { world }: Call): void {
  world.accessTokens.delete(String(body.access_token));
}

function expireAccess(body: JsonObject, { world }: Call): void {
  const token = world.accessTokens.get(String(body.access_token));
  if (token) token.expiresAt = 0;
}

function forgetRefresh(body: JsonObject, { world }: Call): void {
  world.refreshTokens.delete(String(body.refresh_token));
}

function revokeRefresh(body: JsonObject, { world }: Call): void {
  const token = world.refreshTokens.get(String(body.refresh_token));
  if (token) token.standing = 'revoked';
}

function misfileRefresh(body: JsonObject, { world }: Call): void {
  const token = world.refreshTokens.get(String(body.refresh_token));
  if (token) token.clientId = 'nobody';
}
