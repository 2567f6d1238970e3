import { refreshTokenOf } from '#mock/oauth-token/checks';
import { times, type When } from './requests.ts';
import { has, is } from './values.ts';

export const hasScope = has('scope');

export const hasFlag = has('test_token');

export const hasRedirect = has('redirect_uri');

export const hasVerifier = has('code_verifier');

export const byCode = is('grant_type', 'authorization_code');

export const byRefreshToken = is('grant_type', 'refresh_token');

export const byClient = is('grant_type', 'client_credentials');

/** Selects the renewals of a user from the given number on. */
export function renewal(from: number): When {
  return times(from, (call) => (byRefreshToken(call) ? `${refreshTokenOf(call)?.userId}` : undefined));
}
