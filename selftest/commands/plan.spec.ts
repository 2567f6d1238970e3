import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { startFront } from '../tools/front.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';
import { runSuite } from '../tools/run-suite.ts';

const chosen = ['--project=test-users', '--project=instore-orders'];
const plan = (variables: Record<string, string>, ...args: string[]) => runCommand('plan', args, variables);

/** The row of an operation in the table of a plan: its requests, and what it creates. */
function row(text: string, endpoint: string): string[] {
  const line = text.split('\n').find((each) => each.includes(` ${endpoint} `)) ?? '';
  return line
    .split('│')
    .slice(2, 4)
    .map((cell) => cell.trim());
}

test('a plan tells what the run then sends and creates, and sends nothing and writes nothing itself', {
  tag: '@slow',
}, async () => {
  const front = await startFront();
  const reports = ownFolder('reports');
  const variables = {
    BASE_URL: front.baseUrl,
    PROVIDER_STATES_URL: front.statesUrl,
    TARGET: 'staging',
    BUDGET: 'test-users=4',
  };

  const { code, stdout } = await plan({ ...variables, REPORTS_DIR: reports }, ...chosen);
  const connections = front.connections();
  const { document } = await runSuite(variables, ...chosen);
  await front.close();
  const forStates = front.seen.filter(({ path }) => path === '/_states');

  expect([code, connections, readdirSync(reports)]).toEqual([0, 0, []]);
  expect(stdout).toContain(`Plan of a run against staging at ${front.baseUrl}. Nothing was sent there.`);
  expect(stdout).toContain('PROVIDER_STATES_URL is set; it was not asked either');
  expect(row(stdout, 'test-users')).toEqual([String(document().requests['test-users']), '3']);
  expect(row(stdout, 'instore-orders')).toEqual([String(document().requests['instore-orders']), '']);
  expect(stdout).toContain(` requests and ${forStates.length} for provider states, without a throttle`);
  expect(stdout).toContain('3 test-users (BUDGET=test-users: at most 4)');
  expect(stdout).toMatch(/USR-03.*\n {4}budget: BUDGET=test-users lets this run create 4/);
});

test('without PROVIDER_STATES_URL a plan has the states of the environment, each used up once', {
  tag: '@slow',
}, async () => {
  const front = await startFront();
  const order = 'STATE_AN_OPEN_IN_STORE_ORDER';
  const values = {
    [`${order}__USER_ID`]: '7',
    [`${order}__EXTERNAL_POS_ID`]: 'POS1,POS2',
    [`${order}__ACCESS_TOKEN`]: 'a-token',
  };

  const { stdout } = await plan({ BASE_URL: front.baseUrl, ...values }, '--project=instore-orders');
  await front.close();

  expect(front.connections()).toBe(0);
  expect(stdout).toContain('with the states that the environment provides');
  expect(stdout).toContain('the 2 values of the state "an open in-store order" in the environment are used up');
  expect(stdout).toMatch(/\n {2}\d\d of "an open in-store order", 2 in the environment\n/);
  expect(stdout).toContain('the state "an in-store order whose deletion fails inside the service" needs STATE_');
});

test('a plan says that the guard would let nothing be created or deleted', { tag: '@long' }, async () => {
  const { code, stdout } = await plan(
    {
      BASE_URL: 'https://api.mercadopago.com',
      TARGET: 'shop',
      PROVIDER_STATES_URL: 'https://states.invalid',
    },
    '--project=instore-orders',
  );

  expect(code).toBe(0);
  expect(row(stdout, 'instore-orders')).toEqual(['0', '']);
  expect(stdout).toContain('guard: api.mercadopago.com is a host of production');
});

test('a plan of a target without a name is one sentence', { tag: '@long' }, async () => {
  const { code, stdout, stderr } = await plan({ BASE_URL: 'https://sandbox.invalid' });

  expect([code, stdout]).toEqual([4, '']);
  expect(stderr).toBe(
    'BASE_URL is "https://sandbox.invalid", which is not on this machine. Set TARGET to a name for it, such as sandbox or staging.\n',
  );
});
