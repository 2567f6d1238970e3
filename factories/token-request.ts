/** The values of a token request, named as in the provider states. */
export interface Grant {
  readonly client_id: string;
  readonly client_secret: string;
  readonly code?: string;
  readonly code_verifier?: string;
  readonly redirect_uri?: string;
  readonly refresh_token?: string;
}

export type GrantType = 'authorization_code' | 'refresh_token' | 'client_credentials';

/** The fields of a token request, by grant (2.1). */
const membersOf: Readonly<Record<GrantType, readonly (keyof Grant)[]>> = {
  authorization_code: ['client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier'],
  refresh_token: ['client_id', 'client_secret', 'refresh_token'],
  client_credentials: ['client_id', 'client_secret'],
};

/** Returns the body of a token request: the values that belong to the grant, and its grant_type. */
export function tokenRequest(grantType: GrantType, values: Grant): Record<string, string> {
  const members = membersOf[grantType].flatMap((name) => {
    const value: string | undefined = values[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { grant_type: grantType, ...Object.fromEntries(members) };
}
