import { type ClientFault, drafts, finishes, forEach, guarded, header } from './row.ts';

const all = { token: ['oauth-token', 'CTK'], ...guarded } as const;

/** Wrong methods, paths and tokens. */
export const lineFaults: readonly ClientFault[] = [
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
