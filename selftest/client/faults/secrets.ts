import { type ClientFault, drafts, withHeader } from './row.ts';

/** Credentials where they do not belong. */
export const secretFaults: readonly ClientFault[] = [
  {
    breaks: 'CLI-01',
    name: 'token-in-query',
    sentence: 'The access token stands in the query too.',
    changes: drafts('test-users', ({ target, headers }) => ({
      target: `${target}?access_token=${tokenIn(headers)}`,
    })),
  },
  {
    breaks: 'CLI-01',
    name: 'secret-in-query',
    sentence: 'The client_secret stands in the query under a name of its own.',
    changes: drafts('oauth-token', ({ target, json = {} }) => ({
      target: `${target}?s=${encodeURIComponent(String(json.client_secret))}`,
    })),
  },
  {
    breaks: 'CLI-01',
    name: 'code-in-query',
    sentence: 'The code stands in the query too.',
    changes: drafts('oauth-token', ({ target, json = {} }) => ({
      target: `${target}?code=${json.code ?? ''}`,
    })),
  },
  {
    breaks: 'CLI-02',
    name: 'secret-beside-token',
    sentence: 'The client_secret stands in a header of a preference.',
    changes: {
      draft: (drafted, { token }) => ({
        ...drafted,
        headers: token ? [...drafted.headers, ['X-Client-Secret', token.client_secret]] : drafted.headers,
      }),
    },
  },
  {
    breaks: 'CLI-02',
    name: 'refresh-token-in-body',
    sentence: 'The refresh token stands in the body of a test user.',
    changes: {
      draft: (drafted, { token }) =>
        drafted.operation === 'test-users'
          ? { ...drafted, json: { ...drafted.json, refresh_token: token?.refresh_token } }
          : drafted,
    },
  },
  {
    breaks: 'CLI-03',
    name: 'token-in-own-header',
    sentence: 'The access token stands in a header of its own too.',
    changes: withHeader('point-payment-intents', ({ headers }) => ['X-Access-Token', tokenIn(headers)]),
  },
  {
    breaks: 'CLI-03',
    name: 'token-in-body',
    sentence: 'The access token stands in the body too.',
    changes: drafts('wallet-agreements', ({ json, headers }) => ({
      json: { ...json, access_token: tokenIn(headers) },
    })),
  },
];

function tokenIn(headers: readonly (readonly [string, string])[]): string {
  return headers.find(([name]) => name === 'Authorization')?.[1].replace('Bearer ', '') ?? '';
}
