import { conformant, type Habits } from '../reference-client.ts';
import { answerFaults } from './answers.ts';
import { bodyFaults } from './bodies.ts';
import { preferenceFaults } from './preferences.ts';
import { publishedClientFaults } from './published.ts';
import { type ClientFault, drafts, finishes, forEach, guarded, header, withHeader } from './row.ts';
import { tokenFaults } from './tokens.ts';

const all = { token: ['oauth-token', 'CTK'], ...guarded } as const;

/** Wrong methods, paths and tokens. */
const lineFaults: readonly ClientFault[] = [
  ...forEach(all, (operation, name, prefix) => ({
    breaks: `${prefix}-01`,
    name: `${name}-by-put`,
    sentence: 'The method is PUT.',
    changes: drafts(operation, () => ({ method: 'PUT' })),
  })),
  ...forEach(all, (operation, name, prefix) => ({
    breaks: `${prefix}-01`,
    name: `${name}-below-v1`,
    sentence: 'The path begins with a version that it has not.',
    changes: drafts(operation, ({ target }) => ({ target: `/v1${target}` })),
  })),
  {
    breaks: 'CPI-01',
    name: 'cancel-without-intent',
    sentence: 'A value that is missing is written "undefined" into the path.',
    changes: drafts('point-payment-intents', ({ target }) => ({
      target: target.replace(/[^/]+$/, 'undefined'),
    })),
  },
  {
    breaks: 'COR-01',
    name: 'order-of-named-user',
    sentence: 'The user_id is a name.',
    changes: drafts('instore-orders', ({ target }) => ({ target: target.replace(/\/\d+\//, '/shop-7/') })),
  },
  {
    breaks: 'CAG-01',
    name: 'agreement-client-in-letters',
    sentence: 'The client.id is no number.',
    changes: drafts('wallet-agreements', ({ target }) => ({ target: target.replace(/=\d+/, '=shop') })),
  },
  {
    breaks: 'CAG-24',
    name: 'agreement-client-underscored',
    sentence: 'The query parameter is client_id.',
    changes: drafts('wallet-agreements', ({ target }) => ({
      target: target.replace('client.id', 'client_id'),
    })),
  },
  {
    breaks: 'CAG-24',
    name: 'agreement-without-platform',
    sentence: 'The x-platform-id is lost.',
    changes: header('wallet-agreements', 'x-platform-id', undefined),
  },
  ...forEach(guarded, (operation, name, prefix) => ({
    breaks: `${prefix}-04`,
    name: `${name}-without-token`,
    sentence: 'The Authorization header is lost.',
    changes: header(operation, 'authorization', undefined),
  })),
  ...forEach(guarded, (operation, name, prefix) => ({
    breaks: `${prefix}-04`,
    name: `${name}-with-bare-token`,
    sentence: 'The Authorization header is the token without Bearer.',
    changes: header(operation, 'authorization', (was) => was.replace('Bearer ', '')),
  })),
  {
    breaks: 'CPR-04',
    name: 'preference-with-cut-token',
    sentence: 'The token is cut short.',
    changes: header('checkout-preferences', 'authorization', (was) => was.slice(0, 40)),
  },
  {
    breaks: 'CPI-06',
    name: 'cancel-test-scope-true',
    sentence: 'The x-test-scope is true.',
    changes: header('point-payment-intents', 'x-test-scope', () => 'true'),
  },
  {
    breaks: 'CPI-02',
    name: 'cancel-with-body',
    sentence: 'A cancellation has an empty object as its body.',
    changes: finishes('point-payment-intents', () => ({ body: '{}' })),
  },
  {
    breaks: 'COR-02',
    name: 'order-with-body',
    sentence: 'A deletion has a body.',
    changes: finishes('instore-orders', () => ({ body: '{"reason":"sold"}' })),
  },
];

/** Credentials where they do not belong. */
const secretFaults: readonly ClientFault[] = [
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

const ways: Readonly<Record<string, readonly [sentence: string, changes: Partial<Habits>]>> = {
  bare: ['Ids stand in the path as they are, and the URL is normalised.', { encode: (id) => id, finish: normalised }],
  'by-url': [
    'Ids are encoded, and the URL is normalised: two dots lead up.',
    { encode: encodeURIComponent, finish: normalised },
  ],
  'slashes-kept': [
    'Slashes in ids stay as they are.',
    { encode: (id) => conformant.encode(id).replaceAll('%2F', '/') },
  ],
  'by-form': [
    'Blanks in ids are written as plus signs.',
    { encode: (id) => conformant.encode(id).replaceAll('%20', '+') },
  ],
  twice: ['Ids are encoded twice.', { encode: (id) => encodeURIComponent(conformant.encode(id)) }],
  'in-latin-1': [
    'Ids are encoded in Latin-1.',
    {
      encode: (id) => conformant.encode(id).replace(/%C3%B1/g, '%F1'),
    },
  ],
  stripped: [
    'What is no letter, digit or dash is taken out of ids.',
    { encode: (id) => id.replace(/[^\w-]/g, '') || '_' },
  ],
  'cut-at-query': [
    'What follows a question mark is lost.',
    { encode: (id) => conformant.encode(id.split('?')[0] ?? '') },
  ],
  'dots-sent': ['Two dots are sent as they are.', { encode: encodeURIComponent }],
};

/** As fetch and curl do: steps of the path are taken. */
function normalised(outgoing: Parameters<Habits['finish']>[0]) {
  const { pathname, search } = new URL(outgoing.target, 'http://localhost');
  return { ...outgoing, target: `${pathname}${search}` };
}

/** Ids that arrive as other ids, or lead to another path. */
const idFaults: readonly ClientFault[] = Object.entries(ways).flatMap(([way, [sentence, changes]]) => {
  const isStep = way === 'by-url' || way === 'dots-sent';
  return [
    { breaks: isStep ? 'CPI-07' : 'CPI-05', name: `cancel-ids-${way}`, sentence, changes } as const,
    { breaks: isStep ? 'COR-06' : 'COR-05', name: `order-ids-${way}`, sentence, changes } as const,
  ];
});

/** Every fault of a client, one requirement each. */
export const clientFaults: readonly ClientFault[] = [
  ...lineFaults,
  ...bodyFaults,
  ...preferenceFaults,
  ...tokenFaults,
  ...secretFaults,
  ...idFaults,
  ...answerFaults,
  ...publishedClientFaults,
];
