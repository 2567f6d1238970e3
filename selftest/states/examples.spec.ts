import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { states } from '#api/states';
import { statesOfFile } from '#run/settings/setting-kinds';
import { endStarted, start } from '../tools/started.ts';

test('the Express endpoint of the documentation provides its states, and returns 404 for the others', async () => {
  const page = readFileSync('docs/provider-states.md', 'utf8');
  const [, code = ''] = /### Express\n\n```js\n(.*?)```/s.exec(page) ?? [];
  const file = `selftest/states/example-${process.pid}.mjs`; // where node_modules has express
  writeFileSync(file, code);
  const { says } = start([file], { PORT: '0' });
  const [, port] = await says(/listening on (\d+)/);
  rmSync(file);
  const ask = async (state: string, action = 'setup') => {
    const body = JSON.stringify({ state, params: {}, action });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/_states`, { method: 'POST', headers, body });
    return response.ok ? Object.keys(JSON.parse(await response.text())) : response.status;
  };

  const answers = [
    await ask('an authorization code'),
    await ask('an application', 'teardown'),
    await ask('a revoked refresh token'),
  ];
  await endStarted();

  expect(answers).toEqual([expect.arrayContaining([...states['an authorization code']]), [], 404]);
});

test('states.example.json is a valid STATES_FILE, and a wrong field is rejected with the right ones', () => {
  const example = statesOfFile(readFileSync('docs/states.example.json', 'utf8'));

  expect(Object.keys(example)).toHaveLength(6);
  for (const [state, fields] of Object.entries(states))
    for (const row of Object.entries(example).find(([name]) => name === state)?.[1] ?? [])
      expect(Object.keys(row)).toEqual(expect.arrayContaining([...fields]));
  expect(() => statesOfFile('{"an access token":{"token":"x"}}')).toThrow(
    '"an access token" has the unknown field "token"; its fields are access_token, user_id',
  );
});
