/** The requirements that a library breaks as it is published, each with what it does instead. */
export type Breaches = Readonly<Record<string, string>>;

const ofAnyOAuthServer: Breaches = {
  'TOK-04': 'The token_type is written Bearer.',
  'TOK-12': 'A code_verifier beside a code that was asked for without a challenge is an invalid_grant.',
  'TOK-24': 'A parameter that it does not know is ignored, as RFC 6749 (3.2) wants.',
  'TOK-25': 'A member that stands twice is read once: JSON.parse keeps the last.',
  'TOK-42': 'The scope that stands beside a code is not looked at: that of the authorization counts.',
};

/** node-oauth's library in its current version. */
export const nodeOauthBreaches: Breaches = {
  ...ofAnyOAuthServer,
  'TOK-02': 'The token_type is written Bearer.',
  'TOK-09': 'The token_type is written Bearer.',
  'TOK-11': 'The token for client_credentials has the token_type Bearer.',
  'TOK-20': 'A request without client_id is an invalid_client.',
  'TOK-21': 'A request without client_secret is an invalid_client.',
  'TOK-30': 'A grant_type that the library knows and the client may not use is an unauthorized_client.',
  'TOK-40': 'Another redirect_uri is an invalid_request.',
  'TOK-41': 'A redirect_uri that begins like the configured one is an invalid_request.',
};

/** The certified OpenID server. */
export const oidcBreaches: Breaches = {
  ...ofAnyOAuthServer,
  'TOK-02': 'There is no user_id, public_key or live_mode, and no option for more members.',
  'TOK-03': 'The access token is of 43 random characters.',
  'TOK-09': 'There is no user_id, public_key or live_mode, and no option for more members.',
  'TOK-11': 'The token for client_credentials has no scope, user_id, public_key or live_mode.',
  'TOK-21': 'A request without client_secret is answered 401 invalid_client.',
  'TOK-28': 'A wrong client_id is answered 401.',
  'TOK-29': 'A wrong client_secret is answered 401.',
  'TOK-50': 'A client_id or client_secret that is almost right is answered 401.',
};
