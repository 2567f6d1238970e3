import { randomUUID } from 'node:crypto';
import { type Call, done, type Fields, type Reply, rejected } from '../http/replies.ts';
import { type Application, addAccessToken, addGrant, addRefreshToken, type Code, type Grant } from '../world.ts';
import type { Given } from './token-parameters.ts';

type Exchange = (call: Call, given: Given, application: Application) => Reply;

const tenMinutes = 600_000;
const sixHours = 21_600;

/** Rejects a code or a refresh token that does not exist, no matter who sends it. */
export function existingGrant({ world, form }: Call, given: Given): string | undefined {
  const { grant_type, code, refresh_token } = given;
  if (grant_type === 'authorization_code' && code !== undefined && !world.codes.has(code)) return 'invalid_grant';
  if (grant_type !== 'refresh_token') return undefined;
  if (refresh_token === undefined) return form.token.missingRefreshToken;
  return world.refreshTokens.has(refresh_token) ? undefined : 'invalid_grant';
}

const authorizationCode: Exchange = (call, given, application) => {
  const { form, world } = call;
  const code = world.codes.get(given.code ?? '');
  if (code === undefined || code.grant.application !== application) return rejected(400, 'invalid_grant');
  if (given.redirect_uri === undefined && form.token.redirectUri === 'mandatory') {
    return rejected(400, 'invalid_request');
  }
  const elsewhere = given.redirect_uri !== undefined && given.redirect_uri !== application.redirectUri;
  if (elsewhere || !isGood(call, code)) return rejected(400, 'invalid_grant');
  code.spent = true;
  return issue(call, given, code.grant, { refresh_token: addRefreshToken(world, code.grant) });
};

/** Returns true if a code is valid: for ten minutes (8); the reference does not show if it is valid twice. */
function isGood({ form }: Call, code: Code): boolean {
  if (code.spent && form.token.codeReuse === 'revokes the grant') code.grant.revoked = true;
  const again = code.spent && form.token.codeReuse !== 'allowed';
  return !again && !code.burnt && Date.now() - code.at < tenMinutes;
}

const refreshToken: Exchange = (call, given, application) => {
  const { form, world } = call;
  const found = world.refreshTokens.get(given.refresh_token ?? '');
  if (found === undefined || found.grant.application !== application || found.grant.revoked) {
    return rejected(400, 'invalid_grant');
  }
  if (found.rejection !== undefined) return rejected(400, found.rejection);
  if (form.token.refresh === 'omits') return issue(call, given, found.grant, {});
  if (form.token.refresh === 'repeats') {
    return issue(call, given, found.grant, { refresh_token: given.refresh_token ?? '' });
  }
  found.rejection = 'invalid_grant';
  return issue(call, given, found.grant, { refresh_token: addRefreshToken(world, found.grant) });
};

const clientCredentials: Exchange = (call, given, application) => {
  const { form, world } = call;
  if (form.token.clientCredentials === 'rejected') return rejected(400, 'unsupported_grant_type');
  const grant = addGrant(world, application);
  return form.token.clientCredentials === 'with a refresh token'
    ? issue(call, given, grant, { refresh_token: addRefreshToken(world, grant) })
    : issue(call, given, grant, {}, sixHours);
};

/** Returns the body of 2.2. Default scopes, live_mode and the format of public_key are not shown. */
function issue(call: Call, given: Given, grant: Grant, more: Fields, seconds = 15_552_000): Reply {
  const { form, world } = call;
  const test = form.token.testToken === 'TEST' && given.test_token === 'true';
  const access_token = addAccessToken(world, grant, { seconds, test });
  return done(form.token.status, {
    access_token,
    token_type: 'bearer',
    expires_in: seconds,
    scope: (form.token.scopeParameter === 'granted' && given.scope) || form.token.scope,
    user_id: grant.user,
    ...more,
    public_key: `${test ? 'TEST' : 'APP_USR'}-${randomUUID()}`,
    live_mode: !test && form.token.liveMode === 'yes',
  });
}

/** Exchanges each grant type of 2.1 for a token. */
export const grants: Readonly<Record<string, Exchange>> = {
  authorization_code: authorizationCode,
  refresh_token: refreshToken,
  client_credentials: clientCredentials,
};
