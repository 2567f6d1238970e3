import { json } from 'node:stream/consumers';
import { startProvider } from '#mock/server';
import { expect, long, runCommand, test } from '../tools/fixtures.ts';

test('doctor names what a state lacks, with what it costs, and shows no value', async ({ open, serve }) => {
  const provider = await open(startProvider());
  const url = await serve(async (request, response) => {
    const { state } = Object(await json(request));
    const { client_id, ...values } = provider.provide(state) ?? {};
    if (state === 'an expired refresh token') response.writeHead(404).end();
    else response.end(JSON.stringify(state === 'an application' ? values : [{ client_id, ...values }]));
  });

  const { code, stdout } = await runCommand('doctor', [], { BASE_URL: provider.baseUrl, PROVIDER_STATES_URL: url });

  expect(code).toBe(0);
  expect(stdout).toContain(`ok       ${provider.baseUrl}`);
  expect(stdout).toContain('missing  an application: without client_id\n');
  expect(stdout).toContain('returned 404 for the state "an expired refresh token"');
  expect(stdout).toContain('needed by: TOK-38\n');
  expect(stdout).toContain(`20 of 22 provider states are complete, from ${url}`);
  expect(stdout).not.toMatch(/APP_USR|TG-/);
});

test('doctor fails where nothing listens', long, async () => {
  const nowhere = { BASE_URL: 'http://127.0.0.1:1', PROVIDER_STATES_URL: 'http://127.0.0.1:1/_states' };

  const { code, stdout } = await runCommand('doctor', [], nowhere);

  expect(code).toBe(1);
  expect(stdout).toContain('failed   the target cannot be reached at http://127.0.0.1:1');
  expect(stdout).toContain('failed   provider states: connect ECONNREFUSED');
});

const order = 'STATE_AN_OPEN_IN_STORE_ORDER';
const values = { [`${order}__USER_ID`]: '7', [`${order}__EXTERNAL_POS_ID`]: 'P1,P2', [`${order}__ACCESS_TOKEN`]: 't' };

const shop = { BASE_URL: 'https://api.mercadopago.com', TARGET: 'shop', PROVIDER_STATES_URL: 'https://states.invalid' };

for (const [what, variables, prints] of [
  [
    'of a service without a states URL counts the values of each state and says what a missing one costs',
    { BASE_URL: 'http://127.0.0.1:1', BUDGET: 'test-users=4', OPERATIONS: 'instore-orders', ...values },
    [
      'Plan of a run against target at http://127.0.0.1:1 with DEPTH=standard. Nothing was sent.',
      /\| instore-orders \| 9 +\| 7 +\| 6 +\| \d+ +\|/,
      'Creates at most: preferences unlimited, test-users 4, agreements unlimited.',
      'single-use  an open in-store order: 2 for ORD-01',
      /\d authorization codes, .*\d open in-store orders reach 9 of 9 musts\. With fewer/,
      'missing  an in-store order whose deletion fails inside the service: needed by: ORD-14',
    ],
  ],
  [
    'of a production host creates nothing',
    shop,
    [
      'Creates and deletes nothing: api.mercadopago.com is a host of production.',
      'Provider states come from https://states.invalid. Use doctor to check them.',
    ],
  ],
] as const)
  test(`a plan ${what}`, long, async () => {
    const run = await runCommand('doctor', ['plan'], variables);

    expect(run.code).toBe(0);
    for (const text of prints) expect(run.stdout + run.stderr).toMatch(text);
  });
