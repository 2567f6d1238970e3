import { conformant } from '../reference-client.ts';
import { bodies, type ClientFault, fault, withHeader } from './row.ts';

const token = 'oauth-token';

/** Faults of clients that get their tokens incorrectly. */
export const tokenFaults: readonly ClientFault[] = [
  fault(
    'CTK-04 code-in-capitals: The code is written in capitals.',
    bodies(token, ({ code, ...others }) => (code ? { ...others, code: String(code).toUpperCase() } : others)),
  ),
  fault(
    'CTK-04 code-by-refresh: A code is exchanged by the grant refresh_token.',
    bodies(token, (json) => (json.code ? { ...json, grant_type: 'refresh_token' } : json)),
  ),
  fault(
    'CTK-04 code-secret-escaped: The client_secret is percent-encoded.',
    bodies(token, (json) => ({ ...json, client_secret: encodeURIComponent(String(json.client_secret)) })),
  ),
  fault(
    'CTK-05 refresh-by-credentials: A token is renewed by the grant client_credentials.',
    bodies(token, ({ refresh_token, ...others }) =>
      refresh_token ? { ...others, grant_type: 'client_credentials' } : others,
    ),
  ),
  fault(
    'CTK-05 refresh-token-as-code: The refresh token is sent as a code.',
    bodies(token, ({ refresh_token, ...others }) => (refresh_token ? { ...others, code: refresh_token } : others)),
  ),
  fault(
    'CTK-06 redirect-without-query: The redirect_uri is sent without its query.',
    bodies(
      token,
      redirected((uri) => uri.split('?')[0] ?? ''),
    ),
  ),
  fault(
    'CTK-06 redirect-with-slash: The redirect_uri ends with a slash.',
    bodies(
      token,
      redirected((uri) => `${uri}/`),
    ),
  ),
  fault('CTK-06 redirect-decoded: The redirect_uri is sent decoded.', bodies(token, redirected(decodeURIComponent))),
  fault(
    'CTK-07 scope-with-commas: Scopes are separated by commas.',
    bodies(
      token,
      scoped((scope) => scope.replaceAll(' ', ',')),
    ),
  ),
  fault(
    'CTK-07 scope-of-payments: The scope payments is asked for too.',
    bodies(
      token,
      scoped((scope) => `${scope} payments`),
    ),
  ),
  fault(
    'CTK-07 scope-as-list: Scopes are a list.',
    bodies(
      token,
      scoped((scope) => scope.split(' ')),
    ),
  ),
  fault('CTK-08 code-for-each-request: The code is exchanged again for each request.', { keepsToken: false }),
  fault('CTK-09 code-never-stale: The age of a code is not looked at.', { isStale: () => false }),
  fault('CTK-09 code-stale-after-an-hour: A code is taken to live an hour.', { isStale: (age) => age > 3600 }),
  fault('CTK-10 expired-token-used: An expired token is used as long as there is one.', {
    renew: async ({ access_token = '' }) => access_token,
  }),
  fault('CTK-10 person-asked: The caller has to authorize again.', {
    renew: () => Promise.reject(new Error('The token has expired: please authorize again.')),
  }),
  fault('CTK-10 old-token-after-renewal: The token is renewed, and the old one is used.', {
    renew: async (held, ask) => {
      await conformant.renew(held, ask);
      return held.access_token ?? '';
    },
  }),
  fault('CTK-10 renewed-by-credentials: A token of the application takes the place of the expired one.', {
    renew: ({ client_id, client_secret }, ask) =>
      ask({ grant_type: 'client_credentials', client_id, client_secret }).then((answer) =>
        String(Object(answer).access_token),
      ),
  }),
  fault(
    'CLI-02 basic-beside-the-body: The client credentials stand in a Basic Authorization too.',
    withHeader(token, ({ body = '' }) => {
      const { client_id, client_secret } = JSON.parse(String(body));
      return ['Authorization', `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`];
    }),
  ),
];

function redirected(change: (uri: string) => string) {
  return (json: Readonly<Record<string, unknown>>) =>
    json.redirect_uri ? { ...json, redirect_uri: change(String(json.redirect_uri)) } : json;
}

function scoped(change: (scope: string) => unknown) {
  return (json: Readonly<Record<string, unknown>>) =>
    json.scope ? { ...json, scope: change(String(json.scope)) } : json;
}
