import { conformant } from '../reference-client.ts';
import { bodies, type ClientFault, withHeader } from './row.ts';

const token = 'oauth-token';

/** A client that gets its tokens wrongly. */
export const tokenFaults: readonly ClientFault[] = [
  {
    breaks: 'CTK-04',
    name: 'code-in-capitals',
    sentence: 'The code is written in capitals.',
    changes: bodies(token, ({ code, ...others }) => (code ? { ...others, code: String(code).toUpperCase() } : others)),
  },
  {
    breaks: 'CTK-04',
    name: 'code-by-refresh',
    sentence: 'A code is exchanged by the grant refresh_token.',
    changes: bodies(token, (json) => (json.code ? { ...json, grant_type: 'refresh_token' } : json)),
  },
  {
    breaks: 'CTK-04',
    name: 'code-secret-escaped',
    sentence: 'The client_secret is percent-encoded.',
    changes: bodies(token, (json) => ({
      ...json,
      client_secret: encodeURIComponent(String(json.client_secret)),
    })),
  },
  {
    breaks: 'CTK-05',
    name: 'refresh-by-credentials',
    sentence: 'A token is renewed by the grant client_credentials.',
    changes: bodies(token, ({ refresh_token, ...others }) =>
      refresh_token ? { ...others, grant_type: 'client_credentials' } : others,
    ),
  },
  {
    breaks: 'CTK-05',
    name: 'refresh-token-as-code',
    sentence: 'The refresh token is sent as a code.',
    changes: bodies(token, ({ refresh_token, ...others }) =>
      refresh_token ? { ...others, code: refresh_token } : others,
    ),
  },
  {
    breaks: 'CTK-06',
    name: 'redirect-without-query',
    sentence: 'The redirect_uri is sent without its query.',
    changes: bodies(
      token,
      redirected((uri) => uri.split('?')[0] ?? ''),
    ),
  },
  {
    breaks: 'CTK-06',
    name: 'redirect-with-slash',
    sentence: 'The redirect_uri ends with a slash.',
    changes: bodies(
      token,
      redirected((uri) => `${uri}/`),
    ),
  },
  {
    breaks: 'CTK-06',
    name: 'redirect-decoded',
    sentence: 'The redirect_uri is sent decoded.',
    changes: bodies(token, redirected(decodeURIComponent)),
  },
  {
    breaks: 'CTK-07',
    name: 'scope-with-commas',
    sentence: 'Scopes are separated by commas.',
    changes: bodies(
      token,
      scoped((scope) => scope.replaceAll(' ', ',')),
    ),
  },
  {
    breaks: 'CTK-07',
    name: 'scope-of-payments',
    sentence: 'The scope payments is asked for too.',
    changes: bodies(
      token,
      scoped((scope) => `${scope} payments`),
    ),
  },
  {
    breaks: 'CTK-07',
    name: 'scope-as-list',
    sentence: 'Scopes are a list.',
    changes: bodies(
      token,
      scoped((scope) => scope.split(' ')),
    ),
  },
  {
    breaks: 'CTK-08',
    name: 'code-for-each-request',
    sentence: 'The code is exchanged again for each request.',
    changes: { keepsToken: false },
  },
  {
    breaks: 'CTK-09',
    name: 'code-never-stale',
    sentence: 'The age of a code is not looked at.',
    changes: { isStale: () => false },
  },
  {
    breaks: 'CTK-09',
    name: 'code-stale-after-an-hour',
    sentence: 'A code is taken to live an hour.',
    changes: { isStale: (age) => age > 3600 },
  },
  {
    breaks: 'CTK-10',
    name: 'expired-token-used',
    sentence: 'An expired token is used as long as there is one.',
    changes: { renew: async ({ access_token = '' }) => access_token },
  },
  {
    breaks: 'CTK-10',
    name: 'person-asked',
    sentence: 'The caller is told to authorize again.',
    changes: { renew: () => Promise.reject(new Error('The token has expired: please authorize again.')) },
  },
  {
    breaks: 'CTK-10',
    name: 'old-token-after-renewal',
    sentence: 'The token is renewed, and the old one is used.',
    changes: {
      renew: async (held, ask) => {
        await conformant.renew(held, ask);
        return held.access_token ?? '';
      },
    },
  },
  {
    breaks: 'CTK-10',
    name: 'renewed-by-credentials',
    sentence: 'A token of the application takes the place of the expired one.',
    changes: {
      renew: ({ client_id, client_secret }, ask) =>
        ask({ grant_type: 'client_credentials', client_id, client_secret }).then((answer) =>
          String(Object(answer).access_token),
        ),
    },
  },
  {
    breaks: 'CLI-02',
    name: 'basic-beside-the-body',
    sentence: 'The client credentials stand in a Basic Authorization too.',
    changes: withHeader(token, ({ body = '' }) => {
      const { client_id, client_secret } = JSON.parse(String(body));
      return ['Authorization', `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`];
    }),
  },
];

function redirected(change: (uri: string) => string) {
  return (json: Readonly<Record<string, unknown>>) =>
    json.redirect_uri ? { ...json, redirect_uri: change(String(json.redirect_uri)) } : json;
}

function scoped(change: (scope: string) => unknown) {
  return (json: Readonly<Record<string, unknown>>) =>
    json.scope ? { ...json, scope: change(String(json.scope)) } : json;
}
