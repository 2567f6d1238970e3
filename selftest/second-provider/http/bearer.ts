import type { AccessToken } from '../world.ts';
import type { Call } from './replies.ts';

/** Returns the valid access token of the call, or the reason why there is none. */
export function bearerOf(call: Call): AccessToken | 'no token' | 'bad token' {
  const text = tokenText(call);
  if (text === undefined) return 'no token';
  const token = call.world.accessTokens.get(text);
  return token !== undefined && counts(call, token) ? token : 'bad token';
}

function tokenText({ form, headers }: Call): string | undefined {
  const bearer = form.credentials.scheme === 'exact' ? /^Bearer (\S+)$/ : /^bearer +(\S+)$/i;
  return bearer.exec(headers.authorization ?? '')?.[1];
}

/** Returns true if a TEST token is valid: only in sandbox (5), and the form decides if this is one. */
function counts({ form }: Call, token: AccessToken): boolean {
  const inForce = token.expires > Date.now() && !token.grant.revoked;
  return inForce && !(token.test && form.credentials.testTokens === 'rejected');
}

/** Returns true if the owner of the token may change resources of a user. */
export function mayTouch({ form }: Call, token: AccessToken, owner: number): boolean {
  return form.credentials.foreignTokens === 'accepted' || token.grant.user === owner;
}
