import { conformant, type Habits } from '../reference-client.ts';
import { answerFaults } from './answers.ts';
import { bodyFaults } from './bodies.ts';
import { preferenceFaults } from './preferences.ts';
import { publishedClientFaults } from './published.ts';
import { type ClientFault, drafts, each, fault, finishes, guarded, header, withHeader } from './row.ts';
import { tokenFaults } from './tokens.ts';

const all = { token: ['oauth-token', 'CTK'], ...guarded } as const;

/** Wrong methods, paths and tokens. */
const lineFaults: readonly ClientFault[] = [
  ...each(all, '01 by-put: The method is PUT.', (operation) => drafts(operation, () => ({ method: 'PUT' }))),
  ...each(all, '01 below-v1: The path begins with a version that it has not.', (operation) =>
    drafts(operation, ({ target }) => ({ target: `/v1${target}` })),
  ),
  fault(
    'CPI-01 cancel-without-intent: A value that is missing is written "undefined" into the path.',
    drafts('point-payment-intents', ({ target }) => ({ target: target.replace(/[^/]+$/, 'undefined') })),
  ),
  fault(
    'COR-01 order-of-named-user: The user_id is a name.',
    drafts('instore-orders', ({ target }) => ({ target: target.replace(/\/\d+\//, '/shop-7/') })),
  ),
  fault(
    'CAG-01 agreement-client-in-letters: The client.id is no number.',
    drafts('wallet-agreements', ({ target }) => ({ target: target.replace(/=\d+/, '=shop') })),
  ),
  fault(
    'CAG-24 agreement-client-underscored: The query parameter is client_id.',
    drafts('wallet-agreements', ({ target }) => ({ target: target.replace('client.id', 'client_id') })),
  ),
  fault(
    'CAG-24 agreement-without-platform: The x-platform-id is lost.',
    header('wallet-agreements', 'x-platform-id', undefined),
  ),
  ...each(guarded, '04 without-token: The Authorization header is lost.', (operation) =>
    header(operation, 'authorization', undefined),
  ),
  ...each(guarded, '04 with-bare-token: The Authorization header is the token without Bearer.', (operation) =>
    header(operation, 'authorization', (was) => was.replace('Bearer ', '')),
  ),
  fault(
    'CPR-04 preference-with-cut-token: The token is cut short.',
    header('checkout-preferences', 'authorization', (was) => was.slice(0, 40)),
  ),
  fault(
    'CPI-06 cancel-test-scope-true: The x-test-scope is true.',
    header('point-payment-intents', 'x-test-scope', () => 'true'),
  ),
  fault(
    'CPI-02 cancel-with-body: A cancellation has an empty object as its body.',
    finishes('point-payment-intents', () => ({ body: '{}' })),
  ),
  fault(
    'COR-02 order-with-body: A deletion has a body.',
    finishes('instore-orders', () => ({ body: '{"reason":"sold"}' })),
  ),
];

/** Credentials in the wrong place. */
const secretFaults: readonly ClientFault[] = [
  fault(
    'CLI-01 token-in-query: The access token stands in the query too.',
    drafts('test-users', ({ target, headers }) => ({ target: `${target}?access_token=${tokenIn(headers)}` })),
  ),
  fault(
    'CLI-01 secret-in-query: The client_secret stands in the query under a name of its own.',
    drafts('oauth-token', ({ target, json = {} }) => ({
      target: `${target}?s=${encodeURIComponent(String(json.client_secret))}`,
    })),
  ),
  fault(
    'CLI-01 code-in-query: The code stands in the query too.',
    drafts('oauth-token', ({ target, json = {} }) => ({ target: `${target}?code=${json.code ?? ''}` })),
  ),
  fault('CLI-02 secret-beside-token: The client_secret stands in a header of a preference.', {
    draft: (drafted, { token }) => ({
      ...drafted,
      headers: token ? [...drafted.headers, ['X-Client-Secret', token.client_secret]] : drafted.headers,
    }),
  }),
  fault('CLI-02 refresh-token-in-body: The refresh token stands in the body of a test user.', {
    draft: (drafted, { token }) =>
      drafted.operation === 'test-users'
        ? { ...drafted, json: { ...drafted.json, refresh_token: token?.refresh_token } }
        : drafted,
  }),
  fault(
    'CLI-03 token-in-own-header: The access token stands in a header of its own too.',
    withHeader('point-payment-intents', ({ headers }) => ['X-Access-Token', tokenIn(headers)]),
  ),
  fault(
    'CLI-03 token-in-body: The access token stands in the body too.',
    drafts('wallet-agreements', ({ json, headers }) => ({
      json: { ...json, access_token: tokenIn(headers) },
    })),
  ),
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
  'in-latin-1': ['Ids are encoded in Latin-1.', { encode: (id) => conformant.encode(id).replace(/%C3%B1/g, '%F1') }],
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

/** Normalises the path as fetch and curl do. */
function normalised(outgoing: Parameters<Habits['finish']>[0]) {
  const { pathname, search } = new URL(outgoing.target, 'http://localhost');
  return { ...outgoing, target: `${pathname}${search}` };
}

/** Ids that arrive changed, or lead to another path. */
const idFaults: readonly ClientFault[] = Object.entries(ways).flatMap(([way, [sentence, changes]]) => {
  const isStep = way === 'by-url' || way === 'dots-sent';
  return [
    fault(`${isStep ? 'CPI-07' : 'CPI-05'} cancel-ids-${way}: ${sentence}`, changes),
    fault(`${isStep ? 'COR-06' : 'COR-05'} order-ids-${way}: ${sentence}`, changes),
  ];
});

/** Every fault of a client, each for one requirement. */
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
