import { expect, test } from '@playwright/test';
import { endStarted, start } from '../tools/started.ts';

test.afterEach(endStarted);

test('a gate is served for clients that start by themselves, and steered by its control address', {
  tag: '@long',
}, async () => {
  const { says, child } = start(['--import', 'tsx', 'client/main.ts', 'serve', '--port', '0'], {});
  const [, url = '', control = ''] = await says(/MP_BASE_URL=(\S+) CONTROL_URL=(\S+)/);
  const create = async (body: object) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer APP_USR-1234-1' };
    return (await fetch(`${url}/users/test`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const read = async (path: string) => (await fetch(`${control}${path}`)).json();
  const user = { description: 'a', site_id: 'MLA' };

  expect(await read('/health')).toEqual({ ready: true, url });
  expect(await (await fetch(`${control}/ca.pem`)).text()).toContain('BEGIN CERTIFICATE');
  expect(await create(user)).toBe(201);
  expect(await create({ description: 'a' })).toBe(400);
  expect(await read('/findings')).toEqual([expect.objectContaining({ level: 'breach', rule: 'schema' })]);
  expect(await read('/exchanges')).toHaveLength(2);

  await fetch(`${control}/reset`, { method: 'POST' });
  const replies = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"test-users":"503,ok"}' };
  expect((await fetch(`${control}/replies`, replies)).status).toBe(200);
  expect([await create(user), await create(user)]).toEqual([503, 201]);
  expect(await read('/findings')).toEqual([expect.objectContaining({ rule: 'creation-twice', requests: [3, 4] })]);

  child.kill('SIGTERM');
  await expect.poll(() => child.exitCode).toBe(0);
});

test('invalid replies are rejected', { tag: '@long' }, async () => {
  const { says } = start(['--import', 'tsx', 'client/main.ts', 'serve', '--port', '0'], {});
  const [, control = ''] = await says(/CONTROL_URL=(\S+)/);
  const wrong = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"test-users":"perhaps"}' };

  expect((await fetch(`${control}/replies`, wrong)).status).toBe(400);
});
