import type { Variation } from '../../mock/variations.ts';
import type { GivenValues } from './given.ts';

/**
 * Of the members of a token request that 2.1 does not mark, what a provider's open choices want of them. An SDK that
 * leaves one out, or sends one, conforms all the same, and is not to be refused for it.
 */
export function unmarkedMembers(
  grantType: string,
  given: GivenValues,
  choices: Variation,
): Partial<GivenValues> {
  const verifier = grantType === 'authorization_code' && choices.codeVerifier !== 'optional';
  return {
    ...(given.redirect_uri === undefined ? {} : { redirect_uri: given.redirect_uri }),
    ...(choices.testTokenMember === 'optional' ? {} : { test_token: 'false' }),
    ...(verifier ? { code_verifier: given.code_verifier ?? 'a-verifier-of-the-gate' } : {}),
  };
}

/** Whether a provider refuses a redirect_uri beside this grant. */
export function refusesRedirectUri(grantType: string, { redirectUriOnRefresh }: Variation): boolean {
  return grantType === 'refresh_token' && redirectUriOnRefresh === 'refused';
}
