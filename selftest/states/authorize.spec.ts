import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { startProvider } from '#mock/server';

/** Walks through the authorization page of an embedded provider. */
async function authorize(variables: Readonly<Record<string, string>>, ...args: string[]) {
  const { PATH = '', HOME = '' } = process.env;
  const words = ['--import', 'tsx', 'states/authorize.ts', 'states/embedded-steps.json', ...args];
  const child = spawn(process.execPath, words, { env: { PATH, HOME, ...variables } });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { lines: stdout.trim().split('\n'), stderr: stderr.trim() };
}

test('codes that a browser gets at the authorization page are exchanged, and a wrong password or client_id is one sentence', {
  tag: '@slow',
}, async () => {
  test.skip(!existsSync('/usr/bin/chromium'), 'there is no /usr/bin/chromium: apt-get install chromium');
  const provider = await startProvider();
  const post = async (url: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, ...Object(await response.json()) };
  };
  const { status: _, ...application } = await post(provider.statesUrl, { state: 'an application', action: 'setup' });
  const { client_id, redirect_uri } = application;
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, state: 'x' });
  const walk = {
    AUTHORIZATION_URL: `${provider.baseUrl}/authorization?${query}`,
    TEST_USER: 'test-user',
    TEST_PASSWORD: 'qatest4821',
  };

  const unknown = walk.AUTHORIZATION_URL.replace(client_id, 'unknown');

  const [{ lines }, { stderr }, { stderr: rejection }] = await Promise.all([
    authorize(walk, '2'),
    authorize({ ...walk, TEST_PASSWORD: 'wrong-password' }),
    authorize({ ...walk, AUTHORIZATION_URL: unknown }),
  ]);
  const exchanged = await Promise.all(
    lines.map((code) =>
      post(`${provider.baseUrl}/oauth/token`, { ...application, grant_type: 'authorization_code', code }),
    ),
  );
  await provider.close();

  expect(exchanged.map(({ status }) => status)).toEqual([200, 200]);
  const login = `${provider.baseUrl}/authorization/login (That is no user and password. User Password Log in)`;
  expect(stderr).toBe(
    `Nothing could be clicked at #allow of ${login}. Check the selector in states/embedded-steps.json.`,
  );
  const grant = `${provider.baseUrl}/authorization returned 400 (No application has this redirect URI.)`;
  expect(rejection).toBe(`${grant}. Check client_id and redirect_uri in AUTHORIZATION_URL.`);
});
