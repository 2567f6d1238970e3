import { expect, test } from '@playwright/test';
import { runCommand } from '../tools/run-command.ts';

const order = 'STATE_AN_OPEN_IN_STORE_ORDER';
const values = { [`${order}__USER_ID`]: '7', [`${order}__EXTERNAL_POS_ID`]: 'P1,P2', [`${order}__ACCESS_TOKEN`]: 't' };

for (const { what, variables, args = [], prints } of [
  {
    what: 'of a service without a states URL counts the values of each state and says what a missing one costs',
    variables: { BASE_URL: 'http://127.0.0.1:1', BUDGET: 'test-users=4', ...values },
    args: ['--operations=instore-orders'],
    prints: [
      'Plan of a run against target at http://127.0.0.1:1 with DEPTH=standard. Nothing was sent.',
      /│ instore-orders │ 9 +│ 7 +│ 6 +│ \d+ +│/,
      'Creates at most: preferences unlimited, test-users 4, agreements unlimited.',
      'single-use  an open in-store order: 2 for ORD-01',
      'missing  an in-store order whose deletion fails inside the service: not exercised in full without it: ORD-14',
    ],
  },
  {
    what: 'of a production host creates nothing',
    variables: {
      BASE_URL: 'https://api.mercadopago.com',
      TARGET: 'shop',
      PROVIDER_STATES_URL: 'https://states.invalid',
    },
    prints: [
      'Creates and deletes nothing: api.mercadopago.com is a host of production.',
      'Provider states come from https://states.invalid. Use doctor to check them.',
    ],
  },
])
  test(`a plan ${what}`, { tag: '@long' }, async () => {
    const run = await runCommand('doctor', ['plan', ...args], { ...variables });

    expect(run.code).toBe(0);
    for (const text of prints) expect(run.stdout + run.stderr).toMatch(text);
  });
