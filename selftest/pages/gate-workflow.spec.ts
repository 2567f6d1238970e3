import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { close, expect, listen, long, slow, test } from '../tools/fixtures.ts';
import { newRunner, type RanStep } from '../tools/workflows.ts';

// The shell steps of callable workflows and of the actions in them, in order.

const workflow = '.github/workflows/gate.yml';
const action = '.github/actions/sdk-gate/action.yml';

const request = JSON.stringify({ to: '$MP_BASE_URL/users/test', body: { description: 'a buyer', site_id: 'MLA' } });
const client = `node '${path.resolve('selftest/sdk/clients/ask.mjs')}' '${request}'`;

const outcomes = (steps: readonly RanStep[]) =>
  Object.fromEntries(steps.filter(({ outcome }) => outcome !== 'skipped').map(({ name, outcome }) => [name, outcome]));

test('the workflow installs, gates the SDK of its caller, and leaves the service out', long, () => {
  const runner = newRunner();

  const steps = runner.run(workflow, {
    command: `test -f installed && ${client}`,
    install: 'echo yes > installed',
    options: '--base-url --require test-users',
  });

  const names = ['Install the suite', 'Install the SDK', 'Run the gate', 'Gate options'];
  expect(outcomes(steps), steps.map(({ output }) => output).join('')).toEqual(
    Object.fromEntries(names.map((name) => [name, 'success'])),
  );
  expect(runner.summary()).toContain('## SDK gate: PASSED');
  const { requests } = JSON.parse(readFileSync(path.join(runner.caller, 'reports/sdk.json'), 'utf8'));
  expect(requests).toEqual([expect.objectContaining({ target: '/users/test', status: 201 })]);
});

test('the action installs, runs the command in its folder, and fails the job where the gate does', long, () => {
  const runner = newRunner();

  const steps = runner.run(action, {
    command: 'echo "here: $(pwd)" && echo \'and "quoted"\'',
    install: 'exit 0',
    options: '--base-url --require oauth-token',
    folder: 'caller',
    reports: 'own reports',
  });

  const last = steps.at(-1);
  expect(Object.entries(outcomes(steps)).at(-1)).toEqual(['Run the gate', 'failure']);
  expect(steps.at(0)?.output).toMatch(/^npm --prefix \S+ ci .*\nnpm pack .*\nnpm install --prefix \S+ .*packed\.tgz$/m);
  expect(last?.output).toContain(`here: ${runner.caller}\nand "quoted"\n`);
  expect(last?.output).toContain('Required operations that were not exercised: oauth-token');
  expect(existsSync(path.join(runner.caller, 'own reports/sdk.md'))).toBe(true);
  expect(runner.summary()).toContain('## SDK gate: FAILED');
});

test('nothing that follows an install that fails is run', () => {
  const steps = newRunner().run(workflow, { command: 'true', install: 'exit 3', 'base-url': 'http://127.0.0.1:9' });

  expect(outcomes(steps)).toEqual({ 'Install the suite': 'success', 'Install the SDK': 'failure' });
});

test('the workflow certifies the client of a driver, and an INCOMPLETE certification fails the job', long, () => {
  const runner = newRunner();
  const driver = `python3 '${path.resolve('client/drivers/plain.py')}'`;

  const steps = runner.run(workflow, { driver, target: 'shop', options: '--only COR-01 --operations instore-orders' });

  const sdk = steps.find(({ name }) => name === 'Run the gate');
  expect(sdk?.outcome, sdk?.output).toBe('failure');
  expect(sdk?.output).toContain('The client "shop", SEED=');
  expect(sdk?.output).toContain('RED: INCOMPLETE for instore-orders');
});

async function freeOrigin(): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  await close(server);
  return origin;
}

test('the workflow starts the service of its caller, runs the suite against it and decides', slow, async () => {
  const runner = newRunner();
  const origin = await freeOrigin();
  const pid = path.join(runner.caller, 'pid');
  const mock = `PORT=${new URL(origin).port} exec node --import tsx cli/conformance.ts mock`;
  writeFileSync(path.join(runner.caller, 'start.sh'), `echo $$ > '${pid}'; cd '${process.cwd()}'; ${mock}`);

  const steps = runner.run('.github/workflows/gate.yml', {
    start: 'exec sh start.sh',
    'base-url': origin,
    'provider-states-url': `${origin}/_states`,
    require: 'instore-orders',
    'min-exercised': '100%',
  });
  if (existsSync(pid)) process.kill(Number(readFileSync(pid, 'utf8')));

  const log = steps.map(({ name, outcome, output }) => `${name}: ${outcome}\n${output}`).join('\n');
  expect(outcomes(steps), log).toMatchObject({ 'The run': 'success', 'No secret in the reports': 'success' });
  expect(log).toContain('gate 0: service is CONFORMANT');
  expect(outcomes(steps)).not.toHaveProperty('Run the gate');
});
