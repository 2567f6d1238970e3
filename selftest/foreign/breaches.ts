/** The requirements that a library breaks as it is published, each with what it does instead. */
export type Breaches = Readonly<Record<string, string>>;

const ofAnyOAuthServer: Breaches = {
  'TOK-04': 'The token_type is written Bearer.',
  'TOK-24': 'A parameter that it does not know is ignored, as RFC 6749 (3.2) wants.',
  'TOK-25': 'A member that stands twice is read once: JSON.parse keeps the last.',
  'TOK-42': 'The scope that stands beside a code is not looked at: that of the authorization counts.',
  'TOK-48': 'So is a scope that is written otherwise.',
  'TOK-58': 'What is ignored alone is ignored together too: a scope beside a code, a parameter, a redirect_uri.',
};

/** node-oauth's library in its current version. */
export const nodeOauthBreaches: Breaches = {
  ...ofAnyOAuthServer,
  'TOK-02': 'The token_type is written Bearer.',
  'TOK-20': 'A request without client_id is an invalid_client.',
  'TOK-21': 'A request without client_secret is an invalid_client.',
  'TOK-30': 'A grant_type that the library knows and the client may not use is an unauthorized_client.',
  'TOK-40': 'Another redirect_uri is an invalid_request.',
  'TOK-41': 'A redirect_uri that begins like the configured one is an invalid_request.',
  'TOK-53': 'A list of one grant_type is read as the text in it.',
};

/** Holds what shows in some runs: the answer says what is left of the lifetime, in whole seconds. */
export const nodeOauthAtTimes: Breaches = {
  'TOK-05': 'The expires_in is 15551999 where a millisecond passed before the answer.',
};

/** The certified OpenID server. */
export const oidcBreaches: Breaches = {
  ...ofAnyOAuthServer,
  'TOK-02': 'There is no user_id, public_key or live_mode, and no option for more members.',
  'TOK-03': 'The access token is of 43 random characters.',
  'TOK-11': 'The token for client_credentials has no scope, user_id, public_key or live_mode.',
  'TOK-21': 'A request without client_secret is answered 401 invalid_client.',
  'TOK-28': 'A wrong client_id is answered 401.',
  'TOK-29': 'A wrong client_secret is answered 401.',
  'TOK-50': 'A client_id or client_secret that is almost right is answered 401.',
  'TOK-52': 'An empty client_id or client_secret is answered 401.',
  'TOK-53': 'A client_id or client_secret that is a list or an object is answered 401.',
  'TOK-54': 'A client_id or client_secret by another name is answered 401.',
  'TOK-58': 'A wrong client is answered 401, and what is ignored alone is ignored together too.',
};
