import { expect, test } from '@playwright/test';
import { operations } from '#mock/operations';
import { variation } from '#mock/variations';
import { changeRule } from '../faults/combinators.ts';
import { faults, withFaults } from '../faults/faults.ts';
import { unsettled } from '../matrix/published-section.ts';
import { type Answer, type Client, withProvider } from '../tools/mock-client.ts';

test('there are at least 150 faults, each with a name of its own', () => {
  expect(faults.length).toBeGreaterThanOrEqual(150);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});

test('every defect of Defects4REST is a fault, or it is said why not', () => {
  expect(unsettled()).toEqual([]);
});

test('every fault patches rules that its operation has', () => {
  for (const { operation, patch } of faults)
    for (const { endpoint, build } of operations)
      if (endpoint === operation) expect(() => patch(build(variation(0)))).not.toThrow();
});

test('a fault in one error leaves every other answer as it is', () =>
  withProvider({ wrap: withFaults('token-wrong-secret-status') }, async (client) => {
    const wrongSecret = await exchange(client, { client_secret: 'wrong' });
    const wrongCode = await exchange(client, { code: 'wrong' });
    const right = await exchange(client);

    expect(wrongSecret).toMatchObject({ status: 401, json: { error: 'invalid_client' } });
    expect(wrongCode).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    expect(right.status).toBe(200);
  }));

test('a fault in one member leaves the other members as they are', () =>
  withProvider({ wrap: withFaults('token-user_id-null') }, async (client) => {
    const { status, json } = await exchange(client);

    expect(status).toBe(200);
    expect(json).toMatchObject({ user_id: null, token_type: 'bearer', expires_in: 15_552_000 });
  }));

test('a body that ends before its Content-Length breaks the connection', () =>
  withProvider({ wrap: withFaults('token-success-short') }, async (client) => {
    await expect(exchange(client)).rejects.toThrow();
    await expect(exchange(client, { code: 'wrong' })).resolves.toMatchObject({ status: 400 });
  }));

test('an unknown fault is an error that says where the names are', () => {
  expect(() => withFaults('no-such-fault')).toThrow(/no fault named "no-such-fault". Expected one of docs/);
});

test('a fault in a rule that a variation lacks says so', () => {
  const patch = changeRule('an open order', { status: 500 });
  const bare = operations.map(({ build }) => build(variation(0)));

  for (const operation of bare) expect(() => patch(operation)).toThrow(/the rule "an open order"/);
});

async function exchange({ given, ask }: Client, changes: object = {}): Promise<Answer> {
  const grant = (await given('an authorization code')).json;
  return ask('/oauth/token', { body: { ...grant, grant_type: 'authorization_code', ...changes } });
}
