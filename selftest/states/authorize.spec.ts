import { existsSync } from 'node:fs';
import { startProvider } from '#mock/server';
import { expect, setUpState, slow, test } from '../tools/fixtures.ts';
import { runProgram } from '../tools/runs.ts';

async function authorize(variables: Readonly<Record<string, string>>, ...args: string[]) {
  const words = ['--import', 'tsx', 'states/authorize.ts', 'states/embedded-steps.json', ...args];
  const { stdout, stderr } = await runProgram(process.execPath, words, variables);
  return { lines: stdout.trim().split('\n'), stderr: stderr.trim() };
}

test('codes of the authorization page are exchanged, and a wrong login is one sentence', slow, async ({ open }) => {
  test.skip(!existsSync('/usr/bin/chromium'), 'there is no /usr/bin/chromium: apt-get install chromium');
  const provider = await open(startProvider());
  const application = await setUpState(provider.statesUrl, 'an application');
  const { client_id = '', redirect_uri = '' } = application;
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
    lines.map((code) => {
      const body = JSON.stringify({ ...application, grant_type: 'authorization_code', code });
      const headers = { 'content-type': 'application/json' };
      return fetch(`${provider.baseUrl}/oauth/token`, { method: 'POST', headers, body });
    }),
  );

  expect(exchanged.map(({ status }) => status)).toEqual([200, 200]);
  const login = `${provider.baseUrl}/authorization/login (That is no user and password. User Password Log in)`;
  expect(stderr).toBe(
    `Nothing could be clicked at #allow of ${login}. Check the selector in states/embedded-steps.json.`,
  );
  const grant = `${provider.baseUrl}/authorization returned 400 (No application has this redirect URI.)`;
  expect(rejection).toBe(`${grant}. Check client_id and redirect_uri in AUTHORIZATION_URL.`);
});
