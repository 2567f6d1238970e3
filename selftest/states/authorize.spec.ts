import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { startProvider } from '#mock/server';
import { expect, runProgram, setUpState, slow, test } from '../tools/fixtures.ts';

async function authorize(variables: Readonly<Record<string, string>>, ...args: string[]) {
  const words = ['docs/states/authorize.mjs', ...args];
  const { stdout, stderr, code } = await runProgram(process.execPath, words, variables);
  return { lines: stdout.trim().split('\n'), stderr: stderr.trim(), code };
}

type Grants = readonly Readonly<Record<string, string>>[];

/** Returns pages on which a user logs in, allows an application, and is sent to its redirect URI with the next code. */
function createPages(grants: Grants): RequestListener {
  const page = (body: string) => `<!doctype html><html lang="en"><title>Authorization</title>${body}</html>`;
  let next = 0;
  return ({ url = '' }, response) => {
    const { pathname, searchParams: form } = new URL(url, 'http://localhost');
    const redirect_uri = form.get('redirect_uri') ?? '';
    const isKnown = grants.some((grant) => grant.client_id === form.get('client_id'));
    const kept = ['client_id', 'redirect_uri'].map(
      (name) => `<input type="hidden" name="${name}" value="${form.get(name)}">`,
    );
    const isUser = form.get('user') === 'buyer' && form.get('password') === 'qatest4821';
    response.setHeader('content-type', 'text/html');
    if (!isKnown) return response.writeHead(400).end(page('<p>No application has this redirect URI.</p>'));
    if (pathname === '/authorization/grant') {
      next += 1;
      return response.writeHead(302, { location: `${redirect_uri}&code=${grants[next - 1]?.code}` }).end();
    }
    const button = '<button id="allow">Allow</button>';
    if (isUser) return response.end(page(`<form action="/authorization/grant">${kept.join('')}${button}</form>`));
    const wrong = form.has('user') ? 'That is no user and password.' : '';
    return response.end(
      page(`<p role="alert">${wrong}</p><form action="/authorization/login">${kept.join('')}
      <label>User <input name="user"></label><label>Password <input name="password" type="password"></label>
      <button type="submit">Log in</button></form>`),
    );
  };
}

test('codes of the authorization page are exchanged, a wrong login is one line', slow, async ({ open, serve }) => {
  test.skip(!existsSync('/usr/bin/chromium'), 'there is no /usr/bin/chromium: apt-get install chromium');
  const { baseUrl, statesUrl } = await open(startProvider());
  const state = 'an authorization code';
  const grants = [await setUpState(statesUrl, state), await setUpState(statesUrl, state)];
  const [{ client_id = '', redirect_uri = '' } = {}] = grants;
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, state: 'x' });
  const authorization = `${await serve(createPages(grants))}/authorization`;
  const walk = { AUTHORIZATION_URL: `${authorization}?${query}`, TEST_USER: 'buyer', TEST_PASSWORD: 'qatest4821' };

  const [{ lines }, { stderr, code }] = await Promise.all([
    authorize(walk, '2'),
    authorize({ ...walk, TEST_PASSWORD: 'wrong-password' }),
  ]);
  const exchanged = await Promise.all(
    lines.map((code) => {
      const grant = grants.find((one) => one.code === code);
      const body = JSON.stringify({ ...grant, grant_type: 'authorization_code' });
      const headers = { 'content-type': 'application/json' };
      return fetch(`${baseUrl}/oauth/token`, { method: 'POST', headers, body });
    }),
  );

  expect(exchanged.map(({ status }) => status)).toEqual([200, 200]);
  expect({ stderr, code }).toEqual({ stderr: expect.stringMatching(/^TimeoutError: .*$/), code: 1 });
});
